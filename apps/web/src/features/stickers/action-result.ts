import type { bindSticker } from '@portal/contract/stickers.ts'
import type { ReplyOf } from '@portal/contract/endpoint.ts'
import { text } from './text.ts'

/** Result of a sticker action, shown at the top of the page. */
export type ActionResult = { title: string; lines: string[]; added?: true }

/** Shows a result; undefined when the next action begins, so that no success stays above a failure. */
export type ReportResult = (result: ActionResult | undefined) => void

/** Returns the text about credited deliveries; empty if there were none. */
export function creditedLines({ records, points }: ReplyOf<typeof bindSticker>['credited']): string[] {
  if (records === 0) return []
  return [text.credited(records, text.points(points))]
}
