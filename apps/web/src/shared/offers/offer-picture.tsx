import type { OfferKind } from '@portal/contract/words/offer-limits.ts'
import { HeartHandshake, Ticket } from 'lucide-react'
import { classes } from '#web/ui/layout/classes.ts'
import css from './offer-picture.module.css'

type OfferPictureProps = {
  kind: OfferKind
  /** Its path; null: a drawing. */
  picture: string | null
  large?: boolean
  className?: string | undefined
}

/** The picture of an offer; decorative, beside its title. */
export function OfferPicture({ kind, picture, large, className }: OfferPictureProps) {
  const Icon = kind === 'donation' ? HeartHandshake : Ticket
  return (
    <span
      className={classes(css.picture, kind === 'donation' && css.donation, large && css.large, className)}
      aria-hidden="true"
    >
      {picture === null ? <Icon size={44} strokeWidth={1.5} /> : <img src={picture} alt="" loading="lazy" />}
    </span>
  )
}
