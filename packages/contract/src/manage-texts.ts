import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { absentOr, dayText, idParam, moment, typeChecked } from './fields.ts'
import { contentPages, noticePages } from './public-pages.ts'
import { routes } from './routes.ts'
import { languages } from './words/language.ts'
import { maxTextLength, maxValueLength } from './words/text-limits.ts'

export const textPages = contentPages.map(({ name }) => name)
const page = z.enum(textPages)
const language = z.enum(languages)
const place = z.object({ page, language })
export type TextPlace = z.output<typeof place>

/** Of what the operator saw: a change of another version is rejected. */
const version = z.string({ error: absentOr('not_a_string') }).max(100, 'too_long')

const isString = (value: unknown) => (typeof value === 'string' ? value : undefined)
const noNul = (value: string) => !value.includes('\0')

/** Markdown. Lines end as in files of Unix. */
const markdown = typeChecked(
  isString,
  'not_a_string',
  z
    .string()
    .refine(noNul, { error: 'null_characters', abort: true })
    .overwrite((text) => text.replaceAll('\r\n', '\n'))
    .max(maxTextLength, { error: 'too_long', abort: true }),
)
export const publishedMarkdown = markdown.refine((text) => text.trim() !== '', 'blank')

/** One line; '' if there is none. */
const valueLine = typeChecked(
  isString,
  'not_a_string',
  z
    .string()
    .refine(noNul, { error: 'null_characters', abort: true })
    .overwrite((text) =>
      text
        .toWellFormed()
        .replace(/[\r\n\t]/g, ' ')
        .trim(),
    )
    .max(maxValueLength, { error: 'too_long', abort: true }),
)
/** `en` is '' for a choice, and where English pages show the Greek text. */
export const textValue = z.object({ el: valueLine, en: valueLine }, { error: absentOr('not_a_dictionary') })
export type TextValue = z.output<typeof textValue>

const day = z.iso.date({ error: absentOr('day_invalid') })
const textErrors = ['required', 'null', 'not_a_string', 'null_characters', 'too_long'] as const

/** Of a page in a language. `source`: `file` of CONTENT_DIR, the `shipped` file, or `published` in the console. */
const textState = z.object({
  page,
  language,
  source: z.enum(['file', 'shipped', 'published']),
  /** The day from which the published text is valid; the next one, if one is published for a later day. */
  since: dayText.nullable(),
  next: dayText.nullable(),
  draft: z.boolean(),
  /** Parts in brackets. */
  gaps: z.int(),
})
export type TextState = z.output<typeof textState>

export const listTexts = endpoint({
  ...routes.listTexts,
  summary: 'Lists the texts of the public pages, with what is missing in each',
  reply: z.object({
    /** Whether the administrator of the machine has set CONTENT_DIR: nothing can be changed then. */
    in_files: z.boolean(),
    /** Keys of values without which a page is a template. */
    missing: z.array(z.string()),
    /** Contact details that the brand lacks: `telephone`, `email`, `address`. */
    missing_contacts: z.array(z.string()),
    texts: z.array(textState),
  }),
  errors: [],
})

const valueField = z.object({
  key: z.string(),
  group: z.enum(['dates', 'bases', 'privacy', 'terms', 'accessibility']),
  hint: z.string(),
  /** Absent: a typed text. */
  choices: z.array(z.object({ value: z.string(), text: z.string() })).nullable(),
  /** Whether it may differ in English. */
  translated: z.boolean(),
  /** Whether a page is a template without it. */
  missing: z.boolean(),
  el: z.string(),
  en: z.string(),
})
export type ValueField = z.output<typeof valueField>

const values = z.object({ in_files: z.boolean(), version: z.string(), fields: z.array(valueField) })

export const readTextValues = endpoint({
  ...routes.readTextValues,
  summary: 'Reads what only the operator knows and the texts of the public pages say',
  reply: values,
  errors: [],
})

export const changeTextValues = endpoint({
  ...routes.changeTextValues,
  summary: 'Changes values in the texts of the public pages, at once',
  body: z.object({
    version,
    values: z.record(z.string(), textValue, { error: absentOr('not_a_dictionary') }),
  }),
  account: true,
  confirmed: true,
  reply: values,
  errors: [
    ...textErrors,
    'not_a_dictionary',
    'choice_invalid',
    'field_unknown',
    'changed_meanwhile',
    'texts_in_files',
  ],
})

/** `published_by`: number of the account; null: a command. `shipped`: the file of the portal from that day on. */
const publication = z.object({
  id: z.int(),
  number: z.int(),
  state: z.enum(['past', 'current', 'future']),
  shipped: z.boolean(),
  length: z.int().nullable(),
  valid_from: dayText,
  published_at: moment,
  published_by: z.int().nullable(),
})
export type TextPublication = z.output<typeof publication>

const managedText = z.object({
  version: z.string(),
  in_files: z.boolean(),
  today: dayText,
  /** What the page shows now, before values are filled in. */
  current: z.string(),
  shipped: z.string(),
  draft: z.object({ text: z.string(), saved_at: moment, saved_by: z.int().nullable() }).nullable(),
  publications: z.array(publication),
})
export type ManagedText = z.output<typeof managedText>

export const findText = endpoint({
  ...routes.findText,
  summary: 'Reads the text of a page with its draft and its versions',
  params: place,
  reply: managedText,
  errors: ['not_found'],
})

const preview = z.object({
  title: z.string().nullable(),
  /** Rendered Markdown, without scripts, images and raw HTML. */
  html: z.string(),
  /** Parts in brackets, and names in {{…}} that nothing fills in. */
  gaps: z.array(z.string()),
  unknown: z.array(z.string()),
})
export type TextPreview = z.output<typeof preview>

export const previewText = endpoint({
  ...routes.previewText,
  summary: 'Renders a text as citizens would see it',
  params: place,
  body: z.object({ text: markdown }),
  reply: preview,
  errors: [...textErrors, 'not_found'],
})

const changeErrors = ['not_found', 'changed_meanwhile', 'texts_in_files'] as const

export const saveTextDraft = endpoint({
  ...routes.saveTextDraft,
  summary: 'Saves a draft of the text of a page',
  params: place,
  body: z.object({ version, text: markdown }),
  account: true,
  reply: managedText,
  errors: [...textErrors, ...changeErrors],
})

export const discardTextDraft = endpoint({
  ...routes.discardTextDraft,
  summary: 'Discards the draft of the text of a page',
  params: place,
  body: z.object({ version }),
  account: true,
  reply: managedText,
  errors: [...textErrors, ...changeErrors],
})

export const publishText = endpoint({
  ...routes.publishText,
  summary: 'Publishes a text of a page from a day on',
  params: place,
  body: z.object({ version, text: publishedMarkdown, valid_from: day }),
  account: true,
  confirmed: true,
  reply: managedText,
  errors: [...textErrors, 'blank', 'day_invalid', 'day_past', ...changeErrors],
})

const publicationParams = place.extend(idParam.shape)

export const withdrawText = endpoint({
  ...routes.withdrawText,
  summary: 'Withdraws a published text before its day',
  params: publicationParams,
  body: z.object({ version }),
  account: true,
  confirmed: true,
  reply: managedText,
  errors: [...textErrors, 'text_valid', ...changeErrors],
})

export const readTextVersion = endpoint({
  ...routes.readTextVersion,
  summary: 'Reads a published text of a page',
  params: publicationParams,
  reply: z.object({ text: z.string(), preview }),
  errors: ['not_found'],
})

const noticePage = z.object({ page: z.enum(noticePages) })

/** `number`: of the version of the page that people read; null: nothing was changed since the first one. */
const mails = z.object({ number: z.int().nullable(), accounts: z.int() })

export const countTextMails = endpoint({
  ...routes.countTextMails,
  summary: 'Counts the accounts that know nothing about the newest change of a text',
  params: noticePage,
  reply: mails,
  errors: ['not_found'],
})

export const sendTextMails = endpoint({
  ...routes.sendTextMails,
  summary: 'Mails everyone who knows nothing about the newest change of a text',
  params: noticePage,
  body: z.object({ number: z.int({ error: absentOr('integer_invalid') }) }),
  account: true,
  confirmed: true,
  reply: mails,
  errors: ['required', 'null', 'integer_invalid', 'not_found', 'notice_unchanged', 'changed_meanwhile'],
})
