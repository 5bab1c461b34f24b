import { descriptionNames } from '@portal/contract/descriptions.ts'
import type { Description } from '@portal/contract/points.ts'
import type { Tone } from '#web/ui/lists/tone-icon.tsx'
import { CircleDashed, Droplet, DropletOff, HandHeart, Recycle, Ticket, TicketX } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

type Looks = { label: string; tone: Tone; icon: LucideIcon }

const descriptionLooks: Record<Description, Looks> = {
  oil_collected: { label: descriptionNames.oil_collected, tone: 'amber', icon: Droplet },
  collection_cancelled: { label: descriptionNames.collection_cancelled, tone: 'amber', icon: DropletOff },
  item_reused: { label: descriptionNames.item_reused, tone: 'green', icon: Recycle },
  item_delivered: { label: descriptionNames.item_delivered, tone: 'green', icon: HandHeart },
  coupon_created: { label: descriptionNames.coupon_created, tone: 'orange', icon: Ticket },
  coupon_cancelled: { label: descriptionNames.coupon_cancelled, tone: 'orange', icon: TicketX },
  coupon_reimbursed: { label: descriptionNames.coupon_reimbursed, tone: 'orange', icon: TicketX },
}

/** Returns label and icon of a description code (portal.md §4, docs/wire.md); an unknown code is its own label. */
export const looksOf = (code: string): Looks =>
  Object.hasOwn(descriptionLooks, code)
    ? descriptionLooks[code as Description]
    : { label: code, tone: 'green', icon: CircleDashed }
