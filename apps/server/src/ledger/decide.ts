import { mostPoints } from '@portal/contract/partner-fields.ts'
import type { Answer } from '@portal/contract/partner-points.ts'
import type { Description } from '@portal/contract/points.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { type Rate, rateOf } from '#server/ledger/rates/rates.ts'
import type { StickerRow } from '#server/ledger/stickers/claim.ts'
import type { KnownReference } from './record-queries.ts'
import type { Entry } from './parse-entry.ts'

/** All that decides about the records of a call, read under locks. Judging changes it: later records see earlier ones. */
export type Snapshot = {
  people: { byId: Map<number, number>; bySub: Map<string, number> }
  stickers: Map<string, StickerRow>
  balances: Map<number, number>
  references: Map<string, KnownReference>
  rates: readonly Rate[]
  /** How many more deliveries of the partner may wait. */
  waitingLeft: number
  /** Records that happened before this are too old. */
  oldest: Date
  /** Points that the partner has given each participant, less what it has taken back; by `givenKey`. */
  given: Map<string, number>
  /** Participants whose points the partner may redeem; undefined for a first party: all of them. */
  consenting: ReadonlySet<number> | undefined
  /** How many more stickers each of these participants may add; participants that are missing: none. */
  claimsLeft: Map<number, number>
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

const deliveries: ReadonlySet<string> = new Set(['oil_collected', 'item_reused', 'item_delivered'])

/** What becomes of one record, given all that came before it. */
export function decide(entry: Entry, snapshot: Snapshot): Decision {
  const known = snapshot.references.get(entry.reference)
  if (known) return again(entry, known, snapshot)
  const tooOld = errorOfAge(entry.createdAt, snapshot.oldest)
  if (tooOld) return { kind: 'refused', errors: [tooOld] }
  if (entry.description === 'coupon_cancelled' || entry.description === 'coupon_reimbursed')
    return rejected('reversal_only')
  const worth = worthOf(entry, snapshot)
  if (!worth) return rejected('rate_missing')
  if (worth.points > mostPoints)
    return { kind: 'refused', errors: [{ code: 'too_big', field: 'points', params: { max: mostPoints } }] }

  if (entry.participant.sticker !== undefined && worth.points <= 0) return rejected('sticker_only_adds')
  const whose = ownerOf(entry, snapshot)
  if (whose === 'unknown') return rejected('participant_unknown')
  if (typeof whose === 'object') {
    if (snapshot.waitingLeft <= 0) return rejected('waiting_full')
    snapshot.waitingLeft -= 1
    remember(entry, worth.points, snapshot, whose.stickerCode)
    return { kind: 'waiting', entry, ...whose, ...worth }
  }

  if (entry.description === 'coupon_created' && snapshot.consenting?.has(whose) === false)
    return rejected('consent_missing')
  const key = givenKey(whose, entry.description)
  const given = (snapshot.given.get(key) ?? 0) + worth.points
  if (isTakingBack(entry) && given < 0) return rejected('points_not_given')
  const left = (snapshot.balances.get(whose) ?? 0) + worth.points
  if (left < 0)
    return rejected(entry.description === 'coupon_created' ? 'points_insufficient' : 'points_spent')
  snapshot.balances.set(whose, left)
  snapshot.given.set(key, given)
  remember(entry, worth.points, snapshot, null)
  const binds = worth.points > 0 ? stickerToBind(entry, whose, snapshot) : undefined
  return { kind: 'recorded', entry, participantId: whose, ...worth, ...(binds && { binds }) }
}

/** @returns what is wrong with a moment that lies before the oldest that is accepted */
export function errorOfAge(moment: Date, oldest: Date): ErrorDetail | undefined {
  if (moment >= oldest) return undefined
  return { code: 'moment_too_old', field: 'happened_at', params: { oldest: oldest.toISOString() } }
}

/** A cancellation takes of what was collected; reuse has no cancellation of its own. */
export const givenKey = (participantId: number, description: Description) =>
  `${participantId} ${description === 'collection_cancelled' ? 'oil_collected' : description}`

/** Whether a record may take points that the partner gave before: all but redemption. */
export const isTakingBack = ({ description, points }: Pick<Entry, 'description' | 'points'>): boolean =>
  description !== 'coupon_created' && points !== undefined && points < 0

/** The same reference: the same answer, if it is the same content. */
function again(entry: Entry, known: KnownReference, snapshot: Snapshot): Decision {
  if (known.content !== entry.content) return rejected('reference_conflict')
  const waits = known.stickerCode !== null && known.recordId === null && known.withdrawnBy === null
  return {
    kind: 'repeated',
    known,
    ...(waits && { waitsFor: waitsForOf(known.stickerCode ?? '', snapshot) }),
  }
}

function worthOf(entry: Entry, { rates }: Snapshot): { points: number; rateId: number | null } | undefined {
  if (!entry.measure) return { points: entry.points ?? 0, rateId: null }
  const found = rateOf(rates, entry.description, entry.measure, athensDay(entry.createdAt))
  return found && { points: found.points, rateId: found.rate.id }
}

function ownerOf(
  { participant, createdAt }: Entry,
  snapshot: Snapshot,
): number | 'unknown' | { stickerCode: string; waitsFor: WaitsFor } {
  const { id, sub, sticker: code } = participant
  if (id !== undefined) return snapshot.people.byId.get(id) ?? 'unknown'
  if (sub !== undefined) return snapshot.people.bySub.get(sub.toLowerCase()) ?? 'unknown'
  const sticker = snapshot.stickers.get(code ?? '')
  // What was handed in before the sticker was lost is its owner's.
  if (sticker?.boundTo && (!sticker.lostAt || createdAt < sticker.lostAt)) return sticker.boundTo
  return { stickerCode: code ?? '', waitsFor: waitsForOf(code ?? '', snapshot) }
}

function waitsForOf(code: string, { stickers }: Snapshot): WaitsFor {
  const sticker = stickers.get(code)
  if (!sticker) return 'sticker_unknown'
  return sticker.lostAt ? 'sticker_lost' : 'sticker_unbound'
}

/** The free sticker that a delivery names beside a participant, who owns it from now on, if the limit allows it. */
function stickerToBind(entry: Entry, owner: number, snapshot: Snapshot): StickerRow | undefined {
  const sticker = freeStickerOf(entry, snapshot)
  const left = snapshot.claimsLeft.get(owner) ?? 0
  if (!sticker || left <= 0) return undefined
  snapshot.claimsLeft.set(owner, left - 1)
  snapshot.stickers.set(sticker.code, { ...sticker, boundTo: owner })
  return sticker
}

/** The free sticker that a delivery names in its details. */
export function freeStickerOf(
  { participant, details, description }: Entry,
  { stickers }: Pick<Snapshot, 'stickers'>,
): StickerRow | undefined {
  if (participant.sticker !== undefined || !deliveries.has(description)) return undefined
  const sticker = stickers.get(String(details.sticker ?? ''))
  return sticker?.boundTo === null ? sticker : undefined
}

/** The same reference further down in the same call meets this one. Its id is known only once it is written. */
function remember(entry: Entry, points: number, { references }: Snapshot, stickerCode: string | null): void {
  const { reference, content } = entry
  references.set(reference, { reference, content, recordId: null, points, stickerCode, withdrawnBy: null })
}
