import { createHash } from 'node:crypto'
import { maxValueLength } from '@portal/contract/words/text-limits.ts'
import { type TextValue, textValue } from '@portal/contract/manage-texts.ts'
import { contentPages } from '@portal/contract/public-pages.ts'
import { z } from 'zod'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import { readContent } from '#server/lib/config/content.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { type Field, fieldGroups, ofPeople } from './notice-fields.ts'
import {
  fieldOf,
  missingContacts,
  missingKeys,
  readValues,
  readValuesFile,
  type Settings,
  type Value,
  wrongValue,
} from './notice-values.ts'
import { languagesOf, sourceOf } from './pages-service.ts'
import { readSettings, storeVersions } from './stored-service.ts'
import * as queries from './texts-queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** Free texts differ by language; days and numbers do not. */
const isTranslated = ({ choices, example }: Field) => !choices && typeof example !== 'string'

const pairOf = (value: Value = ''): TextValue => (typeof value === 'string' ? { el: value, en: '' } : value)
const valueOf = ({ el, en }: TextValue): Value => (en === '' ? el : { el, en })

/** @param settings with what the console has stored */
const versionOf = (settings: Settings): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(readValues(settings)).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 22)

/** Of all texts that are shown. The demonstration's examples do not count. */
const inTexts = (settings: Settings, find: (text: string, settings: Settings) => string[]): string[] => {
  const asServed = { ...settings, demonstration: false }
  const texts = contentPages.flatMap((page) =>
    languagesOf(page, settings).map((language) => sourceOf(page, settings, language)),
  )
  return [...new Set(texts.flatMap((text) => find(text, asServed)))]
}

/** What is missing on the public pages: keys of values, and contact details of the brand. */
export const listMissing = (settings: Settings) => ({
  keys: inTexts(settings, missingKeys),
  contacts: inTexts(settings, missingContacts),
})

/** The form of the values, in the order of the groups. */
export function describeValues(settings: Settings) {
  const values = readValues(settings)
  const missing = new Set(listMissing(settings).keys)
  const fields = [...fieldGroups].flatMap(([key, group]) => {
    const field = fieldOf(key)
    return field ? [{ key, group, field }] : []
  })
  const described = fields.map(({ key, group, field }) => ({
    key,
    group,
    hint: field.hint.el,
    choices: field.choices
      ? // Bold in Markdown.
        Object.entries(field.choices).map(([value, { el }]) => ({ value, text: el.replaceAll('**', '') }))
      : null,
    translated: isTranslated(field),
    missing: missing.has(key),
    ...pairOf(values[key]),
  }))
  return { in_files: settings.hasOwnContent, version: versionOf(settings), fields: described }
}

/**
 * Changes the values that are given. They are on the pages at once.
 * @param version of the values that the operator saw; absent: any
 * @throws ApiError texts_in_files, changed_meanwhile, field_unknown, choice_invalid
 */
export async function changeValues(
  context: Context,
  author: AuditActor,
  values: Readonly<Record<string, TextValue>>,
  version?: string,
): Promise<Settings> {
  for (const [key, { el, en }] of Object.entries(values)) {
    const field = fieldOf(key)
    if (!field) throw new ApiError([{ code: 'field_unknown', field: `values.${key}` }])
    if (el === '' && en !== '') throw new ApiError([{ code: 'required', field: `values.${key}.el` }])
    if (wrongValue(key, valueOf({ el, en })))
      throw new ApiError([
        { code: 'choice_invalid', field: `values.${key}.el`, params: { choice: el.slice(0, 100) } },
      ])
  }
  await changeAs(context.db, author, async (trx) => {
    await queries.lockTexts(trx)
    const settings = await readSettings({ ...context, db: trx })
    if (settings.hasOwnContent) throw new ApiError('texts_in_files')
    if (version !== undefined && version !== versionOf(settings)) throw new ApiError('changed_meanwhile')
    const before = readValues(settings)
    const changed = Object.entries(values).filter(
      ([key, pair]) => JSON.stringify(pair) !== JSON.stringify(pairOf(before[key])),
    )
    for (const [key, pair] of changed)
      if (pair.el === '') await queries.deleteValue(trx, key)
      else await queries.writeValue(trx, key, valueOf(pair))
    if (changed.length === 0) return
    await writeAudit({ ...context, db: trx }, author, {
      action: 'text.values',
      details: {
        text_values: changed.map(([key, pair]) => factOf(key, pairOf(before[key]), pair)).join('\n'),
      },
    })
  })
  await storeVersions(context)
  return readSettings(context)
}

/** The values in a file of the form of values.json. @throws Error with the file's name if it is missing or invalid */
export function readValuesOf(file: string): Record<string, TextValue> {
  readContent(file)
  const pairs = Object.entries(readValuesFile(file)).map(([key, value]) => [key, pairOf(value)])
  const { data, error } = z.record(z.string(), textValue).safeParse(Object.fromEntries(pairs))
  if (error) throw new Error(`${file} has a value of more than ${maxValueLength} characters.`)
  return data
}

/** Characters of a value in the audit log. */
const maxShown = 100
const shown = (value: TextValue) => {
  const text = value.en === '' ? value.el : `${value.el} / ${value.en}`
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text || '—'
}

/** Before and after; of people only that something was changed. */
const factOf = (key: string, before: TextValue, after: TextValue) =>
  ofPeople.has(key) ? `${key}: άλλαξε` : `${key}: ${shown(before)} → ${shown(after)}`
