import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { ownStickersOptions } from '#web/shared/stickers/api.ts'
import * as endpoints from '#web/api/endpoints.ts'

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
    bind: (code: string) => after(call(endpoints.bindSticker, { body: { code } })),
    reportLost: (code: string) => after(call(endpoints.reportStickerLost, { body: { code } })),
    reportFound: (code: string) => after(call(endpoints.reportStickerFound, { body: { code } })),
    replace: (code: string, new_code: string) =>
      after(call(endpoints.replaceSticker, { body: { code, new_code } })),
  }
}
