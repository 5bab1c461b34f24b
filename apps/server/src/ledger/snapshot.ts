import { isRedemption } from '@portal/contract/descriptions.ts'
import type { Trx } from '#server/db/database.ts'
import { readCaps } from '#server/ledger/caps/caps.ts'
import { listRates } from '#server/ledger/rates/rates.ts'
import { claimsLeft } from '#server/ledger/stickers/claim.ts'
import { findNearest } from '#server/ledger/stickers/near-codes.ts'
import { lockStickers, type StickerRow } from '#server/ledger/stickers/ownership.ts'
import { lockAsWriter } from '#server/ledger/transaction/transaction.ts'
import type { AppContext, Partner } from '#server/lib/context/app-context.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { listRestricted } from '#server/lib/restrictions/restrictions.ts'
import { later } from '#server/lib/time/clock.ts'
import { freeStickerOf, givenKey, isNoStickerCode, isTakingBack, type Snapshot, worthOf } from './decide.ts'
import { type Entry, isUuid } from './parse-entry.ts'
import * as queries from './record-queries.ts'
import { sourceOf } from './reference-source.ts'
import { waitingLeftOf } from './waiting/queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'config'>

/**
 * Reads and locks the data that the records depend on. Lock order of all writers: the lock of writers, stickers, balances.
 */
export async function readSnapshot(
  context: Context,
  trx: Trx,
  partner: Partner,
  entries: Entry[],
  maxWaitMs?: number,
): Promise<{ snapshot: Snapshot; hasWebhook: boolean }> {
  const named = entries.map(({ participant }) => participant)
  const codes = new Set(
    entries.flatMap(({ details }) => (details.sticker === undefined ? [] : [String(details.sticker)])),
  )
  if (codes.size > 0) await lockAsWriter(trx)
  const stickers = codes.size > 0 ? await lockStickers(trx, [...codes]) : []
  const day = athensDay(context.clock.now())
  const asSource = { id: partner.id, source: sourceOf(partner) }
  const { givenOnDay, hasWebhook, byId, bySub, balances, known } = await queries.readForRecords(
    trx,
    asSource,
    day,
    {
      ids: named.flatMap(({ id }) => id ?? []),
      subs: named.flatMap(({ sub }) => (sub === undefined || !isUuid(sub) ? [] : [sub])),
      owners: stickers.flatMap(({ boundTo }) => boundTo ?? []),
      references: entries.map(({ reference }) => reference),
    },
    maxWaitMs,
  )
  const peopleById = byId.filter((id) => balances.has(id))
  const peopleBySub = bySub.filter(({ id }) => balances.has(id))
  const people = [...new Set([...peopleById, ...peopleBySub.map(({ id }) => id)])]
  const byCode = new Map(stickers.map((sticker) => [sticker.code, sticker]))
  const rates = entries.some(({ measure }) => measure) ? await listRates({ db: trx }) : []
  const giving = entries.reduce((sum, entry) => sum + Math.max(0, worthOf(entry, { rates })?.points ?? 0), 0)
  const claims = partner.firstParty && entries.some((entry) => freeStickerOf(entry, { stickers: byCode }))
  const snapshot = {
    people: {
      byId: new Map(peopleById.map((id) => [id, id])),
      bySub: new Map(peopleBySub.map(({ id, sub }) => [sub, id])),
    },
    stickers: byCode,
    nearestStickers: await findNearest(
      trx,
      named.flatMap(({ sticker: text }) =>
        text !== undefined && isNoStickerCode(text, { stickers: byCode }) ? [text] : [],
      ),
    ),
    balances: new Map(Array.from(balances, ([id, { available }]) => [id, available])),
    caps: await readCaps(context, trx, partner, { day, given: givenOnDay }, giving, balances),
    waitingLeft: await waitingLeft(context, trx, partner, entries, byCode),
    oldest: later(context.clock.now(), -context.config.recordMaxAge),
    given: await findGiven(trx, partner, entries.some(isTakingBack) ? people : []),
    claimsLeft: await claimsLeft(context, trx, claims ? people : []),
    consenting: partner.firstParty ? undefined : await findConsenting(context, trx, partner, entries, people),
    restricted: await listRestricted(trx, entries.some(takesPoints) ? people : []),
    references: new Map(known.map((row) => [row.reference, row])),
    rates,
  }
  return { snapshot, hasWebhook }
}

const takesPoints = ({ points = 0 }: Entry) => points < 0

/** Returns the number of further deliveries that may wait; 0 if none of the entries may have to wait. */
async function waitingLeft(
  { config }: Context,
  trx: Trx,
  partner: Partner,
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
  partner: Partner,
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

async function findConsenting(
  { clock }: Context,
  trx: Trx,
  partner: Partner,
  entries: Entry[],
  people: number[],
): Promise<Set<number>> {
  if (!entries.some(({ description }) => isRedemption(description))) return new Set()
  return new Set(await queries.findConsenting(trx, partner.id, 'points:redeem', clock.now(), people))
}
