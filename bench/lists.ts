/**
 * The staff's lists on a large database: the points' first, middle and last page, in all and in a range, and searches.
 * Each question is asked as a clerk's browser asks it, over HTTP of a server in this process, one after another.
 *
 *   DATABASE_URL=postgres://… npm run portal -- demo --participants 100000 --records 1000000 --seed 1
 *   DATABASE_URL=postgres://… npm run bench lists
 *
 * Prints the median and the slowest of 30 in milliseconds, and the ratio to `GET /healthz`, which only passes through.
 */
import { openClerk } from './clerk/open-clerk.ts'

const { ask, measure, close } = await openClerk()
await measure('GET /healthz', '/healthz')

const pageOf = async (query: string) =>
  (await ask(`/api/points/?${query}`)).answer.json<{ total_pages: number; count: number }>()
const year = new Date().getFullYear()
for (const [name, query] of [
  ['everything', ''],
  ['one year', `created_at_after=${year - 2}-01-01&created_at_before=${year - 2}-12-31`],
  ['40 days', `created_at_after=${year - 1}-02-10&created_at_before=${year - 1}-03-21`],
] as const) {
  const { total_pages: pages, count } = await pageOf(query)
  for (const [where, page] of [
    ['first', 1],
    ['middle', Math.ceil(pages / 2)],
    ['last', pages],
  ] as const)
    await measure(`points, ${name}, ${where} page`, `/api/points/?${query}&page=${page}`, `${count} records`)
}

const total = async (search: string) =>
  (await ask(`/api/participants/?limit=50&search=${encodeURIComponent(search)}`)).answer.headers[
    'x-total-count'
  ]
await measure('participants, first piece', '/api/participants/?limit=50')
await measure('participants, a piece in the middle', '/api/participants/?limit=50&offset=50000')
const searches = [
  'παπ',
  'γιω',
  'μαρ',
  'ιου',
  'ξψω',
  'pap',
  'gio',
  'xri',
  'α',
  'ψ',
  'q',
  'πα',
  'ξψ',
  'th',
  '694',
  'μαρια παπ',
  'papadopoulou maria',
  'a',
  'ε.gr',
  'example',
]
for (const search of searches)
  await measure(
    `search '${search}'`,
    `/api/participants/?limit=50&search=${encodeURIComponent(search)}`,
    `${String(await total(search))} found`,
  )

await close()
