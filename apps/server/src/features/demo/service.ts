import type { Db, Trx } from '#server/db/database.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'
import type { Portal } from '#server/lib/context/context.ts'
import { hasExampleSite } from './example-site-service.ts'
import { insertGenerated } from '#server/ledger/import/generated.ts'
import { calendarUntil, span } from './calendar.ts'
import { invent, openHomes } from './generate-service.ts'
import { historyOf } from './history.ts'
import * as queries from './queries.ts'
import { inventRates } from './rates.ts'
import { randomOf } from './random.ts'

type Context = Pick<Portal, 'db' | 'clock' | 'config'>

/** Sign-ins that everyone knows, for the demonstration alone. The passwords keep the portal's own rules. */
export const demonstrationSignIns = {
  customer: {
    email: 'maria@example.gr',
    firstName: 'Μαρία',
    lastName: 'Παπαδοπούλου',
    password: 'ladi-se-fos-24',
  },
  staff: {
    email: 'staff@example.gr',
    firstName: 'Δημήτρης',
    lastName: 'Κωστόπουλος',
    password: 'metrao-pontous-24',
  },
} as const

/** As much as makes lists, pages and searches worth a look, and is there within seconds on the embedded database. */
const amount = { participants: 300, records: 4_000, seed: 2024 }

/** The demonstration's database is about to be served as a real one. */
export class DemonstrationData extends Error {
  override name = 'DemonstrationData'
  constructor() {
    super(
      'This database holds the demonstration, whose passwords everyone knows, and may not be served as a real portal. Choose another database (DATABASE_URL or DATA_DIR), or say DEMO=yes.',
    )
  }
}

/**
 * Fills an empty database with the demonstration: municipalities, invented people, and two to sign in as. All in one
 * transaction, so that a first start that is killed begins anew. A database that has users is left as it is.
 */
export async function prepareDemonstration({ db, clock }: Context): Promise<void> {
  if (await queries.hasUsers(db)) return
  const { customer, staff } = demonstrationSignIns
  // Slow on purpose, so before the transaction.
  const hashes = {
    customer: await hashPassword(customer.password),
    staff: await hashPassword(staff.password),
  }
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    if (await queries.hasUsers(trx)) return
    await openSignIns(trx, now, hashes)
    await invent(trx, { ...amount, label: 'demonstration', domain: 'example.gr', now, progress: () => {} })
    await inventRates(trx)
    await queries.insertMark(trx)
  })
  await queries.tidy(db)
}

async function openSignIns(trx: Trx, now: Date, hashes: { customer: string; staff: string }): Promise<void> {
  const homes = await openHomes(trx)
  const kozani = homes.reduce((largest, home) => (home.population > largest.population ? home : largest))
  const { customer, staff } = demonstrationSignIns
  const since = span - 2 * 365
  const ids = await queries.insertPeople(trx, [
    {
      ...customer,
      telephone: '6920000001',
      municipalityId: kozani.id,
      passwordHash: hashes.customer,
      createdAt: later(now, -days(2 * 365)),
    },
    {
      ...staff,
      telephone: '',
      municipalityId: null,
      isStaff: true,
      passwordHash: hashes.staff,
      createdAt: later(now, -days(span)),
    },
  ])
  const participantId = ids.get(customer.email)
  if (participantId === undefined) throw new Error('The customer of the demonstration was not opened.')
  const history = historyOf(randomOf(amount.seed, -3), calendarUntil(now), { count: 48, since: since + 1 })
  const records = history.map((record, place) => ({
    ...record,
    participantId,
    reference: `demonstration-maria-${place + 1}`,
  }))
  await insertGenerated(trx, records)
}

/** Whether this database is the demonstration's own, made by `prepareDemonstration`. */
export const isDemonstration = (db: Db): Promise<boolean> => queries.isMarked(db)

/** The demonstration's sign-ins and where its mails are, as lines for a terminal; none where this isn't it. */
export async function describeDemonstration({
  db,
  config,
}: Pick<Context, 'db' | 'config'>): Promise<string[]> {
  if (!(await queries.isMarked(db))) return []
  const { customer, staff } = demonstrationSignIns
  return [
    'This is the demonstration, with invented people. Sign in as',
    `  a customer          ${customer.email}  ${customer.password}`,
    `  a member of staff   ${staff.email}  ${staff.password}`,
    ...(hasExampleSite({ config }) ? ["A partner's site to try beside it: npm run example"] : []),
    ...(config.mail.kind === 'outbox' ? [`Its mails are shown at ${config.publicUrl}/outbox/`] : []),
  ]
}

/** @throws DemonstrationData where a portal that isn't the demonstration opens the demonstration's database */
export async function assertNoDemonstrationData(db: Db): Promise<void> {
  if (await queries.isMarked(db)) throw new DemonstrationData()
}
