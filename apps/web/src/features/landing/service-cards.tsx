import { ArrowUpRight } from 'lucide-react'
import { useSite } from '#web/api/site.ts'
import { classes } from '#web/ui/layout/classes.ts'
import { OilPicture, RedemptionPicture, ReusePicture } from './illustrations.tsx'
import css from './service-cards.module.css'
import { cards, text } from './text.ts'

const pictures = { oil: OilPicture, reuse: ReusePicture, redemption: RedemptionPicture }
const order = ['oil', 'reuse', 'redemption'] as const

/** Three cards, each a link to a partner site. */
export function ServiceCards() {
  const sites = useSite()?.brand.sites
  return (
    <ul className={css.cards} aria-label={text.services}>
      {order.map((name) => {
        const { title, intro } = cards[name]
        const Picture = pictures[name]
        return (
          <li key={name}>
            <a className={css.card} href={sites?.[name].url}>
              <span className={classes(css.picture, css[name])}>
                <Picture />
              </span>
              <span className={css.body}>
                <strong className={css.title}>{title}</strong>
                <span className={css.intro}>{intro}</span>
                <span className={css.go}>
                  <span className={css.word}>{text.go}</span> <ArrowUpRight size={18} aria-hidden="true" />
                </span>
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
