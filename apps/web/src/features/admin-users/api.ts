import type { addCallNote, CallNote, deleteCallNote, Overview, showOverview } from '@portal/contract/calls.ts'
import type { exportParticipants, resendParticipantActivation } from '@portal/contract/participants.ts'
import { queryOptions } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call } from '#web/api/call.ts'
import {
  day,
  flag,
  listOf,
  objectOf,
  optional,
  orNull,
  text,
  timestamp,
  whole,
} from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import { sticker } from '#web/api/sticker-checks.ts'
import { coupon } from '#web/shared/coupons/coupons.ts'
import { origin, type ShownOrigin } from '#web/shared/points-record/points-origin.ts'

/** Excel export of the participants that match a search. */
export const exportRoute = route<typeof exportParticipants>({
  ...routes.exportParticipants,
})

/** `open_claims` is missing in the reply of a server from before its introduction. */
export type ShownOverview = Omit<Overview, 'records' | 'open_claims'> & {
  records: ShownOrigin[]
  open_claims?: Overview['open_claims'] | undefined
}

const note = objectOf<CallNote>({ id: whole, at: timestamp, author: text, text })

const overviewRoute = route<typeof showOverview, ShownOverview>({
  ...routes.showOverview,
  reply: objectOf<ShownOverview>({
    account: objectOf<Overview['account']>({
      activated_at: orNull(timestamp),
      last_sign_in_on: orNull(day),
      locked: flag,
      erasure_due_at: orNull(timestamp),
      failed_mails: whole,
    }),
    records: listOf(origin),
    stickers: listOf(sticker),
    waiting: objectOf<Overview['waiting']>({ deliveries: whole, points: whole, oldest: orNull(timestamp) }),
    coupons: listOf(coupon),
    open_claims: optional(listOf(objectOf<Overview['open_claims'][number]>({ id: whole, day }))),
    notes: listOf(note),
  }),
})

/** What staff need during a call, in one request. */
export const overviewOptions = (id: number) =>
  queryOptions({
    queryKey: ['participants', 'overview', id],
    queryFn: ({ signal }) => call(overviewRoute, { params: { id: String(id) } }, signal),
    refetchOnWindowFocus: false,
  })

const addNoteRoute = route<typeof addCallNote>({ ...routes.addCallNote, reply: note })
const deleteNoteRoute = route<typeof deleteCallNote>({ ...routes.deleteCallNote })

export const addNote = (id: number, text: string) =>
  call(addNoteRoute, { params: { id: String(id) }, body: { text } })
export const deleteNote = (id: number) => call(deleteNoteRoute, { params: { id: String(id) } })

const resendRoute = route<typeof resendParticipantActivation>({ ...routes.resendParticipantActivation })

export const resendActivation = (id: number) => call(resendRoute, { params: { id: String(id) } })
