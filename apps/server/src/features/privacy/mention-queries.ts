import type { MentionPlace } from '@portal/contract/checks.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

type Source = { from: RawBuilder<unknown>; id: RawBuilder<unknown>; text: RawBuilder<unknown> } & Record<
  'about' | 'at' | 'where',
  RawBuilder<unknown>
>

const noAccount = sql`null::bigint`
const ofRequest = sql`(a.payload ->> 'participantId')::bigint`

/**
 * Every free text that is kept outside of the ledger's records. `about`: the account on whose page it stands. Of partners'
 * details the values: a key is a word of the API. Not the details of records: there may be ten million, and they are
 * append-only.
 */
const sources: Record<MentionPlace, Source> = {
  call_note: {
    from: sql`call_notes n`,
    id: sql`n.id`,
    text: sql`n.text`,
    about: sql`n.participant_id`,
    at: sql`n.created_at`,
    where: sql`true`,
  },
  claim_note: {
    from: sql`delivery_claims c`,
    id: sql`c.id`,
    text: sql`c.note`,
    about: sql`c.participant_id`,
    at: sql`c.created_at`,
    where: sql`c.note <> ''`,
  },
  claim_answer: {
    from: sql`delivery_claims c`,
    id: sql`c.id`,
    text: sql`c.answer`,
    about: sql`c.participant_id`,
    at: sql`coalesce(c.decided_at, c.created_at)`,
    where: sql`c.answer <> ''`,
  },
  delivery: {
    from: sql`waiting_deliveries w left join stickers s on s.code = w.sticker_code`,
    id: sql`w.id`,
    text: sql`(select string_agg(value #>> '{}', E'\n') from
      jsonb_path_query(w.details, 'strict $.** ? (@.type() == "string" || @.type() == "number")') value)`,
    about: sql`s.bound_to`,
    at: sql`w.received_at`,
    where: sql`w.record_id is null and w.details is not null`,
  },
  flag_note: {
    from: sql`ledger_flags f`,
    id: sql`f.id`,
    text: sql`f.note`,
    about: sql`f.participant_id`,
    at: sql`coalesce(f.resolved_at, f.raised_at)`,
    where: sql`f.note <> ''`,
  },
  request_reason: {
    from: sql`approvals a`,
    id: sql`a.id`,
    text: sql`a.payload ->> 'reason'`,
    about: ofRequest,
    at: sql`a.requested_at`,
    where: sql`a.kind in ('points_added', 'email_changed') and a.payload ->> 'reason' <> ''`,
  },
  request_note: {
    from: sql`approvals a`,
    id: sql`a.id`,
    text: sql`a.note`,
    about: ofRequest,
    at: sql`coalesce(a.decided_at, a.requested_at)`,
    where: sql`a.note <> ''`,
  },
  batch_note: {
    from: sql`sticker_batches b`,
    id: sql`b.id`,
    text: sql`b.note`,
    about: noAccount,
    at: sql`b.created_at`,
    where: sql`b.note <> ''`,
  },
  search: {
    from: sql`audit_texts x`,
    id: sql`x.entry_id`,
    text: sql`x.text`,
    about: noAccount,
    at: sql`(select e.at from audit_entries e where e.id = x.entry_id)`,
    where: sql`true`,
  },
}

/** Lists the texts of a place that are not on an account's own page, newest first, before a row. `text` null: no values. */
export async function listTexts(
  db: Db,
  place: MentionPlace,
  { notOf, before, limit }: { notOf: number; before: number | null; limit: number },
): Promise<{ rowId: number; text: string | null }[]> {
  const { from, id, text, about, where } = sources[place]
  const { rows } = await sql<{ rowId: number; text: string | null }>`
    select ${id} as row_id, ${text} as text from ${from}
    where ${where} and ${about} is distinct from ${notOf} ${before === null ? sql`` : sql`and ${id} < ${before}`}
    order by ${id} desc limit ${limit}`.execute(db)
  return rows
}

type NewMention = {
  accountId: number
  place: MentionPlace
  rowId: number
  begins: number
  ends: number
  foundAt: Date
}

export const insertMentions = (trx: Trx, mentions: NewMention[]) =>
  trx
    .insertInto('erasureMentions')
    .values(mentions)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export type MentionRow = NewMention & {
  id: number
  text: string
  writtenAt: Date
  about: number | null
  firstName: string | null
  lastName: string | null
}

/** Mentions whose text still exists. */
const present = sql`erasure_mentions m cross join lateral (${sql.join(
  Object.entries(sources).map(
    ([place, { from, id, text, about, at, where }]) => sql`
      select ${text} as text, ${about} as about, ${at} as written_at from ${from}
      where m.place = ${sql.lit(place)} and ${id} = m.row_id and ${where}`,
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
