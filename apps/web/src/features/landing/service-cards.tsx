import { useSite } from '#web/api/site.ts'
import { ServiceCard } from '#web/shared/service-card/service-card.tsx'
import css from './service-cards.module.css'
import { text } from './text.ts'

const order = ['oil', 'reuse', 'redemption'] as const

/** Cards that link to the partner sites; the one of redemption to the portal's offers, if there is no such site. */
export function ServiceCards() {
  const site = useSite()
  const sites = site?.brand.sites
  const hasOffers = sites !== undefined && !sites.redemption
  return (
    <ul className={css.cards} aria-label={text.services}>
      {order
        .filter((name) => !site || sites?.[name] || site.has_offers)
        .map((name) => (
          <li key={name}>
            <ServiceCard
              name={name}
              url={sites?.[name]?.url}
              {...(name === 'redemption' && hasOffers && { to: '/offers' })}
            />
          </li>
        ))}
    </ul>
  )
}
