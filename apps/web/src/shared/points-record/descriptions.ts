import {
  type Category,
  type Description,
  factsOf,
  isDescription,
} from '@portal/contract/words/descriptions.ts'
import type { Tone } from '#web/ui/lists/tone-icon.tsx'
import { inLanguage } from '#web/lib/language.ts'
import { CircleDashed, Droplet, DropletOff, HandHeart, Recycle, Ticket, TicketX } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

type Looks = { label: string; tone: Tone; icon: LucideIcon }

const tones: Record<Category, Tone> = { cookingoils: 'amber', reuse: 'green', redeemed: 'orange' }

const icons: Record<Description, LucideIcon> = {
  oil_collected: Droplet,
  collection_cancelled: DropletOff,
  item_reused: Recycle,
  item_delivered: HandHeart,
  coupon_created: Ticket,
  coupon_cancelled: TicketX,
  coupon_reimbursed: TicketX,
}

/** Returns label and icon of a description code (portal.md §4, docs/wire.md); an unknown code is its own label. */
export function looksOf(code: string): Looks {
  if (!isDescription(code)) return { label: code, tone: 'green', icon: CircleDashed }
  const { name, english, category } = factsOf[code]
  return { label: inLanguage({ el: name, en: english }), tone: tones[category], icon: icons[code] }
}
