import { auditRead } from '#server/lib/audit/reads.ts'
import type { AppContext, Partner } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { assertUnrestricted } from '#server/lib/restrictions/restrictions.ts'
import { acceptsAccountIds, isUuid } from './parse-entry.ts'
import * as queries from './record-queries.ts'

/**
 * Returns the available points of a participant.
 * @param named the `sub` of the account, or its id if the partner may use ids
 * @throws ApiError not_found; consent_missing for a third party; processing_restricted
 */
export async function findBalance(
  { db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>,
  partner: Partner,
  named: string,
): Promise<{ sub: string; available: number }> {
  const subs = isUuid(named) ? [named] : []
  const ids = partner.isPairwise
    ? await queries.findBySubjects(db, partner.id, subs)
    : /^[1-9]\d{0,14}$/.test(named) && acceptsAccountIds(partner)
      ? [Number(named)]
      : []
  const [person] = await queries.findParticipants(db, ids, partner.isPairwise ? [] : subs)
  if (!person) throw new ApiError('not_found')
  if (!partner.firstParty) {
    const consenting = await queries.findConsenting(db, partner.id, 'points', clock.now(), [person.id])
    if (consenting.length === 0) throw new ApiError('consent_missing', { scope: 'points' })
  }
  await assertUnrestricted(db, person.id)
  await auditRead({ db, clock, config }, partner, { action: 'balance.read', subjectId: person.id })
  const sub = partner.isPairwise ? named.toLowerCase() : person.sub
  return { sub, available: await queries.findAvailable(db, person.id) }
}
