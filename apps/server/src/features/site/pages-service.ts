import { existsSync } from 'node:fs'
import { inLanguage, type Language, languages, type Texts } from '@portal/contract/words/language.ts'
import { contentPages, noticePages, type PublicPage } from '@portal/contract/public-pages.ts'
import { contentFile, readContent } from '#server/lib/config/content.ts'
import { htmlPage } from '#server/lib/html/html.ts'
import { gapsIn, renderMarkdown } from './markdown.ts'
import {
  fillIn,
  listWrongValues,
  missingKeys,
  type Settings,
  valuesFile,
  wrongValueText,
} from './notice-values.ts'

export { listWrongValues, type WrongValue, wrongValueText } from './notice-values.ts'

export const styleAddress = '/pages/style.css'

const notices = {
  el: `<p class="notice" role="note"><strong>Υπόδειγμα:</strong> ο φορέας πρέπει να προσαρμόσει το κείμενο και να
συμπληρώσει όσα βρίσκονται σε αγκύλες. Έπειτα εγκρίνει το κείμενο, πριν λειτουργήσει η υπηρεσία.</p>`,
  en: `<p class="notice" role="note"><strong>Template:</strong> the operator has to adapt this text and fill in the parts
in brackets. Then the operator approves it, before the service starts.</p>`,
} satisfies Texts<string>

const examples = {
  el: `<p class="notice" role="note"><strong>Επίδειξη:</strong> όσα συμπληρώνει ο φορέας σε αυτό το κείμενο είναι
παραδείγματα.</p>`,
  en: `<p class="notice" role="note"><strong>Demonstration:</strong> what the operator fills in on this page is an
example.</p>`,
} satisfies Texts<string>

/** The earlier versions of the notices and the terms. */
const versionsLink = ({ name, path }: PublicPage, language: Language) =>
  noticePages.some((one) => one === name)
    ? `\n<p>${inLanguage(language, {
        el: `Δείτε <a href="${path}/versions">όλες τις εκδόσεις</a> αυτού του κειμένου.`,
        en: `See <a href="${path}/versions">all versions</a> of this text.`,
      })}</p>`
    : ''

const onlyGreek = '<p class="notice" role="note">This page is only available in Greek.</p>'

/** The Markdown of a page, filled in. */
export const readPage = (page: PublicPage, settings: Settings, language: Language) =>
  fillIn(readContent(contentFile(settings.contentFolder, page, language)), settings, language)

export const languagesOf = (page: PublicPage, { contentFolder }: Settings): Language[] =>
  languages.filter((language) => language === 'el' || existsSync(contentFile(contentFolder, page, language)))

/**
 * Returns a function that renders a public page in a language, with the Markdown that it shows. Without an English file, the text is Greek. It reads the
 * file at every call, so that edits are effective at once. While the file is being replaced (missing, empty, invalid), it reports the error once and returns the page as it was.
 */
export function publicPageReader(
  page: PublicPage,
  settings: Settings,
  language: Language,
  report: (error: unknown) => void,
): () => { html: string; text: string; isTranslated: boolean } {
  let rendered = { text: '', html: '', isTranslated: true, brand: settings.brand }
  let reported = ''
  const update = () => {
    const isTranslated = languagesOf(page, settings).includes(language)
    const text = readPage(page, settings, isTranslated ? language : 'el')
    // Every change of the brand makes a new object.
    const { brand } = settings
    if (text === rendered.text && brand === rendered.brand) return
    const label = inLanguage<string>(language, { el: page.label, en: page.english })
    const { title = label, body } = renderMarkdown(text, language)
    const notice = gapsIn(text).length > 0 ? notices : settings.demonstration ? examples : undefined
    const whole = notice ? `${notice[language]}\n${body}` : body
    const other = language === 'el' ? 'en' : 'el'
    const html = htmlPage(
      { ...brand, language },
      {
        title: isTranslated ? title : label,
        style: styleAddress,
        isListed: true,
        body:
          (isTranslated ? whole : `${onlyGreek}\n<div lang="el">\n${body}\n</div>`) +
          versionsLink(page, language),
        otherLanguage: `${page.path}?language=${other}`,
      },
    )
    rendered = { text, html, isTranslated, brand }
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
    return rendered
  }
}

/** A page with gaps: keys without a value, and files with brackets; neither: the brand lacks contact details. */
export type Template = { page: PublicPage; keys: string[]; files: string[] }

/** Returns the pages with something to fill in. */
export function listTemplates(settings: Settings): Template[] {
  const asServed = { ...settings, demonstration: false }
  return contentPages.flatMap((page) => {
    const texts = languagesOf(page, settings).map((language) => {
      const file = contentFile(settings.contentFolder, page, language)
      return { file, language, text: readContent(file) }
    })
    const keys = [...new Set(texts.flatMap(({ text }) => missingKeys(text, asServed)))]
    const files = texts.filter(({ text }) => gapsIn(text).length > 0).map(({ file }) => file)
    // Those of the brand.
    const others = texts.flatMap(({ text, language }) => gapsIn(fillIn(text, asServed, language)))
    return others.length === 0 ? [] : [{ page, keys, files }]
  })
}

export const templateText = ({ page, keys, files }: Template, settings: Settings): string =>
  [
    `${page.path} is a template, in your own CONTENT_DIR (docs/administration.md, Public pages):`,
    keys.length > 0 ? `fill in ${valuesFile(settings)}: ${keys.map((key) => `'${key}'`).join(', ')};` : [],
    files.length > 0 ? `fill in the brackets of ${files.join(' and ')};` : [],
    keys.length + files.length === 0
      ? 'the brand lacks contact details (in the console: Ονομασία και στοιχεία);'
      : [],
  ]
    .flat()
    .join(' ')
    .replace(/;$/, '.')

/** Returns what is to fill in: a line for each page and wrong value, for the terminal at startup. */
export const describeTemplates = (settings: Settings): string[] => [
  ...listWrongValues(settings).map((wrong) => wrongValueText(wrong, settings)),
  ...listTemplates(settings).map((template) => templateText(template, settings)),
]
