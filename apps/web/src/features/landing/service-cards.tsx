import { useSite } from '#web/api/site.ts'
import { ServiceCard } from '#web/shared/service-card/service-card.tsx'
import css from './service-cards.module.css'
import { text } from './text.ts'

const order = ['oil', 'reuse', 'redemption'] as const

/** Three cards, each a link to a partner site. */
export function ServiceCards() {
  const sites = useSite()?.brand.sites
  return (
    <ul className={css.cards} aria-label={text.services}>
      {order.map((name) => (
        <li key={name}>
          <ServiceCard name={name} url={sites?.[name].url} />
        </li>
      ))}
    </ul>
  )
}
