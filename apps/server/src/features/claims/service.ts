import { maxClaimDays, maxOpenClaims } from '@portal/contract/words/claim-facts.ts'
import { claimsPageSize, notMineDays } from '@portal/contract/claims.ts'
import type { ErrorCode } from '@portal/contract/error-codes.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { findVisit } from '#server/features/card/service.ts'
import { mailOwner } from '#server/features/accounts/owner-mail-service.ts'
import { findStaffLike } from '#server/ledger/caps/same-person.ts'
import { lockStickers } from '#server/ledger/stickers/ownership.ts'
import { inLedgerTransaction, lockAccount } from '#server/ledger/transaction/transaction.ts'
import { creditOwnOfDay } from '#server/ledger/waiting/credit.ts'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { athensDay, isDay } from '#server/lib/time/athens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import * as queries from './queries.ts'

export {
  deleteClaimsOf as eraseClaims,
  emptyText as removeClaimText,
  deleteDecidedBefore,
  insertClaim,
  type ClaimRow,
  type NewClaim,
  type StaffClaimRow,
} from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'config'>

export type Report = {
  submission: string
  sticker?: string | undefined
  place?: string | undefined
  day: string
  hour?: number | undefined
  litres?: number | undefined
  note?: string | undefined
}

const fieldError = (code: ErrorCode, field: string, params?: Record<string, string>) =>
  new ApiError([{ code, field, ...(params && { params }) }])

/** Lists the claims of the signed-in account, newest first. Without evidence, which may be of others. */
export const listOwnClaims = ({ db }: { db: Db }, actor: Actor): Promise<queries.ClaimRow[]> =>
  queries.listClaimsOf(db, actor.id)

/**
 * Reports a delivery that was not credited. Credits it at once if it waits for a sticker of the account, which the owner
 * could also report found; otherwise staff decide. The reply is the same for every other code, so that claims do not
 * show which stickers and deliveries exist.
 * @returns the claim; the first one if it is repeated
 * @throws ApiError choice_invalid, moment_…, claims_full, throttled; not_permitted for staff
 */
export async function reportClaim(
  context: Context,
  actor: Actor,
  { sticker: code, day, ...given }: Report,
): Promise<queries.ClaimRow> {
  if (actor.isStaff) throw new ApiError('not_permitted')
  if (code === undefined && given.place === undefined) throw fieldError('required', 'place')
  const place = given.place === undefined ? undefined : await queries.findPlace(context.db, given.place)
  if (given.place !== undefined && !place)
    throw fieldError('choice_invalid', 'place', { choice: given.place })
  assertDay(context, day)
  return inLedgerTransaction(context.db, actor, async (trx) => {
    const now = context.clock.now()
    const [sticker] = code === undefined ? [] : await lockStickers(trx, [code])
    // Serializes the claims of an account, so that the limit is exact.
    if (!(await lockAccount(trx, actor.id))) throw new ApiError('not_signed_in')
    const reported = {
      day,
      submission: given.submission,
      stickerCode: code ?? null,
      placeId: place?.id ?? null,
      hour: given.hour ?? null,
    }
    const repeated = await queries.findRepeated(trx, actor.id, reported)
    if (repeated) return repeated
    if ((await queries.countOpenOf(trx, actor.id)) >= maxOpenClaims)
      throw new ApiError('claims_full', { max: maxOpenClaims })
    await takeTry({ ...context, db: trx }, 'claimByAccount', String(actor.id))
    const credited =
      code !== undefined && sticker?.boundTo === actor.id
        ? await creditOwnOfDay(context, trx, code, actor.id, day)
        : { records: 0, points: 0 }
    const isCredited = credited.records > 0
    const claim = await queries.insertClaim(
      trx,
      {
        ...reported,
        participantId: actor.id,
        placeName: place ? `${place.name}, ${place.address}` : null,
        litres: given.litres ?? null,
        note: given.note ?? '',
        createdAt: now,
        staffAtFiling: await findStaffLike(trx, actor, now),
      },
      isCredited
        ? { state: 'credited', decidedBy: null, decidedAt: now, points: credited.points, deliveryId: null }
        : undefined,
    )
    const entry = { subjectId: actor.id, details: { claim: claim.id } }
    await writeAudit({ ...context, db: trx }, byActor(actor), { action: 'claim.report', ...entry })
    if (isCredited)
      await writeAudit({ ...context, db: trx }, byActor(actor), {
        ...entry,
        action: 'claim.credit',
        details: { ...entry.details, automatic: true, points: credited.points },
      })
    await mailAbout(context, trx, claim)
    return claim
  })
}

/**
 * Reports that what a desk recorded was of somebody else, once for each record, and for each use of a coupon. Without the limits of
 * claims about deliveries: somebody else may have used a card often.
 * @param record its id, or that of the coupon
 * @throws ApiError not_found: also another account's, or not of a desk; record_too_old
 */
export const reportNotMine = (context: Context, actor: Actor, record: number): Promise<queries.ClaimRow> =>
  changeAs(context.db, actor, async (trx) => {
    const now = context.clock.now()
    const visit = await findVisit(trx, actor.id, record)
    if (!visit) throw new ApiError('not_found')
    const { deviceId, at: visitedAt } = visit
    if (visitedAt < later(now, -days(notMineDays)))
      throw new ApiError('record_too_old', { days: notMineDays })
    // Serializes the claims of an account.
    if (!(await lockAccount(trx, actor.id))) throw new ApiError('not_signed_in')
    const about = { recordId: record, visitedAt }
    const repeated = await queries.findOfVisit(trx, actor.id, about)
    if (repeated) return repeated
    const claim = await queries.insertClaim(trx, {
      ...{ ...about, deviceId, participantId: actor.id, submission: crypto.randomUUID() },
      ...{ stickerCode: null, placeId: null, placeName: visit.place, litres: null, note: '' },
      ...{ day: athensDay(visitedAt), hour: null, createdAt: now },
      staffAtFiling: await findStaffLike(trx, actor, now),
    })
    const details = { claim: claim.id, record }
    const entry = { action: 'card.not_mine', subjectId: actor.id, details } as const
    await writeAudit({ ...context, db: trx }, byActor(actor), entry)
    await mailAbout(context, trx, claim)
    return claim
  })

/** @throws ApiError moment_invalid, moment_future, moment_too_old, for `day` */
function assertDay({ clock }: Pick<Context, 'clock'>, day: string): void {
  if (!isDay(day)) throw fieldError('moment_invalid', 'day')
  if (day > athensDay(clock.now())) throw fieldError('moment_future', 'day')
  const oldest = athensDay(later(clock.now(), -days(maxClaimDays)))
  if (day < oldest) throw fieldError('moment_too_old', 'day', { oldest })
}

/** Queues the mail about the state of a claim. */
export async function mailAbout(
  context: Pick<AppContext, 'jobs'>,
  trx: Trx,
  claim: queries.ClaimRow,
): Promise<void> {
  const { id, participantId, day, state, points, reason, answer, partner, device, placeName, title } = claim
  if (state === 'approval') return
  const email = await queries.findEmail(trx, participantId)
  const visit = partner === null ? null : { where: `${partner}, ${placeName ?? device}`, coupon: title }
  const facts = { number: id, day, state, points, reason, answer, visit }
  await mailOwner(context, trx, { id: participantId, email }, { kind: 'claim', claim: facts })
}

type ListQuery = { state?: string | undefined; page?: string | undefined }

/** Lists claims for staff: the open ones, oldest first, or the decided ones, newest first. @throws ApiError page_invalid */
export async function listClaims(
  { db }: { db: Db },
  reader: Actor,
  { state, page = '1' }: ListQuery,
): Promise<{ count: number; rows: queries.StaffClaimRow[] }> {
  if (!/^[1-9]\d{0,6}$/.test(page)) throw new ApiError('page_invalid')
  const open = state !== 'decided'
  const [count, offset] = [await queries.countClaims(db, open), (Number(page) - 1) * claimsPageSize]
  if (offset > 0 && offset >= count) throw new ApiError('page_invalid')
  return { count, rows: await queries.listClaims(db, reader.id, { open, offset, limit: claimsPageSize }) }
}

export const countOpenClaims = ({ db }: { db: Db }): Promise<number> => queries.countClaims(db, true)

export const findClaim = (
  { db }: { db: Db },
  reader: Actor,
  id: number,
): Promise<queries.StaffClaimRow | undefined> => queries.findClaim(db, reader.id, id)

/** Lists the claims of a person, for the export of personal data. */
export const listClaimsOf = (db: Db, id: number): Promise<queries.ClaimRow[]> => queries.listClaimsOf(db, id)
