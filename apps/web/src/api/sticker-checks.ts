import type { Sticker } from '@portal/contract/stickers.ts'
import { moment, objectOf, orNull, text, whole } from './reply-checks.ts'

export const sticker = objectOf<Sticker>({
  code: text,
  printed: text,
  bound_at: moment,
  lost_at: orNull(moment),
  replaced_by: orNull(text),
  waiting: whole,
})
