import { existsSync } from 'node:fs'
import { inLanguage, type Language, languages, type Texts } from '@portal/contract/words/language.ts'
import { type PublicPage, publicPages } from '@portal/contract/public-pages.ts'
import type { Config } from '#server/lib/config/config.ts'
import { contentFile, readContent } from '#server/lib/config/content.ts'
import { htmlPage } from '#server/lib/html/html.ts'
import { hasGaps, renderMarkdown } from './markdown.ts'

type Settings = Pick<Config, 'contentFolder' | 'brand' | 'publicUrl'>

export const styleAddress = '/pages/style.css'

const notices = {
  el: `<p class="notice" role="note"><strong>Υπόδειγμα:</strong> ο φορέας πρέπει να προσαρμόσει το κείμενο και να
συμπληρώσει όσα βρίσκονται σε αγκύλες. Έπειτα το εγκρίνει, πριν λειτουργήσει η υπηρεσία.</p>`,
  en: `<p class="notice" role="note"><strong>Template:</strong> the operator has to adapt this text and fill in the parts
in brackets. Then the operator approves it, before the service starts.</p>`,
} satisfies Texts<string>

const onlyGreek = '<p class="notice" role="note">This page is only available in Greek.</p>'

const greek: Record<string, string> = { telephone: 'τηλέφωνο', email: 'email', address: 'διεύθυνση' }

/** Replaces {{company}}, {{product}}, {{url}}, {{telephone}}, {{email}}, {{address}}; others become gaps to fill in. */
function insertBrand(text: string, { brand, publicUrl }: Settings, language: Language): string {
  const values = new Map(
    Object.entries({
      company: brand.company,
      product: brand.product,
      url: publicUrl,
      ...brand.contact,
    }),
  )
  return text.replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (_, name: string) =>
      values.get(name) ??
      inLanguage(language, {
        el: `[συμπληρώστε: ${Object.hasOwn(greek, name) ? greek[name] : name}]`,
        en: `[fill in: ${name}]`,
      }),
  )
}

const readPage = (page: PublicPage, settings: Settings, language: Language) =>
  insertBrand(readContent(contentFile(settings.contentFolder, page, language)), settings, language)

const languagesOf = (page: PublicPage, { contentFolder }: Settings): Language[] =>
  languages.filter((language) => language === 'el' || existsSync(contentFile(contentFolder, page, language)))

/**
 * Returns a function that renders a public page in a language. Without an English file, the text is Greek. It reads the
 * file at every call, so that edits are effective at once. While the file is being replaced (missing, empty, invalid), it reports the error once and returns the page as it was.
 */
export function publicPageReader(
  page: PublicPage,
  settings: Settings,
  language: Language,
  report: (error: unknown) => void,
): () => string {
  let rendered = { text: '', html: '' }
  let reported = ''
  const update = () => {
    const isTranslated = languagesOf(page, settings).includes(language)
    const text = readPage(page, settings, isTranslated ? language : 'el')
    if (text === rendered.text) return
    const label = inLanguage<string>(language, { el: page.label, en: page.english })
    const { title = label, body } = renderMarkdown(text, language)
    const whole = hasGaps(text) ? `${notices[language]}\n${body}` : body
    const other = language === 'el' ? 'en' : 'el'
    const html = htmlPage(
      { ...settings.brand, language },
      {
        title: isTranslated ? title : label,
        style: styleAddress,
        isListed: true,
        body: isTranslated ? whole : `${onlyGreek}\n<div lang="el">\n${body}\n</div>`,
        otherLanguage: `${page.path}?language=${other}`,
      },
    )
    rendered = { text, html }
  }
  update()
  return () => {
    try {
      update()
      reported = ''
    } catch (error) {
      const { message } = error as Error
      if (message !== reported) report(error)
      reported = message
    }
    return rendered.html
  }
}

/** Returns one line for each file of a public page that is still a template, for the terminal at startup. */
export function describeTemplates(settings: Settings): string[] {
  return publicPages
    .flatMap((page) => languagesOf(page, settings).map((language) => ({ page, language })))
    .filter(({ page, language }) => hasGaps(readPage(page, settings, language)))
    .map(
      ({ page, language }) =>
        `${page.path} is a template: fill in ${contentFile(settings.contentFolder, page, language)}, in your own CONTENT_DIR (docs/operations.md, Public pages).`,
    )
}
