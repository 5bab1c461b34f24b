import type { Description } from '@portal/contract/words/descriptions.ts'
import type { NewCoupon } from '@portal/contract/partner-record-fields.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import { insertCoupons } from '#server/ledger/coupons/coupons.ts'
import { updateUse } from '#server/ledger/coupons/queries.ts'
import { contentOf } from '#server/ledger/parse-entry.ts'
import { insertRows } from '#server/ledger/record-queries.ts'
import { sourceOf } from '#server/ledger/reference-source.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'

export type GeneratedRecord = {
  participantId: number
  points: number
  description: Description
  createdAt: Date
  reference: string
  details: object
}

/** Inserts demo records, ordered by `createdAt`. */
export async function insertGenerated(db: Db, records: GeneratedRecord[]): Promise<void> {
  await sql`
    insert into points_records (participant_id, points, description, created_at, source, reference, details)
    select participant_id, points, description::points_description, created_at, 'demo', reference, details::jsonb
    from unnest(
      ${records.map((record) => record.participantId)}::bigint[], ${records.map((record) => record.points)}::int[],
      ${records.map((record) => record.description)}::text[],
      ${records.map((record) => record.createdAt.toISOString())}::timestamptz[],
      ${records.map((record) => record.reference)}::text[],
      ${records.map((record) => JSON.stringify(record.details))}::text[]
    ) as rows (participant_id, points, description, created_at, reference, details)
    order by created_at`.execute(db)
}

export type SentRecord = Omit<GeneratedRecord, 'details'> & {
  partner: { id: number; clientId: string }
  receivedAt: Date
  rateId: number | null
  details: Record<string, unknown>
  /** Reference of an earlier one of these records. */
  reverses: string | undefined
  coupon: (NewCoupon & { usedAt: Date | undefined }) | undefined
}

/** Inserts demo records as if partners had sent them, with references, rates, reversals and coupons. Oldest first. */
export async function insertSent(
  context: Pick<AppContext, 'config'>,
  trx: Trx,
  records: SentRecord[],
): Promise<void> {
  const ids = new Map<string, number>()
  for (const { partner, receivedAt, reverses, coupon, ...row } of records) {
    const content = contentOf(['demonstration', row.reference])
    const reversalOf = reverses === undefined ? undefined : ids.get(reverses)
    const from = { id: partner.id, source: sourceOf(partner) }
    const added = await insertRows(trx, from, receivedAt, [
      { ...row, content, ...(reversalOf !== undefined && { reversalOf }) },
    ])
    for (const [reference, recordId] of added) {
      ids.set(reference, recordId)
      if (!coupon) continue
      await insertCoupons(context, trx, [{ coupon, recordId, participantId: row.participantId }])
      if (coupon.usedAt) await updateUse(trx, recordId, coupon.usedAt)
    }
  }
}

type WaitingDelivery = {
  stickerCode: string
  points: number
  createdAt: Date
  reference: string
  details: Record<string, unknown>
}

/** Inserts a demo delivery of oil that waits for its sticker, as if a partner had sent it. */
export async function insertWaitingDelivery(
  trx: Trx,
  partnerId: number,
  delivery: WaitingDelivery,
): Promise<void> {
  const content = contentOf(['demonstration', delivery.reference])
  await insertRows(trx, { id: partnerId, source: '' }, delivery.createdAt, [
    { ...delivery, content, description: 'oil_collected', rateId: null },
  ])
}
