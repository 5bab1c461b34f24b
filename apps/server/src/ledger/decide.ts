import { maxPointsPerRecord } from '@portal/contract/partner-record-fields.ts'
import type { Answer } from '@portal/contract/partner-points.ts'
import {
  type Description,
  descriptions,
  factsOf,
  isCouponReversal,
  isDelivery,
  isRedemption,
} from '@portal/contract/words/descriptions.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { isStickerCode, printedStickerCode } from '@portal/contract/sticker-codes.ts'
import { athensDay, athensTime } from '#server/lib/time/athens.ts'
import { later } from '#server/lib/time/clock.ts'
import { type Rate, rateOf } from '#server/ledger/rates/rates.ts'
import { type Caps, takeUnderCaps } from '#server/ledger/caps/caps.ts'
import type { StickerRow } from '#server/ledger/stickers/ownership.ts'
import type { KnownReference } from './record-queries.ts'
import { type Entry, maxClockSkew } from './parse-entry.ts'

/** The data that `decide` needs, read under locks. `decide` updates it, so that later records see earlier ones. */
export type Snapshot = {
  /** Ids of active accounts that are not staff. */
  participants: ReadonlySet<number>
  /** Account ids by `sub`, as the partner has it. */
  bySub: ReadonlyMap<string, number>
  stickers: Map<string, StickerRow>
  /** The sticker that a text of another form probably means. */
  nearestStickers: ReadonlyMap<string, string>
  balances: Map<number, number>
  references: Map<string, KnownReference>
  rates: readonly Rate[]
  /** Number of further deliveries that the partner may add to the waiting ones. */
  waitingLeft: number
  /** Minimum `happened_at` of an accepted record. */
  oldest: Date
  /** Points that the partner has given each participant, minus points taken back; by `givenKey`. */
  given: Map<string, number>
  /** Ids of participants whose points the partner may redeem; undefined for a first party: all participants. */
  consenting: ReadonlySet<number> | undefined
  /** Ids of participants of whom no points are taken. */
  restricted: ReadonlySet<number>
  /** Ids of participants whose accounts staff lock: nothing is redeemed. */
  locked: ReadonlySet<number>
  /** Number of further stickers that each participant may add, by participant id; 0 if missing. */
  additionsLeft: Map<number, number>
  caps: Caps
}

export type WaitsFor = NonNullable<Answer['waits_for']>

export type Decision =
  | { kind: 'refused'; errors: ErrorDetail[] }
  | { kind: 'repeated'; known: KnownReference; waitsFor?: WaitsFor | undefined }
  | {
      kind: 'recorded'
      entry: Entry
      participantId: number
      points: number
      rateId: number | null
      binds?: StickerRow
    }
  | {
      kind: 'waiting'
      entry: Entry
      stickerCode: string
      waitsFor: WaitsFor
      points: number
      rateId: number | null
    }

const rejected = (code: ErrorDetail['code']): Decision => ({ kind: 'refused', errors: [{ code }] })

/** Decides on one record and updates the snapshot accordingly. */
export function decide(entry: Entry, snapshot: Snapshot): Decision {
  const known = snapshot.references.get(entry.reference)
  if (known) return decideRepeated(entry, known, snapshot)
  const ageError = errorOfAge(entry.createdAt, snapshot.oldest)
  if (ageError) return { kind: 'refused', errors: [ageError] }
  const couponError = errorOfCoupon(entry)
  if (couponError) return { kind: 'refused', errors: [couponError] }
  if (isCouponReversal(entry.description)) return rejected('reversal_only')
  const worth = worthOf(entry, snapshot)
  if (!worth) return rejected('rate_missing')
  if (worth.points > maxPointsPerRecord)
    return {
      kind: 'refused',
      errors: [{ code: 'too_big', field: 'points', params: { max: maxPointsPerRecord } }],
    }

  if (entry.participant.sticker !== undefined && worth.points <= 0) return rejected('sticker_only_adds')
  const owner = ownerOf(entry, snapshot)
  if (owner === 'unknown') return rejected('participant_unknown')
  if (owner === 'no code') return rejectedSticker(entry.participant.sticker ?? '', snapshot)
  if (typeof owner === 'object') {
    if (snapshot.waitingLeft <= 0) return rejected('waiting_full')
    if (!takeUnderCaps(snapshot.caps, worth.points)) return rejected('cap_reached')
    snapshot.waitingLeft -= 1
    addReference(entry, worth.points, snapshot, owner.stickerCode)
    return { kind: 'waiting', entry, ...owner, ...worth }
  }

  if (isRedemption(entry.description) && snapshot.consenting?.has(owner) === false)
    return { kind: 'refused', errors: [{ code: 'consent_missing', params: { scope: 'points:redeem' } }] }
  if (worth.points < 0 && snapshot.restricted.has(owner)) return rejected('processing_restricted')
  if (isRedemption(entry.description) && snapshot.locked.has(owner)) return rejected('processing_restricted')
  const key = givenKey(owner, entry.description)
  const given = (snapshot.given.get(key) ?? 0) + worth.points
  if (isTakingBack(entry) && given < 0) return rejected('points_not_given')
  const available = snapshot.balances.get(owner) ?? 0
  const overdraft = overdraftOf(available, { ...entry, ...worth })
  if (overdraft) return rejected(overdraft)
  if (worth.points > 0 && !takeUnderCaps(snapshot.caps, worth.points, owner)) return rejected('cap_reached')
  snapshot.balances.set(owner, available + worth.points)
  snapshot.given.set(key, given)
  addReference(entry, worth.points, snapshot, null)
  const binds = worth.points > 0 ? stickerToBind(entry, owner, snapshot) : undefined
  return { kind: 'recorded', entry, participantId: owner, ...worth, ...(binds && { binds }) }
}

/**
 * The rule of the ledger: no balance becomes negative. The constraint `balances_not_negative` is its safety net.
 * @param available points of the participant, under the lock of the balance
 * @returns the error of a record, or of the sum of several, that would take more
 */
export function overdraftOf(
  available: number,
  { points, description }: { points: number; description?: Description },
): 'points_insufficient' | 'points_spent' | undefined {
  if (available + points >= 0) return undefined
  return description && isRedemption(description) ? 'points_insufficient' : 'points_spent'
}

/** @returns the error `moment_too_old` if the timestamp is before the oldest accepted */
export function errorOfAge(happenedAt: Date, oldest: Date): ErrorDetail | undefined {
  if (happenedAt >= oldest) return undefined
  return { code: 'moment_too_old', field: 'happened_at', params: { oldest: oldest.toISOString() } }
}

/** @returns the error `coupon_ended` if the coupon's last day is before the day of its issue, both in Athens */
function errorOfCoupon({ coupon, createdAt }: Entry): ErrorDetail | undefined {
  const issued = athensDay(createdAt)
  if (coupon?.valid_until === undefined || coupon.valid_until >= issued) return undefined
  return { code: 'coupon_ended', field: 'coupon.valid_until', params: { issued } }
}

/**
 * Tills, websites and bins have clocks of their own: what follows a record may be up to five minutes before it.
 * @param recordedAt when the record happened, which the timestamp reverses or uses
 * @returns the error `moment_before_record`
 */
export function errorOfOrder(happenedAt: Date, recordedAt: Date): ErrorDetail | undefined {
  if (happenedAt >= later(recordedAt, -maxClockSkew)) return undefined
  return { code: 'moment_before_record', field: 'happened_at', params: { recorded: athensTime(recordedAt) } }
}

/** The key of `Snapshot.given`. A cancellation counts against the description that it cancels. */
export const givenKey = (participantId: number, description: Description) =>
  `${participantId} ${descriptions.find((one) => factsOf[one].cancelledBy?.includes(description)) ?? description}`

/** Whether a record takes back points that the partner gave before: negative points, except redemption. */
export const isTakingBack = ({ description, points }: Pick<Entry, 'description' | 'points'>): boolean =>
  !isRedemption(description) && points !== undefined && points < 0

/** Handles a reference that is already used: same content, same answer; else `reference_conflict`. */
function decideRepeated(entry: Entry, known: KnownReference, snapshot: Snapshot): Decision {
  if (known.content !== entry.content) return rejected('reference_conflict')
  const waits = known.stickerCode !== null && known.recordId === null && known.withdrawnBy === null
  return {
    kind: 'repeated',
    known,
    ...(waits && { waitsFor: waitsForOf(known.stickerCode ?? '', snapshot) }),
  }
}

/** Returns the points of a record, by its rate if it has a measure; undefined if there is no rate. */
export function worthOf(
  entry: Entry,
  { rates }: Pick<Snapshot, 'rates'>,
): { points: number; rateId: number | null } | undefined {
  if (!entry.measure) return { points: entry.points ?? 0, rateId: null }
  const found = rateOf(rates, entry.description, entry.measure, athensDay(entry.createdAt))
  return found && { points: found.points, rateId: found.rate.id }
}

function ownerOf(
  { participant, createdAt }: Entry,
  snapshot: Snapshot,
): number | 'unknown' | 'no code' | { stickerCode: string; waitsFor: WaitsFor } {
  const { id, sub, sticker: code } = participant
  if (id !== undefined || sub !== undefined) {
    const named = id ?? snapshot.bySub.get(sub?.toLowerCase() ?? '')
    return named !== undefined && snapshot.participants.has(named) ? named : 'unknown'
  }
  const sticker = snapshot.stickers.get(code ?? '')
  // Deliveries made before the sticker was lost belong to its owner.
  if (sticker?.boundTo && (!sticker.lostAt || createdAt < sticker.lostAt)) return sticker.boundTo
  if (isNoStickerCode(code ?? '', snapshot)) return 'no code'
  return { stickerCode: code ?? '', waitsFor: waitsForOf(code ?? '', snapshot) }
}

/** Whether a text cannot be the code of a sticker. Imported stickers may have codes of another format. */
export const isNoStickerCode = (text: string, { stickers }: Pick<Snapshot, 'stickers'>): boolean =>
  !isStickerCode(text) && !stickers.has(text)

function rejectedSticker(text: string, { nearestStickers }: Snapshot): Decision {
  const nearest = nearestStickers.get(text)
  const params = nearest === undefined ? {} : { params: { nearest: printedStickerCode(nearest) } }
  return {
    kind: 'refused',
    errors: [{ code: 'sticker_code_wrong', field: 'participant.sticker', ...params }],
  }
}

function waitsForOf(code: string, { stickers }: Snapshot): WaitsFor {
  const sticker = stickers.get(code)
  if (!sticker) return 'sticker_unknown'
  return sticker.lostAt ? 'sticker_lost' : 'sticker_unbound'
}

/** Binds the free sticker of a delivery to its participant in the snapshot, unless the claim limit is reached. */
function stickerToBind(entry: Entry, owner: number, snapshot: Snapshot): StickerRow | undefined {
  const sticker = freeStickerOf(entry, snapshot)
  const left = snapshot.additionsLeft.get(owner) ?? 0
  if (!sticker || left <= 0) return undefined
  snapshot.additionsLeft.set(owner, left - 1)
  snapshot.stickers.set(sticker.code, { ...sticker, boundTo: owner })
  return sticker
}

/** Returns the sticker in the details of a delivery, if it exists and has no owner. */
export function freeStickerOf(
  { participant, details, description }: Entry,
  { stickers }: Pick<Snapshot, 'stickers'>,
): StickerRow | undefined {
  if (participant.sticker !== undefined || !isDelivery(description)) return undefined
  const sticker = stickers.get(String(details.sticker ?? ''))
  return sticker?.boundTo === null ? sticker : undefined
}

/** Detects a reference that is repeated within the same request. The record id is not yet known here. */
function addReference(
  entry: Entry,
  points: number,
  { references }: Snapshot,
  stickerCode: string | null,
): void {
  const { reference, content } = entry
  references.set(reference, { reference, content, recordId: null, points, stickerCode, withdrawnBy: null })
}
