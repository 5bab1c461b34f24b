import type { bindSticker } from '@portal/contract/stickers.ts'
import type { ReplyOf } from '@portal/contract/endpoint.ts'
import { formatNumber, formatSigned } from '#web/lib/format.ts'
import { text } from './text.ts'

/** How something with a sticker went, to be told at the top of the page. */
export type Outcome = { title: string; lines: string[] }

/** What had waited for a sticker, in words; nothing where nothing had. */
export function creditedLines({ records, points }: ReplyOf<typeof bindSticker>['credited']): string[] {
  if (records === 0) return []
  const given = text.points(formatSigned(points), points === 1)
  return [records === 1 ? text.oneCredited(given) : text.credited(formatNumber(records), given)]
}
