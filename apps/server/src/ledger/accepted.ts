import { maxPointsPerRecord } from '@portal/contract/partner-fields.ts'
import { isCouponReversal, isRedemption } from '@portal/contract/descriptions.ts'
import { sql } from 'kysely'
import { arrayOf, jsonElement, textArray } from '#server/db/arrays.ts'
import { compileOnce, type Db } from '#server/db/database.ts'
import { capsOf } from '#server/ledger/caps/caps.ts'
import { listRates, type Rate } from '#server/ledger/rates/rates.ts'
import type { AppContext, Partner } from '#server/lib/context/app-context.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { later } from '#server/lib/time/clock.ts'
import { heldToken } from '#server/lib/rights/rights.ts'
import { worthOf } from './decide.ts'
import { type Entry, isUuid } from './parse-entry.ts'
import { sourceOf } from './reference-source.ts'

type Accepted = { id: number; points: number }

/**
 * Records a call in one statement, if nothing about its records has to be decided: new references of active participants,
 * whose points suffice, below all caps. A call with a record that may be rejected or has a further effect (webhook, coupon,
 * sticker, points taken back, flag) is left to `settleEntries`.
 * @param maxWaitMs for each lock; default: DATABASE_LOCK_TIMEOUT
 * @returns the records in the order of the entries; undefined if nothing was recorded, also if the token has ended
 */
export async function recordAccepted(
  { db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>,
  partner: Partner,
  entries: Entry[],
  maxWaitMs?: number,
): Promise<Accepted[] | undefined> {
  if (partner.hasWebhook) return undefined
  const now = clock.now()
  const oldest = later(now, -config.recordMaxAge)
  const [first] = entries
  const bySub = first?.participant.sub !== undefined
  const isPlain = entries.every(
    ({ participant: { id, sub }, details, coupon, description, createdAt }) =>
      (bySub ? sub !== undefined && isUuid(sub) : id !== undefined) &&
      details.sticker === undefined &&
      coupon === undefined &&
      createdAt >= oldest &&
      !isCouponReversal(description) &&
      // Third parties need the participant's consent.
      (partner.firstParty || !isRedemption(description)),
  )
  if (!isPlain) return undefined
  const rates = entries.some(({ measure }) => measure) ? await listRates({ db }) : []
  const worths = entries.flatMap((entry) => plainWorth(entry, rates) ?? [])
  if (worths.length < entries.length) return undefined

  const created = entries.map(({ createdAt }) => createdAt.toISOString())
  const details = entries.map((entry) => jsonElement(entry.details))
  const { ofPartner, ofPerson } = capsOf({ config }, partner)
  const wholeOrNull = (limit: number) => (Number.isFinite(limit) ? Math.floor(limit) : null)
  try {
    const [row] = await records(db, {
      partner: partner.id,
      tokenHash: partner.tokenHash,
      source: sourceOf(partner),
      now,
      day: athensDay(now),
      maxWait: maxWaitMs ?? null,
      partnerFlag: wholeOrNull(ofPartner.flagAbove),
      partnerReject: wholeOrNull(ofPartner.rejectAbove),
      personCap: wholeOrNull(
        Math.min(ofPerson.flagAbove, ofPerson.rejectAbove, partner.personCap || Infinity),
      ),
      ids: bySub ? null : arrayOf(entries.map(({ participant: { id } }) => id ?? null)),
      subs: bySub ? textArray(entries.map(({ participant: { sub } }) => sub ?? '')) : null,
      references: textArray(entries.map(({ reference }) => reference)),
      contents: textArray(entries.map(({ content }) => content)),
      descriptions: textArray(entries.map(({ description }) => description)),
      points: arrayOf(worths.map(({ points }) => points)),
      created: textArray(created),
      details: arrayOf(details),
      rateIds: arrayOf(worths.map(({ rateId }) => rateId)),
    })
    return row?.ids?.split(',').map((id, place) => ({ id: Number(id), points: worths[place]?.points ?? 0 }))
  } catch (error) {
    if (undecided.has((error as { code?: string }).code ?? '')) return undefined
    throw error
  }
}

/**
 * SQLSTATE of a reference that is taken, in the table of references or, by an import, in the ledger; of a rate that was deleted
 * meanwhile; of a deadlock; of points of a restricted account.
 */
const undecided = new Set(['PR001', 'P0002', '23505', '23503', '40P01'])

type Values = {
  partner: number
  tokenHash: string
  source: string
  now: Date
  day: string
  maxWait: number | null
  partnerFlag: number | null
  partnerReject: number | null
  personCap: number | null
  ids: string | null
  subs: string | null
} & Record<'references' | 'contents' | 'descriptions' | 'points' | 'created' | 'details' | 'rateIds', string>

const records = compileOnce(
  (_db: Db, one: Values) => sql<{ ids: string | null }>`
    with held as materialized (${heldToken(one)})
    select record_accepted(${one.partner}::int, ${one.source}::text, ${one.now}::timestamptz, ${one.day}::date,
      ${one.maxWait}::int, ${one.partnerFlag}::bigint, ${one.partnerReject}::bigint, ${one.personCap}::bigint,
      ${one.ids}::bigint[], ${one.subs}::uuid[], ${one.references}::text[], ${one.contents}::text[],
      ${one.descriptions}::text[], ${one.points}::int[], ${one.created}::timestamptz[], ${one.details}::text[],
      ${one.rateIds}::int[]) as ids
    from held`,
)

/** @returns undefined if there is no rate, or points are taken back or too many: this has to be decided */
function plainWorth(
  entry: Entry,
  rates: readonly Rate[],
): { points: number; rateId: number | null } | undefined {
  const worth = worthOf(entry, { rates })
  const isPlain = worth && (worth.points >= 0 || isRedemption(entry.description))
  return isPlain && worth.points <= maxPointsPerRecord ? worth : undefined
}
