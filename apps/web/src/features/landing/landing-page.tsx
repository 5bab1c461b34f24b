import { vocativeOf } from '@portal/contract/words/vocative.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { Link } from 'react-router'
import { Page } from '#web/shared/page/page.tsx'
import { lazyPart, PartBoundary } from '#web/ui/layout/lazy-part.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useSite } from '#web/api/site.ts'
import { meOptions } from '#web/api/session.ts'
import { ownPointsOptions } from './api.ts'
import { Balance } from './balance.tsx'
import { CouponsLink } from './coupons-link.tsx'
import { FirstSteps } from './first-steps.tsx'
import { inLanguage } from '#web/lib/language.ts'
import css from './landing-page.module.css'
import { LatestPoints } from './latest-points.tsx'
import { MissingDelivery } from './missing-delivery.tsx'
import { ServiceCards } from './service-cards.tsx'
import { text } from './text.ts'

// Later than what is read first.
const LivePoints = lazyPart(async () => (await import('./live-points.tsx')).LivePoints)
const YearSavings = lazyPart(async () => (await import('./year-savings.tsx')).YearSavings)
const DeskPart = lazyPart(async () => (await import('./desk-part.tsx')).DeskPart)

/** A customer's first page: the balance, the three partner sites, and the latest records or the first steps. */
export function LandingPage() {
  const profile = useQuery(meOptions).data
  const site = useSite()
  const { data, isFetched } = useInfiniteQuery(ownPointsOptions)
  if (!profile) return null
  const deskPart = (part: 'link' | 'visits') =>
    site?.has_desks && (
      <PartBoundary>
        <DeskPart part={part} />
      </PartBoundary>
    )
  const name = profile.first_name
  const isNew = data?.count === 0
  return (
    <Page title={text.title}>
      <PartBoundary>
        <LivePoints />
      </PartBoundary>
      <div className={css.hero}>
        <div className={css.heroInside}>
          <div>
            <h1 className={css.hello} tabIndex={-1}>
              {text.welcome(inLanguage({ el: vocativeOf(name), en: name || undefined }))}
            </h1>
            <p className={css.intro}>{text.intro}</p>
            <Link className={css.stickers} to="/settings/stickers">
              <Tag size={18} aria-hidden="true" />
              {text.stickers}
            </Link>
            <CouponsLink />
            {deskPart('link')}
          </div>
          <Balance />
        </div>
      </div>
      <div className={css.content}>
        {deskPart('visits')}
        {/* First: they do not wait for the records, and do not move when the first steps appear. */}
        <ServiceCards />
        {isFetched ? (
          <>
            {isNew && <FirstSteps />}
            {isNew ? <MissingDelivery /> : <LatestPoints />}
            {site?.brand.savings && (
              <PartBoundary>
                <YearSavings />
              </PartBoundary>
            )}
          </>
        ) : (
          <LoadingPart className={css.waiting} isFirst>
            <Skeleton width="100%" height="20rem" />
          </LoadingPart>
        )}
      </div>
    </Page>
  )
}
