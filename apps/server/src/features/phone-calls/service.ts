import { can } from '@portal/contract/security/permissions.ts'
import type { AccountLock } from '@portal/contract/participants.ts'
import { maxOverview } from '@portal/contract/phone-calls.ts'
import type { Restriction } from '@portal/contract/privacy.ts'
import type { Coupon } from '@portal/contract/coupons.ts'
import type { Db } from '#server/db/database.ts'
import { listCoupons } from '#server/features/coupons/service.ts'
import { findRestriction } from '#server/features/data-requests/restriction-service.ts'
import { findLock } from '#server/features/participants/lock-service.ts'
import { findParticipant } from '#server/features/participants/service.ts'
import { explainRecords, type Origin } from '#server/features/points/origin-service.ts'
import { listOwnStickers, type OwnSticker } from '#server/ledger/stickers/ownership.ts'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { takeTry, triesLeft } from '#server/lib/rate-limit/rate-limit.ts'
import { assertShown } from '#server/lib/restrictions/restrictions.ts'
import { changeAs, lockPresent } from '#server/lib/rights/rights.ts'
import * as queries from './queries.ts'

export { deleteNote as removeNote, deleteNotesBefore, deleteNotesOf as deleteNotesAbout } from './queries.ts'

export type Note = queries.NoteRow
export type Overview = {
  account: Omit<queries.AccountState, 'email'> & {
    isLocked: boolean
    lock: AccountLock | null
    restriction: Restriction | null
    failedMails: number
  }
  records: Origin[]
  stickers: OwnSticker[]
  waiting: queries.Waiting
  coupons: Coupon[]
  openClaims: queries.OpenClaim[]
  notes: Note[]
}

/** Returns what staff need during a call, claims only to those who decide them. @throws ApiError not_found as `findParticipant`; processing_restricted */
export async function showOverview(context: AppContext, actor: Actor, id: number): Promise<Overview> {
  const { db } = context
  await findParticipant({ db }, id)
  await assertShown(db, actor, id)
  const found = await queries.findState(db, id)
  if (!found) throw new ApiError('not_found')
  const { email, ...state } = found
  const [tries = 1] = await triesLeft(context, 'signInByAccountTotal', [email])
  return {
    account: {
      ...state,
      isLocked: tries === 0,
      lock: await findLock(context, id),
      restriction: await findRestriction(db, id),
      failedMails: await queries.countFailedMails(db, { id, email }),
    },
    records: await explainRecords({ db }, await queries.listLatest(db, id, maxOverview.records)),
    stickers: await listOwnStickers(db, id),
    waiting: await queries.sumWaiting(db, id),
    coupons: await listCoupons(context, id, maxOverview.coupons),
    openClaims: can(actor.role, 'claims.decide') ? await queries.listOpenClaims(db, id) : [],
    notes: await queries.listNotes(db, id, maxOverview.notes),
  }
}

/** Adds a note about a call. @throws ApiError not_found as `findParticipant`; throttled */
export async function addNote(context: AppContext, actor: Actor, id: number, text: string): Promise<Note> {
  const { db, clock } = context
  await findParticipant({ db }, id)
  await assertShown(db, actor, id)
  await takeTry(context, 'callNotesByStaff', String(actor.id))
  return changeAs(db, actor, async (trx) => {
    if (!(await lockPresent(trx, id))) throw new ApiError('not_found')
    const note = { participantId: id, authorId: actor.id, createdAt: clock.now(), text }
    const { id: noteId } = await queries.insertNote(trx, note)
    await writeAudit({ db: trx, clock }, byActor(actor), {
      action: 'note.add',
      subjectId: id,
      details: { note: noteId },
    })
    const added = await queries.findNote(trx, noteId)
    if (!added) throw new Error(`Note ${noteId} does not exist.`)
    return added
  })
}

/** Deletes a note. @throws ApiError not_found */
export async function deleteNote({ db, clock }: AppContext, actor: Actor, id: number): Promise<void> {
  await changeAs(db, actor, async (trx) => {
    const deleted = await queries.deleteNote(trx, id)
    if (!deleted) throw new ApiError('not_found')
    await writeAudit({ db: trx, clock }, byActor(actor), {
      action: 'note.delete',
      subjectId: deleted.participantId,
      details: { note: id },
    })
  })
}

/** All notes about a person, for the export of their data. */
export const listAllNotes = (db: Db, id: number): Promise<Note[]> => queries.listNotes(db, id, null)
