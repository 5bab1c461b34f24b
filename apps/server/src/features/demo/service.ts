import { appoint } from '#server/features/approvers/service.ts'
import { resolve } from 'node:path'
import type { Db, Trx } from '#server/db/database.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { importPlaces } from '#server/features/places/import-service.ts'
import { citizenEmail, hasExampleSite } from './example-site-service.ts'
import { insertClaims } from './claims.ts'
import { insertCustomerHistory, inventedCoupons } from './customer-history.ts'
import { calendarUntil, span } from './calendar.ts'
import { generatePeople, loadHomes } from './generate-service.ts'
import { historyOf } from './history.ts'
import * as queries from './queries.ts'
import { addDemoRates } from './rates.ts'
import { randomOf } from './random.ts'
import { describeDesks, insertShops, takenOffers } from './shops.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** Public credentials, only for the demonstration. The passwords comply with the password policy. */
export const demonstrationSignIns = {
  customer: {
    email: citizenEmail,
    firstName: 'Μαρία',
    lastName: 'Παπαδοπούλου',
    password: 'ladi-se-fos-24',
  },
  staff: {
    email: 'staff@example.gr',
    firstName: 'Δημήτρης',
    lastName: 'Κωστόπουλος',
    password: 'metrao-pontous-24',
    role: 'clerk',
  },
  manager: {
    email: 'manager@example.gr',
    firstName: 'Ελένη',
    lastName: 'Αντωνίου',
    password: 'elegxo-kiniseis-24',
    role: 'manager',
  },
  operator: {
    email: 'operator@example.gr',
    firstName: 'Γιώργος',
    lastName: 'Σταματίου',
    password: 'kleidia-kai-rolous-24',
    role: 'operator',
  },
} as const

const placesFile = resolve(import.meta.dirname, '../../../data/places.csv')

/** Enough data for lists, pages and searches; generated within seconds on the embedded database. */
const amount = { participants: 300, records: 4_000, seed: 2024 }

/** Thrown when a portal that is not the demonstration opens the demonstration's database. */
export class DemonstrationData extends Error {
  override name = 'DemonstrationData'
  constructor() {
    super(
      'This database contains the demonstration, whose passwords everyone knows, and cannot be used for a real portal. Choose another database (DATABASE_URL or DATA_DIR), or set DEMO=yes.',
    )
  }
}

/**
 * Fills an empty database with the demonstration: municipalities, collection points, generated people, offers, and accounts with
 * known passwords: a customer and one of staff for each role. Uses one transaction, so that an interrupted first start is
 * repeated. Does nothing if the database has users.
 */
export async function prepareDemonstration({ db, clock, config }: Context): Promise<void> {
  if (await queries.hasUsers(db)) return
  // Hashing is slow, so it runs before the transaction.
  const hashes = new Map<string, string>()
  for (const { email, password } of Object.values(demonstrationSignIns))
    hashes.set(email, await hashPassword(password))
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    if (await queries.hasUsers(trx)) return
    await addDemoRates(trx)
    const accounts = await insertSignIns({ db: trx, clock, config }, hashes)
    await importPlaces({ db: trx, clock }, placesFile)
    await generatePeople(trx, {
      ...amount,
      label: 'demonstration',
      domain: 'example.gr',
      now,
      progress: () => {},
    })
    await insertClaims({ db: trx, clock }, accounts)
    await insertShops({ db: trx, clock, config }, accounts)
    await queries.insertMark(trx)
  })
  await queries.vacuumTables(db)
}

/** @param hashes password hashes by e-mail address */
async function insertSignIns(
  { db: trx, clock, config }: Omit<Context, 'db'> & { db: Trx },
  hashes: Map<string, string>,
): Promise<{ customerId: number; clerkId: number; municipalityId: number }> {
  const now = clock.now()
  const homes = await loadHomes(trx)
  const kozani = homes.reduce((largest, home) => (home.population > largest.population ? home : largest))
  const { customer, ...staff } = demonstrationSignIns
  const since = later(now, -days(2 * 365))
  const passwordHashOf = ({ email }: { email: string }) => hashes.get(email) ?? ''
  const ids = await queries.insertPeople(trx, [
    {
      ...customer,
      telephone: '6920000001',
      municipalityId: kozani.id,
      passwordHash: passwordHashOf(customer),
      createdAt: since,
    },
    ...Object.values(staff).map((member) => ({
      ...member,
      telephone: '',
      municipalityId: null,
      passwordHash: passwordHashOf(member),
      createdAt: later(now, -days(span)),
    })),
  ])
  const participantId = ids.get(customer.email)
  const clerkId = ids.get(staff.staff.email)
  const managerId = ids.get(staff.manager.email)
  // The first approver of a portal without points approves at once.
  if (managerId !== undefined) await appoint(trx, managerId, undefined, now)
  if (participantId === undefined || clerkId === undefined)
    throw new Error(`The account of ${customer.email} was not created.`)
  const history = historyOf(randomOf(amount.seed, -3), calendarUntil(now), {
    count: 48 - inventedCoupons - takenOffers,
    since: span - 2 * 365 + 1,
  })
  await insertCustomerHistory({ db: trx, clock, config }, { participantId, since, clerkId, history })
  return { clerkId, customerId: participantId, municipalityId: kozani.id }
}

/** Checks that this database was filled by `prepareDemonstration`. */
export const isDemonstration = (db: Db): Promise<boolean> => queries.isMarked(db)

/**
 * Returns the credentials, links that open desks, and the address of the mails as lines for the terminal; empty if not the
 * demonstration. The links replace earlier ones.
 */
export async function describeDemonstration(context: Context): Promise<string[]> {
  const { db, config } = context
  if (!(await queries.isMarked(db))) return []
  // A database of an earlier version has fewer accounts.
  const present = await queries.findPresent(
    db,
    Object.values(demonstrationSignIns).map(({ email }) => email),
  )
  const signIns = Object.values(demonstrationSignIns).filter(({ email }) => present.has(email))
  const operatorId = await queries.findId(db, demonstrationSignIns.operator.email)
  return [
    'This is the demonstration, with invented people. Sign in as:',
    ...signIns.map(({ email, password, ...member }) => {
      const who = 'role' in member ? `staff, ${member.role}` : 'a citizen'
      return `  ${who.padEnd(18)}  ${email.padEnd(19)}  ${password}`
    }),
    ...(operatorId === undefined ? [] : await describeDesks(context, operatorId)),
    ...(hasExampleSite({ config }) ? ["To start the example of a partner's site: npm run example"] : []),
    ...(config.mail.kind === 'outbox' ? [`Mails are shown at ${config.publicUrl}/outbox/`] : []),
  ]
}

/** Call before serving a real portal. @throws DemonstrationData if the database contains the demonstration */
export async function assertNoDemonstrationData(db: Db): Promise<void> {
  if (await queries.isMarked(db)) throw new DemonstrationData()
}
