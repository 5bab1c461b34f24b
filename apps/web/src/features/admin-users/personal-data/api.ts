import type { ReplyOf } from '@portal/contract/endpoint.ts'
import type { eraseParticipant } from '@portal/contract/participants.ts'
import { call, send } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

export type Format = 'html' | 'json'

/** What the server says about an erasure. */
export type Erased = ReplyOf<typeof eraseParticipant>

/** Downloads everything about a person. @returns the file and its name */
export async function downloadData(id: number, format: Format): Promise<{ file: Blob; name: string }> {
  const input = { params: { id: String(id) } }
  const answer = await (format === 'html'
    ? send(endpoints.exportParticipantDataPage, input)
    : send(endpoints.exportParticipantData, input))
  return { file: await answer.blob(), name: `account-${id}.${format}` }
}

/** Erases a person. @param reference number or day of the request on paper */
export const erase = (id: number, reference: string): Promise<Erased> =>
  call(endpoints.eraseParticipant, { params: { id: String(id) }, body: { reference } })
