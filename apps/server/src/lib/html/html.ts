import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { publicPages } from '@portal/contract/public-pages.ts'
import type { Brand } from '@portal/contract/site.ts'

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  )

/** Base style sheet of server-rendered pages; features append their own rules. */
export const pageStyle = ['tokens.css', 'page.css']
  .map((file) => readFileSync(resolve(import.meta.dirname, file), 'utf8'))
  .join('\n')

type Page = {
  title: string
  /** A path. */
  style: string
  /** HTML, escaped already. */
  body: string
  /** Whether search engines may list the page. */
  isListed?: boolean
}

const footerLinks = publicPages
  .map(({ path, label }) => `<a href="${path}">${escapeHtml(label)}</a>`)
  .join('\n')

/** Renders an HTML page on the server, for pages that do not use the web app. */
export const htmlPage = (
  { product, company, title_suffix: suffix, logo = '/favicon.svg' }: Brand,
  { title, style, body, isListed = false }: Page,
) => `<!doctype html>
<html lang="el">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isListed ? '' : '<meta name="robots" content="noindex">\n'}<title>${escapeHtml(title)} · ${escapeHtml(suffix)}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${escapeHtml(style)}">
</head>
<body>
<header><a href="/"><img src="${escapeHtml(logo)}" alt="" height="40">${escapeHtml(product)}</a></header>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
<footer><strong>${escapeHtml(company)}</strong>
<nav aria-label="Χρήσιμοι σύνδεσμοι">
${footerLinks}
</nav></footer>
</body>
</html>
`
