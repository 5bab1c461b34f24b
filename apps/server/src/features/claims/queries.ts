import { type ExpressionBuilder, sql } from 'kysely'
import type { RejectionReason } from '@portal/contract/words/claim-facts.ts'
import type { Db, Trx } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'

export type ClaimState = Database['deliveryClaims']['state']

const columns = [
  'c.id',
  'c.participantId',
  'c.recordId',
  'c.deviceId',
  'c.visitedAt',
  'c.stickerCode',
  'c.placeId',
  'c.placeName',
  'c.day',
  'c.hour',
  'c.note',
  'c.createdAt',
  'c.state',
  'c.approvalId',
  'c.decidedAt',
  'c.points',
  'c.deliveryId',
  'c.reason',
  'c.answer',
] as const

/** Claims with what a desk recorded, if they are about that: the points of the record, and the title of a used coupon. */
const claims = (db: Db) =>
  db
    .selectFrom('deliveryClaims as c')
    .leftJoin('devices', 'devices.id', 'c.deviceId')
    .leftJoin('partners', 'partners.id', 'devices.partnerId')
    .leftJoin('pointsRecords as r', 'r.id', 'c.recordId')
    .leftJoin('coupons', 'coupons.recordId', 'c.recordId')
    .select(columns)
    .select(['partners.name as partner', 'devices.name as device', 'coupons.title'])
    .select(['r.description', 'r.points as recorded'])
    .select(sql<number | null>`c.litres::float`.as('litres'))

/** What a citizen reported, and what became of it. */
export type ClaimRow = Awaited<ReturnType<ReturnType<typeof claims>['executeTakeFirstOrThrow']>>

/** Whether a claim is of a reader. Another account of the reader is flagged when it is credited (ledger/caps). */
const isOwn = (reader: number) => sql<boolean>`c.participant_id = ${reader}`

/** `happenedAt`: of the record that staff write by hand. */
const staffClaims = (db: Db, reader: number) =>
  claims(db)
    .innerJoin('users as u', 'u.id', 'c.participantId')
    .leftJoin('users as d', 'd.id', 'c.decidedBy')
    .select(['u.firstName', 'u.lastName', 'u.email', 'd.email as decidedByEmail'])
    .select(isOwn(reader).as('isOwn'))
    .select(sql<Date>`athens_start(c.day) + coalesce(c.hour, 12) * interval '1 hour'`.as('happenedAt'))

export type StaffClaimRow = Awaited<ReturnType<ReturnType<typeof staffClaims>['executeTakeFirstOrThrow']>>

export const listClaimsOf = (db: Db, participantId: number): Promise<ClaimRow[]> =>
  claims(db).where('c.participantId', '=', participantId).orderBy('c.id', 'desc').execute()

const openStates: ClaimState[] = ['open', 'approval']

export const listClaims = (
  db: Db,
  reader: number,
  { open, limit, offset }: { open: boolean; limit: number; offset: number },
): Promise<StaffClaimRow[]> =>
  staffClaims(db, reader)
    .$if(open, (query) => query.where('c.state', 'in', openStates).orderBy('c.id'))
    .$if(!open, (query) =>
      query.where('c.decidedAt', 'is not', null).orderBy('c.decidedAt', 'desc').orderBy('c.id', 'desc'),
    )
    .limit(limit)
    .offset(offset)
    .execute()

export const countClaims = async (db: Db, open: boolean): Promise<number> =>
  (
    await db
      .selectFrom('deliveryClaims')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .$if(open, (query) => query.where('state', 'in', openStates))
      .$if(!open, (query) => query.where('decidedAt', 'is not', null))
      .executeTakeFirstOrThrow()
  ).n

export const findClaim = (db: Db, reader: number, id: number): Promise<StaffClaimRow | undefined> =>
  staffClaims(db, reader).where('c.id', '=', id).executeTakeFirst()

/** Locks a claim until the transaction ends. */
export const lockClaim = (trx: Trx, id: number) =>
  trx.selectFrom('deliveryClaims').select('state').where('id', '=', id).forUpdate().executeTakeFirst()

export const lockClaimOfApproval = (trx: Trx, approval: number) =>
  trx
    .selectFrom('deliveryClaims')
    .select('id')
    .where('approvalId', '=', approval)
    .forUpdate()
    .executeTakeFirst()

export type Reported = {
  submission: string
  stickerCode: string | null
  placeId: string | null
  day: string
  hour: number | null
}

type ClaimExpression = ExpressionBuilder<{ c: Database['deliveryClaims'] }, 'c'>

/** Finds the claim of the same submission, or an open one with the same facts. */
export const findRepeated = (
  trx: Trx,
  participantId: number,
  given: Reported,
): Promise<ClaimRow | undefined> =>
  claims(trx)
    .where('c.participantId', '=', participantId)
    .where((where: ClaimExpression) =>
      where.or([
        where('c.submission', '=', given.submission),
        where.and([
          where('c.state', 'in', openStates),
          where('c.recordId', 'is', null),
          where('c.stickerCode', 'is not distinct from', given.stickerCode),
          where('c.placeId', 'is not distinct from', given.placeId),
          where('c.day', '=', given.day),
          where('c.hour', 'is not distinct from', given.hour),
        ]),
      ]),
    )
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()

/** Finds the claim about a visit. */
export const findOfVisit = (
  trx: Trx,
  participantId: number,
  { recordId, visitedAt }: { recordId: number; visitedAt: Date },
): Promise<ClaimRow | undefined> =>
  claims(trx)
    .where('c.participantId', '=', participantId)
    .where('c.recordId', '=', recordId)
    .where('c.visitedAt', '=', visitedAt)
    .executeTakeFirst()

/** Counts the open claims about deliveries. */
export const countOpenOf = async (trx: Trx, participantId: number): Promise<number> =>
  (
    await trx
      .selectFrom('deliveryClaims')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('participantId', '=', participantId)
      .where('state', 'in', openStates)
      .where('recordId', 'is', null)
      .executeTakeFirstOrThrow()
  ).n

export type NewClaim = Reported & {
  participantId: number
  recordId?: number
  deviceId?: number
  visitedAt?: Date
  placeName: string | null
  litres: number | null
  note: string
  createdAt: Date
  staffAtFiling?: number[]
}
export type Decided = {
  state: ClaimState
  approvalId?: number | null
  decidedBy: number | null
  decidedAt: Date | null
  points: number | null
  deliveryId: number | null
  reason?: RejectionReason | null
  answer?: string
}

export async function insertClaim(db: Db, claim: NewClaim, decided?: Decided): Promise<ClaimRow> {
  const { id } = await db
    .insertInto('deliveryClaims')
    .values({ ...claim, state: 'open', ...decided })
    .returning('id')
    .executeTakeFirstOrThrow()
  return claims(db).where('c.id', '=', id).executeTakeFirstOrThrow()
}

export const updateClaim = (trx: Trx, id: number, decided: Decided) =>
  trx.updateTable('deliveryClaims').set(decided).where('id', '=', id).execute()

export const markDone = (trx: Trx, id: number, done: { state: 'credited' | 'undone'; decidedAt: Date }) =>
  trx.updateTable('deliveryClaims').set(done).where('id', '=', id).execute()

export const findPlace = (db: Db, id: string) =>
  db.selectFrom('places').select(['id', 'name', 'address']).where('id', '=', id).executeTakeFirst()

export const findEmail = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

/** Deletes the claims of a person. Call after `lockLedgerOf`: claims are locked after balances. @returns their number */
export const deleteClaimsOf = async (trx: Trx, participantId: number): Promise<number> =>
  Number(
    (await trx.deleteFrom('deliveryClaims').where('participantId', '=', participantId).executeTakeFirst())
      .numDeletedRows,
  )

/** @returns the number of deleted claims, at most `limit` */
export async function deleteDecidedBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('deliveryClaims')
    .where('decidedAt', '<', before)
    .where('id', 'in', (query) =>
      query.selectFrom('deliveryClaims').select('id').where('decidedAt', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Empties a text of a claim. */
export const emptyText = (trx: Trx, id: number, text: 'note' | 'answer') =>
  trx
    .updateTable('deliveryClaims')
    .set({ [text]: '' })
    .where('id', '=', id)
    .execute()
