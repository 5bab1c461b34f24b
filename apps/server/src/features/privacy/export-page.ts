import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Description, factsOf } from '@portal/contract/words/descriptions.ts'
import { inLanguage, type Language, type Texts } from '@portal/contract/words/language.ts'
import { actionsForPerson } from '@portal/contract/security/audit-person-text.ts'
import { roleNames } from '@portal/contract/security/permissions.ts'
import type { Brand } from '@portal/contract/site.ts'
import { escapeHtml as escape, standaloneStyle } from '#server/lib/html/html.ts'
import type { PersonalData } from './export-data-service.ts'
import { detailLabels, detailNames, hiddenDetails, names } from './export-names.ts'
import { introTexts, labels, texts } from './export-text.ts'

const style = `${standaloneStyle}\n${readFileSync(resolve(import.meta.dirname, 'export-page.css'), 'utf8')}`

type Words = {
  language: Language
  text: Record<keyof (typeof texts)['el'], string>
  labels: Record<string, string>
  locale: string
}

const wordsIn = (language: Language): Words => ({
  language,
  text: texts[language],
  labels: labels[language],
  locale: inLanguage(language, { el: 'el-GR', en: 'en-GB' }),
})

/** The names of the codes of a column, if it has codes. */
const codesOf = ({ language }: Words, key: string) =>
  (names as Record<string, Texts<Record<string, string>>>)[namesOf[key] ?? key]?.[language]

const athens = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Athens',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
/** DD/MM/YYYY hh:mm, in both languages. */
const timeText = (timestamp: string) => athens.format(new Date(timestamp)).replace(',', '')

/** Columns with text of people or partners, which is shown as it is, also if it looks like a day. */
const written = new Set([
  'text',
  'note',
  'staff_note',
  'answer',
  'extension_reason',
  'why',
  'title',
  'shop',
  'reference',
  'name',
  'words',
])

/** Describes a value. Codes have names only where a column has codes: elsewhere a text may look like one. */
function describe(words: Words, value: unknown, key: string, codes = codesOf(words, key)): string {
  const { text, locale } = words
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (typeof value === 'number')
    return key === 'hour'
      ? `${value}:00`
      : value.toLocaleString(locale, { useGrouping: !/^(number|reverses)$/.test(key) })
  if (Array.isArray(value)) return value.map((one) => describe(words, one, key)).join(', ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, inside]) => `${words.labels[name] ?? name}: ${describe(words, inside, name)}`)
      .join(', ')
  const word = String(value)
  if (codes && Object.hasOwn(codes, word)) return codes[word] ?? word
  if (!written.has(key)) {
    if (/^\d{4}-\d\d-\d\d$/.test(word)) return word.split('-').toReversed().join('/')
    if (/(?:^|_)at$|_until$/.test(key) && /^\d{4}-\d\d-\d\dT/.test(word)) return timeText(word)
  }
  return word
}

/** Details of audit entries, which have their own names. Those that the page does not know are in the other file. */
function describeDetails(words: Words, details: Values) {
  const { language } = words
  const detailLabel = detailLabels[language]
  return Object.entries(details)
    .filter(([name, value]) => value !== null && detailLabel[name] && !hiddenDetails.has(name))
    .map(([name, value]) => {
      const own = detailNames[name]?.[language]
      const codes = own ?? codesOf(words, name)
      // Several codes: separated by spaces.
      const parts = codes && typeof value === 'string' && !own?.[value] ? value.split(' ') : [value]
      // The consent's version is the day of its text.
      const key = name === 'text' ? 'day' : name
      // Of periods and of roles.
      const label =
        name === 'to' && Object.hasOwn(roleNames, String(value)) ? words.labels[name] : detailLabel[name]
      return `${label}: ${parts.map((part) => describe(words, part, key, codes)).join(', ')}`
    })
    .join(' · ')
}

/** Details with the codes of a column of another name. */
const namesOf: Record<string, string> = {
  scope: 'scopes',
  refused: 'scopes',
  actor_kind: 'by',
  from: 'role',
  to: 'role',
}

type Values = Record<string, unknown>

/** Keys that another column shows in words. */
const repeated = new Set(['description'])

const isEmpty = (value: unknown) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** Names and answers begin with a capital, texts and codes stay as they are. */
function shown(words: Words, value: unknown, key: string): string {
  const text = describe(words, value, key)
  const isName = typeof value === 'boolean' || Object.hasOwn(names, key)
  return isName ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

const facts = (words: Words, values: Values) =>
  `<dl>${Object.entries(values)
    .filter(([, value]) => !isEmpty(value))
    .map(
      ([key, value]) =>
        `<dt>${escape(words.labels[key] ?? key)}</dt><dd>${escape(shown(words, value, key))}</dd>`,
    )
    .join('')}</dl>`

/** One list entry per row, not a table: it fits every width and is read aloud with its labels. */
const list = (words: Words, rows: readonly Values[]) =>
  rows.length === 0
    ? `<p>${words.text.none}</p>`
    : `<ol>${rows
        .map(
          (row) =>
            `<li>${facts(words, Object.fromEntries(Object.entries(row).filter(([key]) => !repeated.has(key))))}</li>`,
        )
        .join('\n')}</ol>`

const section = (title: string, body: string) => `<section><h2>${escape(title)}</h2>\n${body}</section>`

/** Names the descriptions of records in the language; the data has their Greek names. */
const named = <Row extends { description: Description | null; description_text: string }>(
  language: Language,
  rows: readonly Row[],
) =>
  rows.map((row) =>
    language === 'el'
      ? row
      : {
          ...row,
          description_text:
            row.description === null
              ? actionsForPerson.en['account.email_change']
              : factsOf[row.description].english,
        },
  )

/**
 * Renders the export as one page without other files: to keep, read and print. The same content as the JSON, in the
 * language of the account; for staff in Greek.
 */
export function renderPersonalData(data: PersonalData, { product }: Brand): string {
  const language = (data.account.role === null && data.account.language) || 'el'
  const words = wordsIn(language)
  const { text } = words
  const { records, ...sums } = data.points
  const { municipality, created_at: signedUpAt, ...account } = data.account
  const { second_factors: factors } = data
  const town = municipality && `${municipality.name}, ${municipality.regional_unit}, ${municipality.region}`
  // What a first party may do needed no consent.
  const sites = { ...words, labels: { ...words.labels, scopes: text.siteCan } }
  const optional = (title: string, rows: readonly Values[]) =>
    rows.length > 0 ? section(title, list(words, rows)) : ''
  const sections = [
    section(text.account, facts(words, { ...account, municipality: town, signed_up_at: signedUpAt })),
    section(text.points, facts(words, sums)),
    section(text.records, list(words, named(language, records))),
    section(text.callNotes, list(words, data.call_notes)),
    section(text.coupons, list(words, data.coupons)),
    optional(text.cards, data.cards),
    optional(text.deskEntries, data.desk_entries),
    section(text.stickers, list(words, data.stickers)),
    section(text.waiting, list(words, named(language, data.waiting_deliveries))),
    section(text.claims, list(words, data.claims)),
    optional(text.flags, data.flags),
    optional(text.emailChanges, data.email_changes),
    optional(text.requests, named(language, data.requests)),
    optional(text.dataRequests, data.data_requests),
    section(text.sessions, list(words, data.sessions)),
    section(
      text.secondFactors,
      facts(words, { app_added_at: factors.app_added_at, recovery_codes: factors.recovery_codes }) +
        (factors.app_added_at !== null && factors.passkeys.length === 0 ? '' : list(words, factors.passkeys)),
    ),
    section(text.sites, list(sites, data.sites)),
    section(text.consents, list(words, data.consents)),
    section(text.links, list(words, data.links)),
    section(text.mails, list(words, data.mails)),
    section(text.notices, list(words, data.notices)),
    section(
      text.audit,
      list(
        words,
        data.audit.map((entry) => ({
          ...entry,
          // The name of a command or job is a code.
          name: entry.by === 'partner' || entry.by === 'device' ? entry.name : null,
          details: describeDetails(words, entry.details),
        })),
      ),
    ),
    optional(
      text.exports,
      data.exports.map((row) => ({ ...row, filter: describeDetails(words, row.filter) })),
    ),
    data.erasure ? section(text.erasure, facts(words, data.erasure)) : '',
  ]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(text.title)} · ${escape(product)}</title>
<style>
${style}</style>
</head>
<body>
<main>
<h1>${escape(text.title)}</h1>
<p>${escape(introTexts[language](product, timeText(data.created_at)))}</p>
${sections.filter(Boolean).join('\n')}
</main>
</body>
</html>
`
}
