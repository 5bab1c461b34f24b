import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inLanguage, type Language } from '@portal/contract/words/language.ts'
import { z } from 'zod'
import type { Config } from '#server/lib/config/config.ts'
import { readContent } from '#server/lib/config/content.ts'
import { noticeFacts } from './notice-facts.ts'
import { noticeFields } from './notice-fields.ts'

export type Settings = Config

export const valuesFile = ({ contentFolder }: Settings) => join(contentFolder, 'values.json')

const file = z.record(z.string(), z.union([z.string(), z.strictObject({ el: z.string(), en: z.string() })]))

/** @throws Error with the file's name if it is not JSON, or has a value that is neither a text nor one per language */
function readValues(settings: Settings): z.output<typeof file> {
  const path = valuesFile(settings)
  if (!existsSync(path)) return {}
  try {
    return file.parse(JSON.parse(readContent(path)))
  } catch (error) {
    throw new Error(`${path} is not an object of texts, or of texts by language ("el", "en").`, {
      cause: error,
    })
  }
}

/** A value without a place in the notices (`choices` undefined), or one that is not among the choices. */
export type WrongValue = { key: string; choices?: string[] }

export function listWrongValues(settings: Settings): WrongValue[] {
  return Object.entries(readValues(settings)).flatMap(([key, value]) => {
    const field = noticeFields[key]
    if (!field) return [{ key }]
    if (value === '' || !field.choices || (typeof value === 'string' && field.choices[value])) return []
    return [{ key, choices: Object.keys(field.choices) }]
  })
}

export const wrongValueText = ({ key, choices }: WrongValue, settings: Settings): string =>
  `${valuesFile(settings)}: '${key}' is ${choices ? `not one of: ${choices.join(', ')}` : 'unknown'}.`

/**
 * Replaces {{…}}: the brand (company, product, telephone, email, address), url, the facts of this server's settings, and the
 * values of values.json. What is missing becomes a gap to fill in.
 */
export function fillIn(text: string, settings: Settings, language: Language): string {
  const { brand, publicUrl, demonstration } = settings
  const values = readValues(settings)
  const known: Record<string, string | undefined> = {
    company: brand.company,
    product: brand.product,
    url: publicUrl,
    ...brand.contact,
    ...noticeFacts(settings, language),
  }
  const valueOf = (key: string): string | undefined => {
    const field = noticeFields[key]
    const value = values[key] || (demonstration ? field?.example : undefined)
    if (!field || !value) return undefined
    const chosen = typeof value === 'string' && field.choices ? field.choices[value] : value
    return typeof chosen === 'object' ? inLanguage<string>(language, chosen) : chosen
  }
  const gapOf = (key: string) => {
    const hint = noticeFields[key]?.hint ?? contactHints[key]
    return inLanguage<string>(language, {
      el: `[συμπληρώστε: ${hint?.el ?? key}]`,
      en: `[fill in: ${hint?.en ?? key}]`,
    })
  }
  const replace = (part: string): string =>
    part.replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
      const key = name.trim().replace(/\s+/g, ' ')
      const value = known[key] ?? valueOf(key)
      return value === undefined ? gapOf(key) : replace(value)
    })
  return replace(text)
}

/** Keys of the fields in a text that have no value. */
export const missingKeys = (text: string, settings: Settings): string[] => {
  const values = readValues(settings)
  const needed = [...text.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name = '']) =>
    name.trim().replace(/\s+/g, ' '),
  )
  return [...new Set(needed)].filter((key) => {
    const field = noticeFields[key]
    const value = values[key]
    return field && (!value || (field.choices && !(typeof value === 'string' && field.choices[value])))
  })
}

/** Of the brand. */
const contactHints: Record<string, { el: string; en: string } | undefined> = {
  telephone: { el: 'τηλέφωνο', en: 'telephone' },
  email: { el: 'διεύθυνση email', en: 'email' },
  address: { el: 'ταχυδρομική διεύθυνση', en: 'address' },
}
