import { sql } from 'kysely'
import type { Trx } from '#server/db/database.ts'

/** Finds a code that a person shows, with the device that has read it. */
export const lockCard = (trx: Trx, codeHash: string) =>
  trx
    .selectFrom('cardCodes')
    .select(['participantId', 'issuedAt', 'deviceId', 'readAt'])
    .where('codeHash', '=', codeHash)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Gives a locked code to the device that has read it. */
export const giveCard = (trx: Trx, codeHash: string, deviceId: number, readAt: Date) =>
  trx.updateTable('cardCodes').set({ deviceId, readAt }).where('codeHash', '=', codeHash).execute()

/** @param at a card that was revoked later was valid then */
export const findPrintedCard = (trx: Trx, codeHash: string, at: Date) =>
  trx
    .selectFrom('printedCards')
    .select('participantId')
    .where('codeHash', '=', codeHash)
    .where((is) => is.or([is('revokedAt', 'is', null), is('revokedAt', '>', at)]))
    .executeTakeFirst()

type Person = { firstName: string; initial: string; isRestricted: boolean }

/** Finds an active account that is not of staff. */
export async function findPerson(trx: Trx, id: number): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select first_name, left(last_name, 1) as initial,
      exists (select from account_restrictions r where r.user_id = u.id) as is_restricted
    from users u where id = ${id} and is_active and not is_staff and erased_at is null`.execute(trx)
  return rows[0]
}
