import type { Description } from '@portal/contract/points.ts'
import type { Tone } from '#web/ui/tone-icon.tsx'
import { Droplet, DropletOff, HandHeart, Recycle, Ticket, TicketX } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

type Looks = { label: string; tone: Tone; icon: LucideIcon }

const cancelledCoupon: Looks = { label: 'Ακύρωση κουπονιού', tone: 'orange', icon: TicketX }

/** How each kind of points record is called and drawn (portal.md §4, docs/wire.md). */
export const descriptionLooks: Record<Description, Looks> = {
  oil_collected: { label: 'Παράδοση ελαίου', tone: 'amber', icon: Droplet },
  collection_cancelled: { label: 'Ακύρωση παράδοσης ελαίου', tone: 'amber', icon: DropletOff },
  item_reused: { label: 'Επαναχρησιμοποίηση αντικειμένου', tone: 'green', icon: Recycle },
  item_delivered: { label: 'Παράδοση αντικειμένου για επαναχρησιμοποίηση', tone: 'green', icon: HandHeart },
  coupon_created: { label: 'Έκδοση κουπονιού', tone: 'orange', icon: Ticket },
  coupon_cancelled: cancelledCoupon,
  coupon_reimbursed: cancelledCoupon,
}
