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
  placeOfValues,
  type Settings,
  wrongValueText,
} from './notice-values.ts'

export { listWrongValues, type Settings, type WrongValue, wrongValueText } from './notice-values.ts'

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

/** The Markdown of the file of a page. */
export const shippedText = (page: PublicPage, { contentFolder }: Settings, language: Language) =>
  readContent(contentFile(contentFolder, page, language))

const storedText = ({ name }: PublicPage, { stored }: Settings, language: Language) =>
  stored?.texts[`${name}.${language}`]

/** The Markdown of a page: the one that the console has published, else that of the file. */
export const sourceOf = (page: PublicPage, settings: Settings, language: Language): string =>
  storedText(page, settings, language) ?? shippedText(page, settings, language)

/** The Markdown of a page, filled in. */
export const readPage = (page: PublicPage, settings: Settings, language: Language) =>
  fillIn(sourceOf(page, settings, language), settings, language)

export const languagesOf = (page: PublicPage, settings: Settings): Language[] =>
  languages.filter(
    (language) =>
      language === 'el' ||
      storedText(page, settings, language) !== undefined ||
      existsSync(contentFile(settings.contentFolder, page, language)),
  )

/**
 * Returns a function that renders a public page in a language, with the Markdown that it shows. Without an English text, it is the Greek one. It reads the
 * file at every call, so that edits are effective at once. While the file is being replaced (missing, empty, invalid), it reports the error once and returns the page as it was.
 * @param read returns the settings with what is stored in the database. If it fails, the page stays as it was; at first, that of the files
 */
export function publicPageReader(
  page: PublicPage,
  { config, read }: { config: Settings; read: () => Promise<Settings> },
  language: Language,
  report: (error: unknown) => void,
): () => Promise<{ html: string; text: string; isTranslated: boolean }> {
  let rendered = { text: '', html: '', isTranslated: true, brand: config.brand }
  let reported = ''
  const update = (settings: Settings) => {
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
  update(config)
  return async () => {
    try {
      update(await read())
      reported = ''
    } catch (error) {
      const { message } = error as Error
      if (message !== reported) report(error)
      reported = message
    }
    return rendered
  }
}

/** A page with gaps: keys without a value, and texts with brackets; neither: the brand lacks contact details. */
export type Template = { page: PublicPage; keys: string[]; languages: Language[] }

/** Returns the pages with something to fill in. */
export function listTemplates(settings: Settings): Template[] {
  const asServed = { ...settings, demonstration: false }
  return contentPages.flatMap((page) => {
    const texts = languagesOf(page, settings).map((language) => {
      return { language, text: sourceOf(page, settings, language) }
    })
    const keys = [...new Set(texts.flatMap(({ text }) => missingKeys(text, asServed)))]
    const gapped = texts.filter(({ text }) => gapsIn(text).length > 0).map(({ language }) => language)
    // Those of the brand, and unknown keys.
    const others = texts.flatMap(({ text, language }) => gapsIn(fillIn(text, asServed, language)))
    return others.length === 0 ? [] : [{ page, keys, languages: gapped }]
  })
}

/** Where the texts of a page are: for lines of the terminal. */
const placesOf = ({ page, languages }: Template, settings: Settings): string =>
  languages
    .map((language) =>
      settings.hasOwnContent
        ? contentFile(settings.contentFolder, page, language)
        : `${settings.publicUrl}/admin/manage/texts/${page.name}/${language}`,
    )
    .join(' and ')

export const templateText = (template: Template, settings: Settings): string => {
  const { page, keys, languages } = template
  const place = settings.hasOwnContent ? 'in CONTENT_DIR' : 'in the console'
  return [
    `${page.path} is a template, ${place} (docs/administration.md, Public pages):`,
    keys.length > 0 ? `fill in ${placeOfValues(settings)}: ${keys.map((key) => `'${key}'`).join(', ')};` : [],
    languages.length > 0 ? `fill in the brackets of ${placesOf(template, settings)};` : [],
    keys.length + languages.length === 0
      ? 'the brand lacks contact details (in the console: Ονομασία και στοιχεία), or the text names something unknown in {{…}};'
      : [],
  ]
    .flat()
    .join(' ')
    .replace(/;$/, '.')
}

/** Returns what is to fill in: a line for each page and wrong value, for the terminal at startup. */
export const describeTemplates = (settings: Settings): string[] => [
  ...listWrongValues(settings).map((wrong) => wrongValueText(wrong, settings)),
  ...listTemplates(settings).map((template) => templateText(template, settings)),
]
