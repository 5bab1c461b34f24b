import { mostPoints } from '@portal/contract/partner-fields.ts'
import type { Answer } from '@portal/contract/partner-points.ts'
import type { Description } from '@portal/contract/points.ts'
import type { Fault } from '@portal/contract/error-codes.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { type Rate, rateOf } from '#server/ledger/rates/rates.ts'
import type { StickerRow } from '#server/ledger/stickers/claim.ts'
import type { KnownReference } from './record-queries.ts'
import type { Entry } from './parse-entry.ts'

/** All that decides about the records of a call, read under locks. Judging changes it: later records see earlier ones. */
export type Ground = {
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

export type Verdict =
  | { kind: 'refused'; faults: Fault[] }
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

const refused = (code: Fault['code']): Verdict => ({ kind: 'refused', faults: [{ code }] })

const deliveries: ReadonlySet<string> = new Set(['oil_collected', 'item_reused', 'item_delivered'])

/** What becomes of one record, given all that came before it. */
export function judge(entry: Entry, ground: Ground): Verdict {
  const known = ground.references.get(entry.reference)
  if (known) return again(entry, known, ground)
  const tooOld = faultOfAge(entry.createdAt, ground.oldest)
  if (tooOld) return { kind: 'refused', faults: [tooOld] }
  if (entry.description === 'coupon_cancelled' || entry.description === 'coupon_reimbursed')
    return refused('reversal_only')
  const worth = worthOf(entry, ground)
  if (!worth) return refused('rate_missing')
  if (worth.points > mostPoints)
    return { kind: 'refused', faults: [{ code: 'too_big', field: 'points', params: { max: mostPoints } }] }

  if (entry.participant.sticker !== undefined && worth.points <= 0) return refused('sticker_only_adds')
  const whose = ownerOf(entry, ground)
  if (whose === 'unknown') return refused('participant_unknown')
  if (typeof whose === 'object') {
    if (ground.waitingLeft <= 0) return refused('waiting_full')
    ground.waitingLeft -= 1
    remember(entry, worth.points, ground, whose.stickerCode)
    return { kind: 'waiting', entry, ...whose, ...worth }
  }

  if (entry.description === 'coupon_created' && ground.consenting?.has(whose) === false)
    return refused('consent_missing')
  const key = givenKey(whose, entry.description)
  const given = (ground.given.get(key) ?? 0) + worth.points
  if (isTakingBack(entry) && given < 0) return refused('points_not_given')
  const left = (ground.balances.get(whose) ?? 0) + worth.points
  if (left < 0)
    return refused(entry.description === 'coupon_created' ? 'points_insufficient' : 'points_spent')
  ground.balances.set(whose, left)
  ground.given.set(key, given)
  remember(entry, worth.points, ground, null)
  const binds = worth.points > 0 ? stickerToBind(entry, whose, ground) : undefined
  return { kind: 'recorded', entry, participantId: whose, ...worth, ...(binds && { binds }) }
}

/** @returns what is wrong with a moment that lies before the oldest that is accepted */
export function faultOfAge(moment: Date, oldest: Date): Fault | undefined {
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
function again(entry: Entry, known: KnownReference, ground: Ground): Verdict {
  if (known.content !== entry.content) return refused('reference_conflict')
  const waits = known.stickerCode !== null && known.recordId === null && known.withdrawnBy === null
  return { kind: 'repeated', known, ...(waits && { waitsFor: waitsForOf(known.stickerCode ?? '', ground) }) }
}

function worthOf(entry: Entry, { rates }: Ground): { points: number; rateId: number | null } | undefined {
  if (!entry.measure) return { points: entry.points ?? 0, rateId: null }
  const found = rateOf(rates, entry.description, entry.measure, athensDay(entry.createdAt))
  return found && { points: found.points, rateId: found.rate.id }
}

function ownerOf(
  { participant, createdAt }: Entry,
  ground: Ground,
): number | 'unknown' | { stickerCode: string; waitsFor: WaitsFor } {
  const { id, sub, sticker: code } = participant
  if (id !== undefined) return ground.people.byId.get(id) ?? 'unknown'
  if (sub !== undefined) return ground.people.bySub.get(sub.toLowerCase()) ?? 'unknown'
  const sticker = ground.stickers.get(code ?? '')
  // What was handed in before the sticker was lost is its owner's.
  if (sticker?.boundTo && (!sticker.lostAt || createdAt < sticker.lostAt)) return sticker.boundTo
  return { stickerCode: code ?? '', waitsFor: waitsForOf(code ?? '', ground) }
}

function waitsForOf(code: string, { stickers }: Ground): WaitsFor {
  const sticker = stickers.get(code)
  if (!sticker) return 'sticker_unknown'
  return sticker.lostAt ? 'sticker_lost' : 'sticker_unbound'
}

/** The free sticker that a delivery names beside a participant, who owns it from now on, if the limit allows it. */
function stickerToBind(entry: Entry, owner: number, ground: Ground): StickerRow | undefined {
  const sticker = freeStickerOf(entry, ground)
  const left = ground.claimsLeft.get(owner) ?? 0
  if (!sticker || left <= 0) return undefined
  ground.claimsLeft.set(owner, left - 1)
  ground.stickers.set(sticker.code, { ...sticker, boundTo: owner })
  return sticker
}

/** The free sticker that a delivery names in its details. */
export function freeStickerOf(
  { participant, details, description }: Entry,
  { stickers }: Pick<Ground, 'stickers'>,
): StickerRow | undefined {
  if (participant.sticker !== undefined || !deliveries.has(description)) return undefined
  const sticker = stickers.get(String(details.sticker ?? ''))
  return sticker?.boundTo === null ? sticker : undefined
}

/** The same reference further down in the same call meets this one. Its id is known only once it is written. */
function remember(entry: Entry, points: number, { references }: Ground, stickerCode: string | null): void {
  const { reference, content } = entry
  references.set(reference, { reference, content, recordId: null, points, stickerCode, withdrawnBy: null })
}
