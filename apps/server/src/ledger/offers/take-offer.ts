import type { Trx } from '#server/db/database.ts'
import { overdraftOf } from '#server/ledger/decide.ts'
import { insertRows } from '#server/ledger/record-queries.ts'
import { insertOwnCoupon } from '#server/ledger/coupons/own-coupons.ts'
import { inLedgerTransaction, lockAccount } from '#server/ledger/transaction/transaction.ts'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { assertMayRedeem } from '#server/lib/restrictions/restrictions.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { referenceOf, source } from './limits.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

type Request = {
  offerId: number
  /** Chosen by the client: the same one takes once. */
  submission: string
  /** Of a coupon the price that the person saw; of a donation the amount. */
  points: number
}

/** Who takes; with a session, unless it is the demonstration's. */
type Taker = Parameters<typeof byActor>[0] & { profile: Pick<Actor['profile'], 'municipalityId'> }

/** `recordId` is that of the points, and of the coupon. */
export type Taken = { recordId: number; kind: 'coupon' | 'donation'; points: number; available: number }

/**
 * Takes an offer for points, in one transaction: locks the offer, then the balance, so that the last item and the last
 * points go to one. A repeated submission returns what it took.
 * @throws ApiError not_permitted, not_found, offer_…, points_insufficient, processing_restricted, reference_conflict
 */
export const takeOffer = (
  context: Context,
  actor: Taker,
  { offerId, submission, points }: Request,
): Promise<Taken> => {
  if (actor.isStaff) throw new ApiError('not_permitted')
  const reference = referenceOf(actor.id, submission)
  return inLedgerTransaction(context.db, actor, async (trx) => {
    const now = context.clock.now()
    const today = athensDay(now)
    const offer = await queries.lockOffer(trx, offerId, today)
    const balance = await lockAccount(trx, actor.id)
    if (!balance) throw new ApiError('not_signed_in')
    const { available } = balance
    const known = await queries.findTaken(trx, reference)
    if (known) {
      const isOther = known.offerId !== offerId || (offer?.kind === 'donation' && known.points !== points)
      if (!offer || isOther) throw new ApiError('reference_conflict')
      return { recordId: known.id, kind: offer.kind, points: known.points, available }
    }
    assertOpen(offer, actor.profile.municipalityId, today)
    await assertLeft(trx, offer, actor.id, today)
    const isPriceSeen = offer.kind === 'coupon' ? points === offer.points : points >= offer.points
    if (!isPriceSeen) throw new ApiError('offer_changed', { points: offer.points })
    await assertMayRedeem(trx, actor.id, now)
    if (overdraftOf(available, { points: -points, description: 'coupon_created' }))
      throw new ApiError('points_insufficient', { missing: points - available })

    const row = { reference, participantId: actor.id, points: -points, createdAt: now, rateId: null }
    const ids = await insertRows(trx, { id: null, source: source }, now, [
      { ...row, description: 'coupon_created', details: { offer: offerId } },
    ])
    const recordId = ids.get(reference) ?? 0
    if (offer.kind === 'coupon')
      await insertOwnCoupon(context, trx, {
        ...{ recordId, participantId: actor.id, offerId, title: offer.title, titleEn: offer.titleEn },
        ...{ shop: offer.shop, issuedOn: today, days: offer.couponDays ?? 1 },
      })
    await queries.countTaken(trx, offerId, { taken: 1, points, day: today })
    await writeAudit({ ...context, db: trx }, byActor(actor), {
      action: 'offer.take',
      subjectId: actor.id,
      details: { offer: offerId, record: recordId, points: -points },
    })
    return { recordId, kind: offer.kind, points, available: available - points }
  })
}

/** @throws ApiError not_found, offer_ended */
function assertOpen(
  offer: queries.LockedOffer | undefined,
  municipalityId: number | null,
  today: string,
): asserts offer is queries.LockedOffer {
  const isFor = (municipalities: number[] | null) =>
    municipalities === null || (municipalityId !== null && municipalities.includes(municipalityId))
  if (!offer?.publishedAt || offer.startsOn > today || !isFor(offer.municipalities))
    throw new ApiError('not_found')
  const isOver = offer.state === 'ended' || (offer.endsOn !== null && offer.endsOn < today)
  if (isOver || offer.isPaused) throw new ApiError('offer_ended')
}

/** @throws ApiError offer_sold_out, offer_sold_out_today, offer_limit */
async function assertLeft(
  trx: Trx,
  offer: queries.LockedOffer,
  participantId: number,
  today: string,
): Promise<void> {
  if (offer.stock !== null && offer.taken >= offer.stock) throw new ApiError('offer_sold_out')
  if (offer.stockPerDay !== null && offer.takenToday >= offer.stockPerDay)
    throw new ApiError('offer_sold_out_today')
  const limit = await queries.findLimit(trx, offer, participantId, today)
  if (limit) throw new ApiError('offer_limit', limit.possibleOn === null ? {} : { day: limit.possibleOn })
}
