import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { inLanguage, type Language, type Texts } from '@portal/contract/words/language.ts'
import { publicPages } from '@portal/contract/public-pages.ts'
import type { Brand } from '@portal/contract/site.ts'

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  )

const assets = resolve(import.meta.dirname, '../../../../web/dist/assets')

/** The ranges of apps/web/src/app/tokens.css. */
const fonts = [
  { name: 'greek', range: 'U+0370-03FF' },
  {
    name: 'latin',
    range: 'U+0000-00FF, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215',
  },
]

/** Font rules with the files of the built web app, which browsers have in their cache. Without a build: none. */
function fontRules(): string[] {
  const files = existsSync(assets) ? readdirSync(assets) : []
  return fonts.flatMap(({ name, range }) => {
    const file = files.find((file) => file.startsWith(`commissioner-${name}-wght-normal`))
    if (!file) return []
    return `@font-face {
  font-family: Commissioner;
  src: url('/assets/${file}') format('woff2');
  font-weight: 100 900;
  font-display: swap;
  unicode-range: ${range};
}`
  })
}

/** Base style sheet without other files, for pages that are downloaded. */
export const standaloneStyle = ['tokens.css', 'page.css']
  .map((file) => readFileSync(resolve(import.meta.dirname, file), 'utf8'))
  .join('\n')

/** Base style sheet of server-rendered pages; features append their own rules. */
export const pageStyle = [...fontRules(), standaloneStyle].join('\n')

/** The operator's names, and the language of the page; Greek if absent. */
export type PageBrand = Brand & { language?: Language }

/** Texts of every page. */
const texts = {
  el: { skip: 'Μετάβαση στο περιεχόμενο', telephone: 'Τηλ.', links: 'Χρήσιμοι σύνδεσμοι', other: 'English' },
  en: { skip: 'Skip to content', telephone: 'Tel.', links: 'Useful links', other: 'Ελληνικά' },
} satisfies Texts<object>

type Page = {
  title: string
  /** A path. */
  style: string
  /** HTML, escaped already. */
  body: string
  /** Whether search engines may list the page. */
  isListed?: boolean
  /** Address that shows the page in the other language. */
  otherLanguage?: string
}

const link = (url: string, label: string) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`

/** The company, its contact details and links, as in the footer of the web app. */
function footerOf({
  company,
  contact: { address, telephone, email },
  links,
  language = 'el',
}: PageBrand): string {
  const text = texts[language]
  const contact = [
    address && `<span>${escapeHtml(address)}</span>`,
    telephone && link(`tel:${telephone.replace(/[^\d+]/g, '')}`, `${text.telephone} ${telephone}`),
    email && link(`mailto:${email}`, email),
  ].filter(Boolean)
  const pages = [
    ...publicPages.map(({ path, label, english }) => ({
      url: path,
      label: inLanguage<string>(language, { el: label, en: english }),
    })),
    ...links,
  ]
  return `<div><strong>${escapeHtml(company)}</strong>
<div class="contact">
${contact.join('\n')}
</div></div>
<nav aria-label="${text.links}">
${pages.map(({ url, label }) => link(url, label)).join('\n')}
</nav>`
}

/** Renders an HTML page on the server, for pages that do not use the web app, in the same header and footer. */
export function htmlPage(
  brand: PageBrand,
  { title, style, body, isListed = false, otherLanguage }: Page,
): string {
  const { product, company, title_suffix: suffix, logo = '/favicon.svg', colour, language = 'el' } = brand
  const text = texts[language]
  const other = language === 'en' ? 'el' : 'en'
  const languageLink =
    otherLanguage &&
    `<a class="language" lang="${other}" href="${escapeHtml(otherLanguage)}">${text.other}</a>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isListed ? '' : '<meta name="robots" content="noindex">\n'}<title>${escapeHtml(title)} · ${escapeHtml(suffix)}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${escapeHtml(style)}">${colour ? '\n<link rel="stylesheet" href="/brand/colour.css">' : ''}
</head>
<body>
<a class="skip" href="#content">${text.skip}</a>
<header><div class="wrap"><a class="brand" href="/"><img src="${escapeHtml(logo)}" alt="" height="40">
<span class="names">${escapeHtml(product)}<small>${escapeHtml(company)}</small></span></a>${languageLink ?? ''}</div></header>
<main id="content" tabindex="-1">
<h1>${escapeHtml(title)}</h1>
${body}
</main>
<footer><div class="wrap">
${footerOf(brand)}
</div></footer>
</body>
</html>
`
}
