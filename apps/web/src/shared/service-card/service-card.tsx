import { ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'
import { classes } from '#web/ui/layout/classes.ts'
import { OilPicture, RedemptionPicture, ReusePicture } from './illustrations.tsx'
import css from './service-card.module.css'
import { cards, go } from './text.ts'

const pictures = { oil: OilPicture, reuse: ReusePicture, redemption: RedemptionPicture }

/** A card that links to one of the operator's three sites, or to a page of the portal (`to`). */
export function ServiceCard(props: { name: keyof typeof pictures; url: string | undefined; to?: string }) {
  const { name, url, to } = props
  const { title, intro } = cards[name]
  const Picture = pictures[name]
  const inside = (
    <>
      <span className={classes(css.picture, css[name])}>
        <Picture />
      </span>
      <span className={css.body}>
        <strong className={css.title}>{title}</strong>
        <span className={css.intro}>{intro}</span>
        <span className={css.go}>
          <span className={css.word}>{go}</span> <ArrowUpRight size={18} aria-hidden="true" />
        </span>
      </span>
    </>
  )
  return to === undefined ? (
    <a className={css.card} href={url}>
      {inside}
    </a>
  ) : (
    <Link className={classes(css.card)} to={to}>
      {inside}
    </Link>
  )
}
