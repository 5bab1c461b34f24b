import type {
  cancelErasureByLink,
  confirmErasure,
  describeErasure,
  exportOwnData,
  exportOwnDataPage,
  requestErasure,
} from '@portal/contract/privacy.ts'
import type { ReplyOf } from '@portal/contract/endpoint.ts'
import { routes } from '@portal/contract/routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, send } from '#web/api/call.ts'
import { objectOf, orNull, timestamp, whole } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'

const erasure = objectOf<ReplyOf<typeof describeErasure>>({
  due_at: orNull(timestamp),
  available: whole,
  cooling_off_days: whole,
})
const describeRoute = route<typeof describeErasure>(routes.describeErasure, erasure)

export const erasureOptions = queryOptions({
  queryKey: ['erasure'],
  queryFn: ({ signal }) => call(describeRoute, {}, signal),
})

const requestRoute = route<typeof requestErasure>(routes.requestErasure)
export const requestOwnErasure = (password: string) =>
  call(requestRoute, { body: { current_password: password } })

const confirmed = objectOf<ReplyOf<typeof confirmErasure>>({ due_at: timestamp })
const confirmRoute = route<typeof confirmErasure>(routes.confirmErasure, confirmed)
export const confirmByLink = (uid: string, token: string) => call(confirmRoute, { body: { uid, token } })

const cancelByLinkRoute = route<typeof cancelErasureByLink>(routes.cancelErasureByLink)
export const cancelByLink = (uid: string, token: string) => call(cancelByLinkRoute, { body: { uid, token } })

const fileRoute = route<typeof exportOwnData>(routes.exportOwnData)
const pageRoute = route<typeof exportOwnDataPage>(routes.exportOwnDataPage)

/** Downloads the account's data. @returns the file and its name */
export async function downloadOwnData(
  format: 'html' | 'json',
  password: string,
): Promise<{ file: Blob; name: string }> {
  const body = { current_password: password }
  const answer = await (format === 'html' ? send(pageRoute, { body }) : send(fileRoute, { body }))
  return { file: await answer.blob(), name: `my-data.${format}` }
}
