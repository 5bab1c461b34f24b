import { printedStickerCode } from '@portal/contract/sticker-codes.ts'
import type { Sticker } from '@portal/contract/stickers.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import type { OwnSticker } from './ownership.ts'

/** Converts a sticker into the contract's format. */
export const stickerOf = ({ code, boundAt, lostAt, replacedBy, waiting }: OwnSticker): Sticker => ({
  code,
  printed: printedStickerCode(code),
  bound_at: boundAt ? athensTime(boundAt) : '',
  lost_at: lostAt && athensTime(lostAt),
  replaced_by: replacedBy,
  waiting,
})
