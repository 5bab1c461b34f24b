import { vocativeOf } from '@portal/contract/vocative.ts'
import { useQuery } from '@tanstack/react-query'
import { Page } from '#web/shared/page/page.tsx'
import { meOptions } from '#web/api/session.ts'
import { Balance } from './balance.tsx'
import css from './landing-page.module.css'
import { LatestPoints } from './latest-points.tsx'
import { ServiceCards } from './service-cards.tsx'
import { text } from './text.ts'

/** A customer's first page: the balance, the three partner sites, the latest records. */
export function LandingPage() {
  const profile = useQuery(meOptions).data
  if (!profile) return null
  return (
    <Page title={text.title}>
      <div className={css.hero}>
        <div className={css.heroInside}>
          <div>
            <h1 className={css.hello} tabIndex={-1}>
              {text.welcome(vocativeOf(profile.first_name))}
            </h1>
            <p className={css.intro}>{text.intro}</p>
          </div>
          <Balance />
        </div>
      </div>
      <div className={css.content}>
        <ServiceCards />
        <LatestPoints />
      </div>
    </Page>
  )
}
