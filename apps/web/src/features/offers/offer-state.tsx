import type { Offer } from '@portal/contract/offers.ts'
import { CircleX, Coins, HeartHandshake } from 'lucide-react'
import css from './offers.module.css'
import { obstacleText, text } from './text.ts'

/** Whether the account could take it if it had the points. */
export const isOpen = ({ obstacle }: Offer) => obstacle === null

/** What it costs: '150 πόντοι'; of a donation the least: 'Δωρεά, από 10 πόντους'. */
export const pointsOf = ({ kind, points }: Offer) =>
  kind === 'coupon' ? text.points(points) : `${text.donation}, ${text.atLeast(points)}`

/** Why it cannot be taken now; nothing if it can. */
export function OfferState({ offer: { kind, missing, obstacle, possible_on } }: { offer: Offer }) {
  if (obstacle === null && missing === 0) return null
  const Icon = obstacle !== null ? CircleX : kind === 'donation' ? HeartHandshake : Coins
  return (
    <p className={obstacle === null ? css.missing : css.over}>
      <Icon size={19} aria-hidden="true" />
      <span>{obstacle === null ? text.missing(missing) : obstacleText[obstacle](possible_on)}</span>
    </p>
  )
}
