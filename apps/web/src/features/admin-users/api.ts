import type {
  lockAccount,
  requestParticipantEmail,
  resetParticipantFactor,
} from '@portal/contract/participants.ts'
import type { BodyOf, ReplyOf } from '@portal/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { wider } from '#web/api/route.ts'
import { ofRecords } from '#web/shared/points-record/shown-record.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** Excel export of the participants that match a search. */
export const exportRoute = endpoints.exportParticipants

const overviewRoute = wider(endpoints.showOverview, ofRecords)
export type ShownOverview = ReplyOf<typeof overviewRoute>

/** What staff need during a call, in one request. */
export const overviewOptions = (id: number) =>
  queryOptions({
    queryKey: ['participants', 'overview', id],
    queryFn: ({ signal }) => call(overviewRoute, { params: { id: String(id) } }, signal),
    refetchOnWindowFocus: false,
  })

export const addNote = (id: number, text: string) =>
  call(endpoints.addCallNote, { params: { id: String(id) }, body: { text } })
export const deleteNote = (id: number) => call(endpoints.deleteCallNote, { params: { id: String(id) } })

export const resendActivation = (id: number) =>
  call(endpoints.resendParticipantActivation, { params: { id: String(id) } })

/** Changes the access to a citizen's account. @param bodies of a lock, and of the removal of the second factor */
export async function changeAccess(
  id: number,
  action: 'sendReset' | 'lock' | 'unlock' | 'endSessions' | 'resetFactor',
  bodies: { lock: BodyOf<typeof lockAccount>; resetFactor: BodyOf<typeof resetParticipantFactor> },
): Promise<void> {
  const params = { id: String(id) }
  if (action === 'sendReset') await call(endpoints.sendParticipantReset, { params })
  else if (action === 'lock') await call(endpoints.lockAccount, { params, body: bodies.lock })
  else if (action === 'resetFactor')
    await call(endpoints.resetParticipantFactor, { params, body: bodies.resetFactor })
  else if (action === 'unlock') await call(endpoints.unlockAccount, { params })
  else await call(endpoints.endParticipantSessions, { params })
}

/** Requests another address for a citizen's account. @returns the number of the request */
export const requestEmail = async (id: number, body: BodyOf<typeof requestParticipantEmail>) =>
  (await call(endpoints.requestParticipantEmail, { params: { id: String(id) }, body })).approval

/** Restricts the processing of a person's data, or announces the end of the restriction. */
export const changeRestriction = (id: number, action: 'restrict' | 'lift', reason: string) => {
  const input = { params: { id: String(id) }, body: { reason } }
  return action === 'restrict'
    ? call(endpoints.restrictParticipant, input)
    : call(endpoints.liftParticipantRestriction, input)
}
