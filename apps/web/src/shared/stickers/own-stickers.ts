import type { listOwnStickers } from '@portal/contract/stickers.ts'
import { routes } from '@portal/contract/routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { listOf } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import { sticker } from '#web/api/sticker-checks.ts'

const listRoute = route<typeof listOwnStickers>(routes.listOwnStickers, listOf(sticker))

/** Stickers of the signed-in account, newest first. */
export const ownStickersOptions = queryOptions({
  queryKey: ['stickers', 'mine'],
  queryFn: ({ signal }) => call(listRoute, {}, signal),
})
