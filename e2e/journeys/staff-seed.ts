/** Participants and records of the staff's journeys, imported with the operator's commands. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '../fixtures.ts'

/** Clock of the journeys' browsers: 12:30 of 10/03/2026 in Athens, the 11th already in Kiritimati. */
export const noon = new Date('2026-03-10T10:30:00Z')

export const eleni = {
  name: 'Ελένη Κωνσταντίνου',
  email: 'eleni.k@example.gr',
  telephone: '6944123456',
}
/** A ledger with corrections: the sum of reuse is negative. */
export const petros = { name: 'Πέτρος Ωραιόπουλος', email: 'petros@example.gr' }

/** Eleni's records, newest first: time, description, points. The days are the edges of the periods. */
export const eleniRecords = [
  ['2026-03-10T08:42:00+02:00', 'oil_collected', 1240],
  ['2026-03-04T00:10:00+02:00', 'item_reused', 40],
  ['2026-03-03T23:50:00+02:00', 'coupon_created', -200],
  ['2026-02-11T00:05:00+02:00', 'coupon_cancelled', 150],
  ['2026-02-10T23:55:00+02:00', 'collection_cancelled', -60],
  ['2025-09-11T00:01:00+03:00', 'item_delivered', 50],
  ['2025-09-10T23:59:00+03:00', 'coupon_reimbursed', 30],
  ['2025-03-11T00:01:00+02:00', 'oil_collected', 70],
  ['2025-03-10T23:59:00+02:00', 'oil_collected', 80],
] as const

/** Number of them in each period on that day. */
export const within = { all: 9, week: 2, month: 4, previousMonth: 2, sixMonths: 6, year: 8 }

/** In addition to Eleni and Petros; two records each, of 2024. */
const others = 118
export const people = others + 2
export const records = eleniRecords.length + 2 + 2 * others

const number = (n: number) => String(n).padStart(3, '0')

const headers = {
  participants: 'email,first_name,last_name,telephone,municipality,password_hash,created_at',
  points: 'email,points,description,created_at,reference',
}

const everyone = [
  `${eleni.email},Ελένη,Κωνσταντίνου,${eleni.telephone},Κοζάνης,,`,
  `${petros.email},Πέτρος,Ωραιόπουλος,2461012345,,,`,
  ...Array.from(
    { length: others },
    (_, at) => `person${number(at)}@example.gr,Μαρία,Παπαδοπούλου ${number(at)},69000000,Γρεβενών,,`,
  ),
]

const ledger = [
  ...eleniRecords.map(([when, what, points], at) => `${eleni.email},${points},${what},${when},eleni-${at}`),
  `${petros.email},100,oil_collected,2024-05-01T09:00:00+03:00,petros-1`,
  `${petros.email},-40,item_reused,2024-05-02T09:00:00+03:00,petros-2`,
  ...Array.from({ length: others }, (_, at) => {
    const second = String(at % 60).padStart(2, '0')
    return [
      `person${number(at)}@example.gr,10,oil_collected,2024-01-10T10:00:${second}+02:00,a-${at}`,
      `person${number(at)}@example.gr,5,item_reused,2024-02-10T10:00:${second}+02:00,b-${at}`,
    ]
  }).flat(),
]

/** Writes the files of the imports. @returns the commands, and deletes the files */
export async function prepareImports() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
  const commands = []
  for (const [what, lines] of [
    ['participants', everyone],
    ['points', ledger],
  ] as const) {
    const file = join(folder, `${what}.csv`)
    await writeFile(file, [headers[what], ...lines].join('\n'))
    commands.push(['import', what, file])
  }
  return { commands, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Journeys on a portal with 120 participants and 247 records. */
export const test = base.extend({ people: 'many' })
