import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** Stickers of the signed-in account, newest first. */
export const ownStickersOptions = queryOptions({
  queryKey: ['stickers', 'mine'],
  queryFn: ({ signal }) => call(endpoints.listOwnStickers, {}, signal),
})
