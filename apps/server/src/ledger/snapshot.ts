import { isRedemption } from '@portal/contract/words/descriptions.ts'
import type { Trx } from '#server/db/database.ts'
import { capsOf } from '#server/ledger/caps/caps.ts'
import { listRates } from '#server/ledger/rates/rates.ts'
import { additionsLeft } from '#server/ledger/stickers/add-sticker.ts'
import { findNearest } from '#server/ledger/stickers/near-codes.ts'
import { lockStickers, type StickerRow } from '#server/ledger/stickers/ownership.ts'
import { lockAsWriter } from '#server/ledger/transaction/transaction.ts'
import type { AppContext, RecordingPartner } from '#server/lib/context/app-context.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { later } from '#server/lib/time/clock.ts'
import { freeStickerOf, givenKey, isNoStickerCode, isTakingBack, type Snapshot } from './decide.ts'
import { type Entry, isUuid } from './parse-entry.ts'
import * as queries from './record-queries.ts'
import { sourceOf } from './reference-source.ts'
import { waitingLeftOf } from './waiting/queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/**
 * Locks and reads the data that the records depend on. Lock order of all writers: see the database's function read_for_records.
 * @returns also whether the partner has a webhook, and the participants whose oil staff recorded by hand
 */
export async function readSnapshot(
  context: Context,
  trx: Trx,
  partner: RecordingPartner,
  entries: Entry[],
): Promise<{ snapshot: Snapshot; hasWebhook: boolean; byHand: ReadonlySet<number> }> {
  const { clock, config } = context
  const codes = new Set(
    entries.flatMap(({ details }) => (details.sticker === undefined ? [] : [String(details.sticker)])),
  )
  if (codes.size > 0) await lockAsWriter(trx)
  const stickers = codes.size > 0 ? await lockStickers(trx, [...codes]) : []
  const byCode = new Map(stickers.map((sticker) => [sticker.code, sticker]))
  const now = clock.now()
  const { hasWebhook, givenOnDay, people, balances, restricted, locked, byHand, known } =
    await queries.readForRecords(
      trx,
      { partner, source: sourceOf(partner), at: now },
      entries.map(({ participant: { id, sub, sticker }, reference }) => ({
        id: id ?? byCode.get(sticker ?? '')?.boundTo ?? null,
        sub: sub !== undefined && isUuid(sub) ? sub : null,
        reference,
      })),
    )
  const participants = [...balances].flatMap(([id, { isParticipant }]) => (isParticipant ? [id] : []))
  const bySub = entries.flatMap(({ participant: { sub } }, place): [string, number][] => {
    const found = people[place] ?? null
    return sub === undefined || found === null ? [] : [[sub.toLowerCase(), found]]
  })
  const rates = entries.some(({ measure }) => measure) ? await listRates({ db: trx }) : []
  const binds = partner.firstParty && entries.some((entry) => freeStickerOf(entry, { stickers: byCode }))
  const redeems = entries.some(({ description }) => isRedemption(description))
  const snapshot = {
    participants: new Set(participants),
    bySub: new Map(bySub),
    stickers: byCode,
    nearestStickers: await findNearest(
      trx,
      entries.flatMap(({ participant: { sticker: text } }) =>
        text !== undefined && isNoStickerCode(text, { stickers: byCode }) ? [text] : [],
      ),
    ),
    balances: new Map(Array.from(balances, ([id, { available }]) => [id, available])),
    caps: capsOf(context, partner, { day: athensDay(now), given: givenOnDay }, balances),
    waitingLeft: await waitingLeft(context, trx, partner, entries, byCode),
    oldest: later(now, -config.recordMaxAge),
    given: await findGiven(trx, partner, entries.some(isTakingBack) ? participants : []),
    additionsLeft: await additionsLeft(context, trx, binds ? participants : []),
    consenting: partner.firstParty
      ? undefined
      : new Set(
          redeems ? await queries.findConsenting(trx, partner.id, 'points:redeem', now, participants) : [],
        ),
    restricted: new Set(restricted),
    locked: new Set(locked),
    references: new Map(known.map((row) => [row.reference, row])),
    rates,
  }
  return { snapshot, hasWebhook, byHand: new Set(byHand) }
}

/** Returns the number of further deliveries that may wait; 0 if none of the entries may have to wait. */
async function waitingLeft(
  { config }: Context,
  trx: Trx,
  partner: RecordingPartner,
  entries: Entry[],
  stickers: ReadonlyMap<string, StickerRow>,
): Promise<number> {
  const mayWait = entries.filter(({ participant: { sticker: code } }) => {
    const sticker = code === undefined ? undefined : stickers.get(code)
    return code !== undefined && (!sticker || sticker.boundTo === null || sticker.lostAt !== null)
  })
  if (mayWait.length === 0) return 0
  return waitingLeftOf(trx, partner.id, config.waitingLimit, mayWait.length)
}

/** @returns points by `givenKey` */
export async function findGiven(
  trx: Trx,
  partner: RecordingPartner,
  participants: number[],
): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  if (participants.length === 0) return sums
  for (const { participantId, description, points } of await queries.listGiven(trx, partner, participants)) {
    const key = givenKey(participantId, description)
    sums.set(key, (sums.get(key) ?? 0) + points)
  }
  return sums
}
