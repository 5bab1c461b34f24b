import type { MentionPlace } from '@portal/contract/checks.ts'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'

const ofRequest = sql`(a.payload ->> 'participantId')::bigint`

/**
 * Every free text that is kept outside of the ledger's records. `about`: the account on whose page it stands. Of partners'
 * details the values: a key is a word of the API. Not the details of records: there may be ten million, and they are
 * append-only.
 */
const sources: Record<MentionPlace, RawBuilder<unknown>> = {
  call_note: sql`select id, text, participant_id as about, created_at as at from call_notes`,
  claim_note: sql`select id, note as text, participant_id as about, created_at as at from delivery_claims where note <> ''`,
  claim_answer: sql`
    select id, answer as text, participant_id as about, coalesce(decided_at, created_at) as at
    from delivery_claims where answer <> ''`,
  delivery: sql`
    select w.id, (select string_agg(value #>> '{}', E'\n') from
      jsonb_path_query(w.details, 'strict $.** ? (@.type() == "string" || @.type() == "number")') value) as text,
      s.bound_to as about, w.received_at as at
    from waiting_deliveries w left join stickers s on s.code = w.sticker_code
    where w.record_id is null and w.details is not null`,
  flag_note: sql`
    select id, note as text, participant_id as about, coalesce(resolved_at, raised_at) as at
    from ledger_flags where note <> ''`,
  request_reason: sql`
    select a.id, a.payload ->> 'reason' as text, ${ofRequest} as about, a.requested_at as at
    from approvals a where a.kind in ('points_added', 'email_changed') and a.payload ->> 'reason' <> ''`,
  request_note: sql`
    select a.id, a.note as text, ${ofRequest} as about, coalesce(a.decided_at, a.requested_at) as at
    from approvals a where a.note <> ''`,
  batch_note: sql`
    select id, note as text, null::bigint as about, created_at as at from sticker_batches where note <> ''`,
  search: sql`
    select x.entry_id as id, x.text, null::bigint as about, e.at
    from audit_texts x left join audit_entries e on e.id = x.entry_id`,
}

/** Lists the texts of a place that are not on an account's own page, newest first, before a row. `text` null: no values. */
export async function listTexts(
  db: Db,
  place: MentionPlace,
  { notOf, before, limit }: { notOf: number; before: number | null; limit: number },
): Promise<{ rowId: number; text: string | null }[]> {
  const { rows } = await sql<{ rowId: number; text: string | null }>`
    select id as row_id, text from (${sources[place]}) texts
    where about is distinct from ${notOf} ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${limit}`.execute(db)
  return rows
}

export const insertMentions = (trx: Trx, mentions: Insertable<Database['erasureMentions']>[]) =>
  trx
    .insertInto('erasureMentions')
    .values(mentions)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export type MentionRow = Selectable<Database['erasureMentions']> & {
  place: MentionPlace
  text: string
  writtenAt: Date
  about: number | null
  firstName: string | null
  lastName: string | null
}

/** Mentions whose text still exists. */
const present = sql`erasure_mentions m cross join lateral (${sql.join(
  Object.entries(sources).map(
    ([place, source]) => sql`
      select text, about, at as written_at from (${source}) texts
      where m.place = ${sql.lit(place)} and texts.id = m.row_id`,
  ),
  sql` union all `,
)}) t`

/** Oldest first. */
export async function listMentions(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const { rows } = await sql<MentionRow>`
    select m.*, t.text, t.written_at, t.about, u.first_name, u.last_name
    from ${present} left join users u on u.id = t.about
    order by m.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Their number. */
export async function countMentions(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${present}`.execute(db)
  return rows[0]?.n ?? 0
}

/** @returns undefined if it was decided, or its text is gone */
export async function findMention(db: Db, id: number): Promise<MentionRow | undefined> {
  const { rows } = await sql<MentionRow>`
    select m.*, t.text, t.written_at, t.about from ${present} where m.id = ${id}`.execute(db)
  return rows[0]
}

/** @returns false if another call has deleted it */
export async function deleteMention(trx: Trx, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('erasureMentions').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes the mentions whose text is gone. */
export const deleteMentionsWithoutText = (db: Db) =>
  sql`delete from erasure_mentions g where not exists (select from ${present} where m.id = g.id)`.execute(db)
