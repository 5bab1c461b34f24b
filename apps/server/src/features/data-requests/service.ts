import { checksPageSize } from '@portal/contract/checks.ts'
import { type DataRequestKind, maxOpenRequests } from '@portal/contract/security/request-kinds.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { mailOwner } from '#server/features/accounts/owner-mail-service.ts'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import { lockBalance } from '#server/ledger/transaction/transaction.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { readRows } from '#server/lib/paging/paging.ts'
import { takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import * as queries from './queries.ts'
import { restrict } from './restriction-service.ts'

export { deleteAnsweredBefore, listRequestsOf } from './queries.ts'
export type { RequestRow, StaffRequestRow } from './queries.ts'

type Context = AppContext

/**
 * Stores a request of the signed-in account and mails the receipt. A restriction takes effect at once: the law wants it while
 * the request is examined.
 * @throws ApiError not_permitted for staff; requests_full, throttled
 */
export async function askDataRequest(
  context: Context,
  actor: Actor,
  { kind, text }: { kind: DataRequestKind; text: string },
): Promise<queries.RequestRow> {
  if (actor.isStaff) throw new ApiError('not_permitted')
  await takeTry(context, 'dataByAccount', String(actor.id))
  return changeAs(context.db, actor, async (trx) => {
    await lockBalance(trx, actor.id)
    // Serializes the requests of an account, so that the limit is exact.
    const owner = await queries.lockCitizen(trx, actor.id)
    if (!owner) throw new ApiError('not_signed_in')
    if ((await queries.countOpenOf(trx, actor.id)) >= maxOpenRequests)
      throw new ApiError('requests_full', { max: maxOpenRequests })
    const request = await queries.insertRequest(trx, {
      userId: actor.id,
      kind,
      text,
      now: context.clock.now(),
    })
    const by = byActor(actor)
    await writeAudit({ ...context, db: trx }, by, {
      action: 'data_request.make',
      subjectId: actor.id,
      details: { request: request.id, kind },
    })
    if (kind === 'restriction') await restrict(context, trx, by, actor.id)
    await mailOwner(context, trx, owner, {
      kind: 'data-request',
      about: {
        step: 'received',
        number: request.id,
        request: kind,
        dueOn: request.dueOn,
      },
    })
    return request
  })
}

type ListQuery = { state?: string | undefined; page?: string | undefined }

/** Lists requests for managers. @throws ApiError page_invalid */
export const listRequests = ({ db }: { db: Db }, { state, page }: ListQuery) =>
  readRows(
    page,
    checksPageSize,
    () => queries.countRequests(db, state !== 'all'),
    (range) => queries.listRequests(db, { open: state !== 'all', ...range }),
  )

/** Changes an open request. @throws ApiError not_found, already_decided */
const change = (
  { db }: Context,
  actor: Actor,
  id: number,
  work: (trx: Trx, request: queries.RequestRow, owner: { id: number; email: string }) => Promise<void>,
): Promise<void> =>
  changeAs(db, actor, async (trx) => {
    const request = await queries.lockRequest(trx, id)
    const owner = request && (await queries.lockCitizen(trx, request.userId))
    if (!owner) throw new ApiError('not_found')
    if (request.answeredAt) throw new ApiError('already_decided')
    await work(trx, request, owner)
  })

/** Answers a request and mails the answer. @throws ApiError not_found, already_decided */
export const answerDataRequest = (
  context: Context,
  actor: Actor,
  id: number,
  { outcome, answer }: { outcome: 'done' | 'refused'; answer: string },
): Promise<void> =>
  change(context, actor, id, async (trx, { userId, kind }, owner) => {
    await queries.updateAnswer(trx, id, { by: actor.id, at: context.clock.now(), outcome, answer })
    await writeAudit({ ...context, db: trx }, byActor(actor), {
      action: 'data_request.answer',
      subjectId: userId,
      details: { request: id, kind, outcome },
    })
    await mailOwner(context, trx, owner, {
      kind: 'data-request',
      about: {
        step: 'answered',
        number: id,
        request: kind,
        outcome,
        answer,
      },
    })
  })

/**
 * Extends the time for an answer by two months, once and in time, and mails the reason (article 12(3)).
 * @throws ApiError not_found, already_decided, extension_impossible
 */
export const extendDataRequest = (
  context: Context,
  actor: Actor,
  id: number,
  reason: string,
): Promise<void> =>
  change(context, actor, id, async (trx, { userId, kind }, owner) => {
    const dueOn = await queries.extendRequest(trx, id, { reason, now: context.clock.now() })
    if (dueOn === undefined) throw new ApiError('extension_impossible')
    await writeAudit({ ...context, db: trx }, byActor(actor), {
      action: 'data_request.extend',
      subjectId: userId,
      details: { request: id, until: dueOn },
    })
    await mailOwner(context, trx, owner, {
      kind: 'data-request',
      about: {
        step: 'extended',
        number: id,
        request: kind,
        dueOn,
        reason,
      },
    })
  })

/** Deletes the requests and the restriction of an erased person. */
export async function deleteRequestsAbout(trx: Trx, id: number): Promise<void> {
  await queries.deleteRequestsOf(trx, id)
  await queries.deleteRestriction(trx, id)
}
