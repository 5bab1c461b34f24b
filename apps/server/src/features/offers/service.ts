import { type Offer, type OfferDetails, maxOffers, type TakenOffer } from '@portal/contract/offers.ts'
import { picturePath } from '@portal/contract/words/offer-limits.ts'
import { findOwnCoupon } from '#server/features/coupons/service.ts'
import { takeOffer as take } from '#server/ledger/offers/take-offer.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

const askedBy = ({ clock }: Context, { id, profile }: Actor) => ({
  participantId: id,
  municipalityId: profile.municipalityId,
  today: athensDay(clock.now()),
})

/** Lists the offers for an account: first what it can take. */
export async function listOffers(
  context: Context,
  actor: Actor,
): Promise<{ available: number; offers: Offer[] }> {
  const available = await queries.findAvailable(context.db, actor.id)
  const rows = await queries.listOffers(context.db, askedBy(context, actor), maxOffers)
  const offers = rows.map((row) => offerOf(row, available))
  const isPossible = ({ missing, obstacle }: Offer) => missing === 0 && obstacle === null
  return {
    available,
    offers: [...offers.filter(isPossible), ...offers.filter((offer) => !isPossible(offer))],
  }
}

/** @throws ApiError not_found, offer_ended */
export async function showOffer(context: Context, actor: Actor, id: number): Promise<OfferDetails> {
  const row = await queries.findOffer(context.db, askedBy(context, actor), id)
  if (!row) throw new ApiError('not_found')
  if (!row.isOpen) throw new ApiError('offer_ended')
  const available = await queries.findAvailable(context.db, actor.id)
  return { ...offerOf(row, available), available }
}

/** @throws ApiError throttled; as `takeOffer` of the ledger */
export async function takeOffer(
  context: Context & Pick<AppContext, 'config'>,
  actor: Actor,
  request: { offerId: number; submission: string; points: number },
): Promise<TakenOffer> {
  // Taken and given back, an offer leaves two records for good.
  await takeTry(context, 'offerByAccount', String(actor.id))
  const { recordId, kind, points, available } = await take(context, actor, request)
  const row = await queries.findOffer(context.db, askedBy(context, actor), request.offerId)
  return {
    points,
    available,
    // Not after it was given away.
    coupon: (await findOwnCoupon(context, actor, recordId)) ?? null,
    raised: kind === 'donation' ? (row?.pointsTaken ?? null) : null,
  }
}

function offerOf(row: queries.OfferRow, available: number): Offer {
  const { stock, stockPerDay, taken, takenToday, perPerson: count, perPersonDays: days } = row
  const leftOf = (all: number | null, gone: number) => all && Math.max(all - gone, 0)
  const [left, leftToday] = [leftOf(stock, taken), leftOf(stockPerDay, takenToday)]
  const obstacle =
    left === 0
      ? 'offer_sold_out'
      : leftToday === 0
        ? 'offer_sold_out_today'
        : row.limitedBy === null
          ? null
          : 'offer_limit'
  const possibleAgain =
    obstacle === 'offer_limit' ? row.possibleOn : obstacle === 'offer_sold_out_today' ? row.tomorrow : null
  return {
    ...toWire(row),
    ...{ left, left_today: leftToday, obstacle, possible_on: possibleAgain },
    picture: row.picture && picturePath(row.picture),
    missing: Math.max(row.points - available, 0),
    limit: count === null ? null : { count, days },
    raised: row.kind === 'donation' ? row.pointsTaken : null,
  }
}
