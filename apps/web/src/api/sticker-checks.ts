import type { Sticker } from '@portal/contract/stickers.ts'
import { timestamp, objectOf, orNull, text, whole } from './reply-checks.ts'

export const sticker = objectOf<Sticker>({
  code: text,
  printed: text,
  bound_at: timestamp,
  lost_at: orNull(timestamp),
  replaced_by: orNull(text),
  waiting: whole,
})
