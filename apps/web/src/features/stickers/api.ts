import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { ownStickersOptions } from '#web/shared/stickers/own-stickers.ts'
import * as calls from '#web/api/calls.ts'

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
    bind: (code: string) => after(call(calls.bindSticker, { body: { code } })),
    reportLost: (code: string) => after(call(calls.reportStickerLost, { body: { code } })),
    reportFound: (code: string) => after(call(calls.reportStickerFound, { body: { code } })),
    replace: (code: string, new_code: string) =>
      after(call(calls.replaceSticker, { body: { code, new_code } })),
  }
}
