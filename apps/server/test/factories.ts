import type { Description } from '@portal/contract/words/descriptions.ts'
import type { Role } from '@portal/contract/security/permissions.ts'
import { emailKeyOf } from '#server/db/email-key.ts'
import { openSession } from '#server/features/sessions/service.ts'
import { hasSecondFactor } from '#server/features/sessions/second-step-service.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'
import { days, hours, later } from '#server/lib/time/clock.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { csrfTokenOf, hashToken, newToken } from '#server/lib/security/tokens.ts'

export type Person = { id: number; email: string; password: string; firstName: string; lastName: string }

type PersonGiven = Partial<{
  email: string
  password: string
  firstName: string
  lastName: string
  telephone: string
  municipality: number
  role: Role | null
  isActive: boolean
  passwordHash: string | null
}>

export type MadePartner = { id: number; clientId: string; secret: string }

type PartnerGiven = Partial<{
  name: string
  homeUrl: string
  scopes: string[]
  descriptions: Description[]
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  backchannelLogoutUri: string
  initiateLoginUri: string
  origins: string[]
  firstParty: boolean
  company: string
  purpose: string
  purposeEn: string
  privacyUrl: string
  subjectType: 'public' | 'pairwise'
}>

/** Cache: a hash takes 31 ms, and most people of a test have the same password. */
const hashes = new Map<string, string>()

/** Returns functions that insert test data directly into the database. */
export function makers({ db, clock }: Pick<AppContext, 'db' | 'clock'>) {
  let serial = 0
  const next = () => `${(serial += 1)}-${crypto.randomUUID().slice(0, 6)}`
  // Only letters: with digits, an address could be similar to a password of a test.
  const nextName = () => next().replace(/[\d-]/g, (sign) => 'ghijklmnop'[Number(sign)] ?? 'q')

  const municipality = async (name = `Δήμου ${next()}`, regionalUnit = 'Κοζάνης') => {
    const given = { name, regionalUnit, region: 'Δυτική Μακεδονία' }
    const { id } = await db
      .insertInto('municipalities')
      .values(given)
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, ...given }
  }

  const person = async (given: PersonGiven = {}): Promise<Person> => {
    const password = given.password ?? 'λάδι-και-φως-9'
    const hash = hashes.get(password) ?? (await hashPassword(password))
    hashes.set(password, hash)
    const email = given.email ?? `person-${nextName()}@example.gr`
    const firstName = given.firstName ?? 'Μαρία'
    const lastName = given.lastName ?? 'Παπαδοπούλου'
    const isActive = given.isActive ?? true
    const { id } = await db
      .insertInto('users')
      .values({
        email,
        emailKey: emailKeyOf(email),
        firstName,
        lastName,
        isActive,
        telephone: given.telephone ?? (given.role ? '' : '6900000000'),
        municipalityId: given.municipality ?? null,
        isStaff: (given.role ?? null) !== null,
        role: given.role ?? null,
        passwordHash: given.passwordHash === undefined ? hash : given.passwordHash,
        createdAt: clock.now(),
        activatedAt: isActive ? clock.now() : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Confirmed long ago, so that managers of tests approve.
    const since = later(clock.now(), -days(30))
    if (given.role === 'manager')
      await db
        .insertInto('approvers')
        .values({
          userId: id,
          askedBy: null,
          askedAt: since,
          confirmedBy: null,
          confirmedAt: since,
          approvesFrom: since,
          endedAt: isActive ? null : clock.now(),
        })
        .execute()
    return { id, email, password, firstName, lastName }
  }

  const record = async (
    participant: { id: number },
    given: Partial<{
      points: number
      description: Description
      createdAt: Date | string
      reference: string
      source: string
    }> = {},
  ) => {
    const { id } = await db
      .insertInto('pointsRecords')
      .values({
        participantId: participant.id,
        points: given.points ?? 100,
        description: given.description ?? 'oil_collected',
        createdAt: new Date(given.createdAt ?? clock.now()),
        source: given.source ?? 'test',
        reference: given.reference ?? next(),
        details: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id }
  }

  const partner = async ({ descriptions = [], ...given }: PartnerGiven = {}): Promise<MadePartner> => {
    const clientId = `site-${next()}`
    const secret = newToken()
    const { id } = await db
      .insertInto('partners')
      .values({
        clientId,
        secretHash: hashToken(secret),
        createdAt: clock.now(),
        name: 'Λάδι',
        homeUrl: 'https://oil.example.gr',
        redirectUris: ['https://oil.example.gr/back'],
        scopes: [
          'openid',
          'profile',
          'email',
          'phone',
          'municipality',
          'points',
          'points:redeem',
          'points:read',
          'points:write',
        ],
        descriptions: `{${descriptions.join(',')}}`,
        ...given,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, clientId, secret }
  }

  /** Creates an access token like the provider for client credentials. `lifetime` in milliseconds. */
  const accessToken = async (
    { clientId }: { clientId: string },
    scopes: string[],
    { lifetime = hours(1) } = {},
  ) => {
    const token = newToken()
    const expiresAt = later(clock.now(), lifetime)
    const payload = { kind: 'ClientCredentials', clientId, scope: scopes.join(' ') }
    await db
      .insertInto('oidcPayloads')
      .values({
        model: 'ClientCredentials',
        id: hashToken(token),
        createdAt: clock.now(),
        expiresAt,
        payload: JSON.stringify(payload),
      })
      .execute()
    return token
  }

  return {
    municipality,
    partner,
    accessToken,
    customer: (given: PersonGiven = {}) => person(given),
    staff: (given: PersonGiven = {}) =>
      person({ firstName: 'Δημήτρης', lastName: 'Κωστόπουλος', ...given, role: given.role ?? 'clerk' }),
    record,
  }
}

/**
 * Opens a session without computing the hash of the password again, which was a fifth of the tests' CPU time.
 * @returns its cookies; undefined if the stored hash is not that of a factory, or a sign-in would fail or have a second step
 */
export async function openSessionFor(
  context: Pick<AppContext, 'db' | 'clock' | 'config' | 'cookies'>,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Record<string, string> | undefined> {
  const account = await context.db
    .selectFrom('users')
    .select(['id', 'email', 'isStaff', 'language'])
    .where('email', '=', email)
    .where('passwordHash', '=', hashes.get(password) ?? '')
    .where('isActive', '=', true)
    .executeTakeFirst()
  if (!account || (await hasSecondFactor(context, account.id))) return undefined
  const from = { ip: '127.0.0.1', userAgent: 'lightMyRequest', language: undefined }
  const { token } = await context.db
    .transaction()
    .execute((trx) => openSession(context, trx, account, from, undefined))
  const name = context.cookies.secure ? '__Host-sessionid' : 'sessionid'
  return { [name]: token, csrftoken: csrfTokenOf(token), signedin: 'yes' }
}
