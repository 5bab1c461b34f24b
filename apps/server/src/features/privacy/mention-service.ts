import {
  type MentionDecision,
  type MentionPlace,
  mentionPlaces,
  mentionsPageSize,
} from '@portal/contract/checks.ts'
import { fold, toLatin } from '@portal/contract/words/greek-letters.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { assertApproves } from '#server/features/approvers/service.ts'
import { removeNote } from '#server/features/phone-calls/service.ts'
import { removeClaimText } from '#server/features/claims/service.ts'
import { removeBatchNote } from '#server/features/stickers/batch-service.ts'
import { removeText } from '#server/ledger/erase/erase-records.ts'
import { byActor, deleteText, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext, Identity } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { readRows } from '#server/lib/paging/paging.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import * as queries from './mention-queries.ts'

export { deleteMentionsWithoutText } from './mention-queries.ts'
export type { MentionRow } from './mention-queries.ts'

/** Texts of a place that an erasure lists. If the last name alone is in more, they are only counted: it is a common word. */
const maxListed = 20

/** Texts that are read and compared at a time: 500 notes take 10 ms, in which the process does nothing else. */
const batch = 500

type Mention = { place: MentionPlace; rowId: number; begins: number; ends: number }
export type FoundMentions = { listed: Mention[]; unlisted: number }

/**
 * Finds texts that are not on the person's own page and contain the person's address, telephone, first and last name side
 * by side, or last name, as whole words in Greek or Latin letters. Changes none of them: a name is chosen by its owner, so
 * staff decide on each. The names are compared literally. Reads all texts: three seconds of CPU time for 350,000.
 */
export async function findMentions(db: Db, person: Identity & { id: number }): Promise<FoundMentions> {
  const found: FoundMentions = { listed: [], unlisted: 0 }
  for (const place of mentionPlaces) {
    const inPlace = await findInPlace(db, place, person)
    const listed = inPlace.n <= maxListed ? [...inPlace.sure, ...inPlace.named] : inPlace.sure
    found.listed.push(...listed)
    found.unlisted += inPlace.n - listed.length
  }
  return found
}

async function findInPlace(db: Db, place: MentionPlace, person: Identity & { id: number }) {
  const finder = finderOf(person)
  const found: Record<'sure' | 'named', Mention[]> & { n: number } = { sure: [], named: [], n: 0 }
  let before: number | null = null
  for (;;) {
    const rows = await queries.listTexts(db, place, { before, notOf: person.id, limit: batch })
    for (const { rowId, text } of rows) {
      const mention = finder(text ?? '')
      if (!mention) continue
      found.n += 1
      const kind = mention.isSure ? found.sure : found.named
      if (kind.length < maxListed) kind.push({ place, rowId, begins: mention.begins, ends: mention.ends })
    }
    before = rows.at(-1)?.rowId ?? null
    if (rows.length < batch) return found
  }
}

// With the accents of decomposed letters.
const word = /[\p{L}\p{M}\p{N}]+/gu

/** The words of a text in Latin letters, between single spaces: ' ria example gr '. */
const wordsOf = (text: string) => ` ${toLatin(fold(text)).match(word)?.join(' ') ?? ''} `

type Mentioned = { begins: number; ends: number; isSure: boolean }

/** @returns a function that finds where a text mentions a person, in UTF-16 units. `isSure`: not the last name alone */
function finderOf({
  email,
  firstName,
  lastName,
  telephone,
}: Identity): (text: string) => Mentioned | undefined {
  const [first, last] = [wordsOf(firstName), wordsOf(lastName)]
  const hasBoth = first.trim() !== '' && last.trim() !== ''
  const names = [
    { words: wordsOf(email), isSure: true },
    ...(hasBoth ? [first + last.trimStart(), last + first.trimStart()] : []).map((words) => ({
      words,
      isSure: true,
    })),
    { words: last.trim() === '' ? first : last, isSure: false },
  ].filter(({ words }) => words.trim() !== '')
  const number = telephone.replace(/\D/g, '').replace(/^(00)?30(?=\d{10}$)/, '')
  return (text) => {
    const words = wordsOf(text)
    const name = names.find((name) => name.isSure && words.includes(name.words))
    const sure = name ? placeOfWords(text, name.words) : placeOfNumber(text, number)
    if (sure) return { ...sure, isSure: true }
    const alone = names.find((name) => !name.isSure && words.includes(name.words))
    return alone && { ...placeOfWords(text, alone.words), isSure: false }
  }
}

function placeOfWords(text: string, wanted: string): { begins: number; ends: number } {
  const words = Array.from(text.matchAll(word))
  for (const [at, { index }] of words.entries()) {
    const next = words.slice(at, at + wanted.trim().split(' ').length)
    const last = next.at(-1)
    if (last && wordsOf(next.map(([found]) => found).join(' ')) === wanted)
      return { begins: index, ends: last.index + last[0].length }
  }
  return { begins: 0, ends: 0 }
}

function placeOfNumber(text: string, number: string): { begins: number; ends: number } | undefined {
  if (number.length < 7) return undefined
  const digits = Array.from(text.matchAll(/\d/g))
  const at = digits
    .map(([digit]) => digit)
    .join('')
    .indexOf(number)
  const [first, last] = [digits[at], digits[at + number.length - 1]]
  return first && last && { begins: first.index, ends: last.index + 1 }
}

/** Lists the texts for staff, without a copy of them or of the name. */
export async function insertMentions(
  trx: Trx,
  accountId: number,
  { listed }: FoundMentions,
  foundAt: Date,
): Promise<void> {
  const mentions = listed.map((mention) => ({ ...mention, accountId, foundAt }))
  if (mentions.length > 0) await queries.insertMentions(trx, mentions)
}

/** Lists the texts that wait for a decision, oldest first. @throws ApiError page_invalid */
export const listMentions = ({ db }: { db: Db }, { page }: { page?: string | undefined }) =>
  readRows(
    page,
    mentionsPageSize,
    () => queries.countMentions(db),
    (range) => queries.listMentions(db, range),
  )

const removers: Record<MentionPlace, (trx: Trx, id: number) => Promise<unknown>> = {
  ...removeText,
  call_note: removeNote,
  claim_note: (trx, id) => removeClaimText(trx, id, 'note'),
  claim_answer: (trx, id) => removeClaimText(trx, id, 'answer'),
  batch_note: removeBatchNote,
  search: deleteText,
}

/**
 * Removes a listed text, or leaves it; in both cases the list forgets it.
 * @throws ApiError not_found, approver_pending, approver_waiting
 */
export const decideMention = (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  decision: MentionDecision,
): Promise<void> =>
  changeAs(db, actor, async (trx) => {
    await assertApproves(trx, actor.id, clock.now())
    const mention = await queries.findMention(trx, id)
    // Deleted first: of two decisions at the same time, one waits and finds nothing.
    if (!mention || !(await queries.deleteMention(trx, id))) throw new ApiError('not_found')
    const { place, rowId, about, accountId } = mention
    if (decision === 'remove') await removers[place](trx, rowId)
    await writeAudit({ db: trx, clock }, byActor(actor), {
      action: decision === 'remove' ? 'mention.remove' : 'mention.keep',
      // A removal changes what is stored about the other person, who sees it in the own log.
      subjectId: decision === 'remove' ? (about ?? accountId) : accountId,
      details: { place, row: rowId },
    })
  })
