import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inLanguage, type Language } from '@portal/contract/words/language.ts'
import { z } from 'zod'
import type { Config } from '#server/lib/config/config.ts'
import { readContent } from '#server/lib/config/content.ts'
import { noticeFacts } from './notice-facts.ts'
import { type Field, noticeFields } from './notice-fields.ts'

/** A value as in values.json: a text, or one per language. */
export type Value = z.output<typeof value>
export type Values = z.output<typeof valuesSchema>

/** What operators have published in the console. Absent: there is nothing, or the files of CONTENT_DIR win. */
export type Stored = {
  values: Values
  /** By `${page}.${language}`. */
  texts: Readonly<Record<string, string>>
}
export type Settings = Config & { stored?: Stored }

export const valuesFile = ({ contentFolder }: Settings) => join(contentFolder, 'values.json')

const value = z.union([z.string(), z.strictObject({ el: z.string(), en: z.string() })])
const valuesSchema = z.record(z.string(), value)

/** Not those that every object inherits: texts may name any key. */
const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

export const fieldOf = (key: string) => own(noticeFields, key)

/** The values of the file and of the console. @throws Error as `readValuesFile` */
export const readValues = (settings: Settings): Values => ({
  ...readValuesFile(valuesFile(settings)),
  ...settings.stored?.values,
})

/** @throws Error with the file's name if it is not JSON, or has a value that is neither a text nor one per language */
export function readValuesFile(path: string): Values {
  if (!existsSync(path)) return {}
  try {
    return valuesSchema.parse(JSON.parse(readContent(path)))
  } catch (error) {
    throw new Error(`${path} is not an object of texts, or of texts by language ("el", "en").`, {
      cause: error,
    })
  }
}

/** A value without a place in the notices (`choices` undefined), or one that is not among the choices. */
export type WrongValue = { key: string; choices?: string[] }

export const listWrongValues = (settings: Settings): WrongValue[] =>
  Object.entries(readValues(settings)).flatMap(([key, value]) => wrongValue(key, value) ?? [])

export function wrongValue(key: string, value: Value): WrongValue | undefined {
  const field = fieldOf(key)
  if (!field) return { key }
  if (value === '' || !field.choices || choiceOf(field, value)) return undefined
  return { key, choices: Object.keys(field.choices) }
}

const choiceOf = ({ choices = {} }: Field, value: Value) =>
  typeof value === 'string' ? own(choices, value) : undefined

/** Where the values are: for lines of the terminal. */
export const placeOfValues = (settings: Settings) =>
  settings.hasOwnContent ? valuesFile(settings) : `${settings.publicUrl}/admin/manage/texts/values`

export const wrongValueText = ({ key, choices }: WrongValue, settings: Settings): string =>
  `${placeOfValues(settings)}: '${key}' is ${choices ? `not one of: ${choices.join(', ')}` : 'unknown'}.`

const keysIn = (text: string): string[] =>
  Array.from(text.matchAll(/\{\{([^{}]+)\}\}/g), ([, name = '']) => keyOf(name))
const keyOf = (name: string) => name.trim().replace(/\s+/g, ' ')

/** What the settings know: the brand (company, product, telephone, email, address), url, and facts. */
const knownOf = (settings: Settings, language: Language): Record<string, string | undefined> => ({
  company: settings.brand.company,
  product: settings.brand.product,
  url: settings.publicUrl,
  ...settings.brand.contact,
  ...noticeFacts(settings, language),
})

/**
 * Replaces {{…}}: what the settings know, and the values of values.json and of the console. What is missing becomes a gap to
 * fill in. Only our own texts of choices are replaced again: what an operator types could name itself.
 */
export function fillIn(text: string, settings: Settings, language: Language): string {
  const values = readValues(settings)
  const known = knownOf(settings, language)
  const valueOf = (key: string): string | undefined => {
    const field = fieldOf(key)
    const value = own(values, key) || (settings.demonstration ? field?.example : undefined)
    if (!field || !value) return undefined
    const choice = choiceOf(field, value)
    if (choice) return replace(inLanguage<string>(language, choice))
    return (typeof value === 'object' ? inLanguage<string>(language, value) : value) || undefined
  }
  const gapOf = (key: string) => {
    const hint = fieldOf(key)?.hint ?? own(contactHints, key)
    return inLanguage<string>(language, {
      el: `[συμπληρώστε: ${hint?.el ?? key}]`,
      en: `[fill in: ${hint?.en ?? key}]`,
    })
  }
  const replace = (part: string): string =>
    part.replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
      const key = keyOf(name)
      return own(known, key) ?? valueOf(key) ?? gapOf(key)
    })
  return replace(text)
}

/** Keys of the fields in a text that have no value, also in the text of a choice. */
export function missingKeys(text: string, settings: Settings): string[] {
  const values = readValues(settings)
  const missing = (text: string): string[] =>
    keysIn(text).flatMap((key) => {
      const field = fieldOf(key)
      if (!field) return []
      const value = own(values, key)
      if (!value || wrongValue(key, value)) return key
      const choice = choiceOf(field, value)
      return choice ? missing(choice.el) : []
    })
  return [...new Set(missing(text))]
}

/** Keys in a text for which there can be no value. */
export function unknownKeys(text: string, settings: Settings): string[] {
  const known = { ...knownOf(settings, 'el'), ...contactHints, ...noticeFields }
  return [...new Set(keysIn(text))].filter((key) => !Object.hasOwn(known, key))
}

/** Contact details of the brand that a text needs and that are missing. */
export function missingContacts(text: string, settings: Settings): string[] {
  const known = knownOf(settings, 'el')
  return [...new Set(keysIn(text))].filter((key) => own(contactHints, key) && own(known, key) === undefined)
}

/** Of the brand. */
const contactHints: Record<string, { el: string; en: string }> = {
  telephone: { el: 'τηλέφωνο', en: 'telephone' },
  email: { el: 'διεύθυνση email', en: 'email' },
  address: { el: 'ταχυδρομική διεύθυνση', en: 'address' },
}
