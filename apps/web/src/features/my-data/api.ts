import { queryOptions } from '@tanstack/react-query'
import { call, send } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

export const erasureOptions = queryOptions({
  queryKey: ['erasure'],
  queryFn: ({ signal }) => call(endpoints.describeErasure, {}, signal),
})

export const requestOwnErasure = (password: string) =>
  call(endpoints.requestErasure, { body: { current_password: password } })

export const confirmByLink = (uid: string, token: string) =>
  call(endpoints.confirmErasure, { body: { uid, token } })

export const cancelByLink = (uid: string, token: string) =>
  call(endpoints.cancelErasureByLink, { body: { uid, token } })

/** Downloads the account's data. @returns the file and its name */
export async function downloadOwnData(
  format: 'html' | 'json',
  password: string,
): Promise<{ file: Blob; name: string }> {
  const body = { current_password: password }
  const answer = await (format === 'html'
    ? send(endpoints.exportOwnDataPage, { body })
    : send(endpoints.exportOwnData, { body }))
  return { file: await answer.blob(), name: `my-data.${format}` }
}
