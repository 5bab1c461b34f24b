import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PersonalData } from '@portal/contract/privacy.ts'
import type { Brand } from '@portal/contract/site.ts'
import { escapeHtml as escape, standaloneStyle } from '#server/lib/html/html.ts'
import { text } from './export-text.ts'

const style = `${standaloneStyle}\n${readFileSync(resolve(import.meta.dirname, 'export-page.css'), 'utf8')}`

const longTime = new Intl.DateTimeFormat('el-GR', {
  timeZone: 'Europe/Athens',
  dateStyle: 'long',
  timeStyle: 'short',
})
const isTime = (value: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value)

/** Describes a value in Greek. Codes are translated only where a column has codes: elsewhere a text may look like one. */
function describe(value: unknown, key: string): string {
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (typeof value === 'number') return value.toLocaleString('el-GR', { useGrouping: key !== 'number' })
  if (Array.isArray(value)) return value.map((one) => describe(one, key)).join(', ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, inside]) => `${text.labels[name] ?? name}: ${describe(inside, name)}`)
      .join(', ')
  const word = String(value)
  if (/_at$|^at$/.test(key) && isTime(word)) return longTime.format(new Date(word))
  return coded.has(key) ? (text.values[word] ?? text.labels[word] ?? word) : word
}
const coded = new Set(['by', 'role', 'language', 'action', 'purpose', 'kind', 'state', 'scopes', 'step'])

type Values = Record<string, unknown>

/** Keys that another column shows in Greek. */
const repeated = new Set(['description'])

const isEmpty = (value: unknown) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

const facts = (values: Values) =>
  `<dl>${Object.entries(values)
    .filter(([, value]) => !isEmpty(value))
    .map(
      ([key, value]) => `<dt>${escape(text.labels[key] ?? key)}</dt><dd>${escape(describe(value, key))}</dd>`,
    )
    .join('')}</dl>`

/** One list entry per row, not a table: it fits every width and is read aloud with its labels. */
const list = (rows: readonly Values[]) =>
  rows.length === 0
    ? `<p>${text.none}</p>`
    : `<ol>${rows
        .map(
          (row) =>
            `<li>${facts(Object.fromEntries(Object.entries(row).filter(([key]) => !repeated.has(key))))}</li>`,
        )
        .join('\n')}</ol>`

const section = (title: string, body: string) => `<section><h2>${escape(title)}</h2>\n${body}</section>`

/** Renders the export as one page without other files: to keep, read and print. The same content as the JSON. */
export function renderPersonalData(data: PersonalData, { product }: Brand): string {
  const { records, ...sums } = data.points
  const { municipality, created_at: signedUpAt, ...account } = data.account
  const { second_factors: factors } = data
  const town = municipality && `${municipality.name}, ${municipality.regional_unit}, ${municipality.region}`
  const sections = [
    section(text.account, facts({ ...account, municipality: town, signed_up_at: signedUpAt })),
    section(text.points, facts(sums)),
    section(text.records, list(records)),
    section(text.stickers, list(data.stickers)),
    section(text.waiting, list(data.waiting_deliveries)),
    section(text.sessions, list(data.sessions)),
    section(
      text.secondFactors,
      facts({ app_added_at: factors.app_added_at, recovery_codes: factors.recovery_codes }) +
        list(factors.passkeys),
    ),
    section(text.sites, list(data.sites)),
    section(text.links, list(data.links)),
    section(text.mails, list(data.mails)),
    section(text.audit, list(data.audit)),
    ...(data.exports.length > 0 ? [section(text.exports, list(data.exports))] : []),
    ...(data.erasure ? [section(text.erasure, facts(data.erasure))] : []),
  ]
  return `<!doctype html>
<html lang="el">
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
<p>${escape(text.intro(product, longTime.format(new Date(data.created_at))))}</p>
${sections.join('\n')}
</main>
</body>
</html>
`
}
