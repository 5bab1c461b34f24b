import type {
  bindSticker,
  replaceSticker,
  reportStickerFound,
  reportStickerLost,
} from '@portal/contract/stickers.ts'
import type { ReplyOf } from '@portal/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call } from '#web/api/call.ts'
import { objectOf, whole } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import { sticker } from '#web/api/sticker-checks.ts'
import { ownStickersOptions } from '#web/shared/stickers/own-stickers.ts'

type Bound = ReplyOf<typeof bindSticker>
const bound = objectOf<Bound>({
  sticker,
  credited: objectOf<Bound['credited']>({ records: whole, points: whole }),
})

const bindRoute = route<typeof bindSticker>(routes.bindSticker, bound)
const lostRoute = route<typeof reportStickerLost>(
  routes.reportStickerLost,
  objectOf<ReplyOf<typeof reportStickerLost>>({ sticker }),
)
const foundRoute = route<typeof reportStickerFound>(routes.reportStickerFound, bound)
const replaceRoute = route<typeof replaceSticker>(routes.replaceSticker, bound)

/** Mutations of stickers. Afterwards reloads the list, and the points, which may have increased. */
export function useStickerCalls() {
  const client = useQueryClient()
  const after = async <Reply>(answer: Promise<Reply>): Promise<Reply> => {
    const reply = await answer
    // Wait for the list, because the result is shown in it. The points are on another page.
    void client.invalidateQueries({ queryKey: ['points'] })
    await client.invalidateQueries({ queryKey: ownStickersOptions.queryKey })
    return reply
  }
  return {
    bind: (code: string) => after(call(bindRoute, { body: { code } })),
    reportLost: (code: string) => after(call(lostRoute, { body: { code } })),
    reportFound: (code: string) => after(call(foundRoute, { body: { code } })),
    replace: (code: string, new_code: string) => after(call(replaceRoute, { body: { code, new_code } })),
  }
}
