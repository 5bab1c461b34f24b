import type {
  AccountLock,
  endParticipantSessions,
  exportParticipants,
  requestParticipantEmail,
  liftParticipantRestriction,
  lockAccount,
  resendParticipantActivation,
  restrictParticipant,
  unlockAccount,
} from '@portal/contract/participants.ts'
import type { addCallNote, CallNote, deleteCallNote, Overview, showOverview } from '@portal/contract/calls.ts'
import type { Restriction } from '@portal/contract/privacy.ts'
import { lockReasons } from '@portal/contract/security/lock-reasons.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call } from '#web/api/call.ts'
import { day, flag, listOf, objectOf, oneOf, orNull, text, timestamp, whole } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import { sticker } from '#web/api/sticker-checks.ts'
import { coupon } from '#web/shared/coupons/coupons.ts'
import { origin, type ShownOrigin } from '#web/shared/points-record/points-origin.ts'

/** Excel export of the participants that match a search. */
export const exportRoute = route<typeof exportParticipants>(routes.exportParticipants)

export type ShownOverview = Omit<Overview, 'records'> & { records: ShownOrigin[] }

const note = objectOf<CallNote>({ id: whole, at: timestamp, author: text, text })

const overviewRoute = route<typeof showOverview, ShownOverview>(
  routes.showOverview,
  objectOf<ShownOverview>({
    account: objectOf<Overview['account']>({
      activated_at: orNull(timestamp),
      last_sign_in_on: orNull(day),
      locked: flag,
      lock: orNull(
        objectOf<AccountLock>({ reason: oneOf(...lockReasons), at: timestamp, ends_at: orNull(timestamp) }),
      ),
      restriction: orNull(objectOf<Restriction>({ at: timestamp, lifts_at: orNull(timestamp) })),
      erasure_due_at: orNull(timestamp),
      failed_mails: whole,
    }),
    records: listOf(origin),
    stickers: listOf(sticker),
    waiting: objectOf<Overview['waiting']>({ deliveries: whole, points: whole, oldest: orNull(timestamp) }),
    coupons: listOf(coupon),
    open_claims: listOf(objectOf<Overview['open_claims'][number]>({ id: whole, day })),
    notes: listOf(note),
  }),
)

/** What staff need during a call, in one request. */
export const overviewOptions = (id: number) =>
  queryOptions({
    queryKey: ['participants', 'overview', id],
    queryFn: ({ signal }) => call(overviewRoute, { params: { id: String(id) } }, signal),
    refetchOnWindowFocus: false,
  })

const addNoteRoute = route<typeof addCallNote>(routes.addCallNote, note)
const deleteNoteRoute = route<typeof deleteCallNote>(routes.deleteCallNote)

export const addNote = (id: number, text: string) =>
  call(addNoteRoute, { params: { id: String(id) }, body: { text } })
export const deleteNote = (id: number) => call(deleteNoteRoute, { params: { id: String(id) } })

const resendRoute = route<typeof resendParticipantActivation>(routes.resendParticipantActivation)

export const resendActivation = (id: number) => call(resendRoute, { params: { id: String(id) } })

const lockRoute = route<typeof lockAccount>(routes.lockAccount)
const unlockRoute = route<typeof unlockAccount>(routes.unlockAccount)
const endSessionsRoute = route<typeof endParticipantSessions>(routes.endParticipantSessions)

/** Changes the access to a citizen's account. @param body of a lock */
export async function changeAccess(
  id: number,
  action: 'lock' | 'unlock' | 'endSessions',
  body: BodyOf<typeof lockAccount>,
): Promise<void> {
  const params = { id: String(id) }
  if (action === 'lock') await call(lockRoute, { params, body })
  else if (action === 'unlock') await call(unlockRoute, { params })
  else await call(endSessionsRoute, { params })
}

const emailRoute = route<typeof requestParticipantEmail>(
  routes.requestParticipantEmail,
  objectOf<{ approval: number }>({ approval: whole }),
)

/** Requests another address for a citizen's account. @returns the number of the request */
export const requestEmail = async (id: number, body: BodyOf<typeof requestParticipantEmail>) =>
  (await call(emailRoute, { params: { id: String(id) }, body })).approval

const restrictRoute = route<typeof restrictParticipant>(routes.restrictParticipant)
const liftRoute = route<typeof liftParticipantRestriction>(routes.liftParticipantRestriction)

/** Restricts the processing of a person's data, or announces the end of the restriction. */
export const changeRestriction = (id: number, action: 'restrict' | 'lift', reason: string) => {
  const input = { params: { id: String(id) }, body: { reason } }
  return action === 'restrict' ? call(restrictRoute, input) : call(liftRoute, input)
}
