import type { Description } from '@portal/contract/points.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import type { Portal } from '#server/platform/portal.ts'

export type Person = { id: number; email: string; password: string; firstName: string; lastName: string }

type PersonGiven = Partial<{
  email: string
  password: string
  firstName: string
  lastName: string
  telephone: string
  municipality: number
  isStaff: boolean
  isActive: boolean
  passwordHash: string | null
}>

/** A hash takes 31 ms and most people of a test have the same password. */
const hashes = new Map<string, string>()

/** Makes what a test needs to be there, straight in the database. */
export function makers({ db, clock }: Pick<Portal, 'db' | 'clock'>) {
  let serial = 0
  const next = () => `${(serial += 1)}-${crypto.randomUUID().slice(0, 6)}`
  // Letters alone: by digits an address could happen to be similar to a password that a test tries.
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
        ...{ email, firstName, lastName, isActive },
        telephone: given.telephone ?? '6900000000',
        municipalityId: given.municipality ?? null,
        isStaff: given.isStaff ?? false,
        passwordHash: given.passwordHash === undefined ? hash : given.passwordHash,
        createdAt: clock.now(),
        activatedAt: isActive ? clock.now() : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
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

  return {
    municipality,
    customer: (given: PersonGiven = {}) => person(given),
    staff: (given: PersonGiven = {}) =>
      person({ firstName: 'Δημήτρης', lastName: 'Κωστόπουλος', ...given, isStaff: true }),
    record,
  }
}
