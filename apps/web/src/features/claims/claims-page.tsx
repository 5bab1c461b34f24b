import { useQuery } from '@tanstack/react-query'
import { meOptions } from '#web/api/session.ts'
import { Page } from '#web/shared/page/page.tsx'
import { placesOptions } from '#web/shared/places/api.ts'
import { ownStickersOptions } from '#web/shared/stickers/api.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ownClaimsOptions } from './api.ts'
import { ClaimCard } from './claim-card.tsx'
import css from './claims-page.module.css'
import { ReportForm } from './report-form.tsx'
import { text } from './text.ts'

/** /claims, for customers: reports a delivery that was not credited, and shows the state of earlier reports. */
export function ClaimsPage() {
  const profile = useQuery(meOptions).data
  const stickers = useQuery(ownStickersOptions)
  const places = useQuery(placesOptions)
  const { data, isError, isFetched, refetch } = useQuery(ownClaimsOptions)
  // Together: the link to the list is above the form. Not `isPending`: it is true again while a failed call is repeated.
  const isReady = stickers.isFetched && places.isFetched && isFetched
  return (
    <Page title={text.title}>
      <div className="narrow">
        <h1 tabIndex={-1}>{text.title}</h1>
        <p className="intro">{text.intro}</p>
        {data && data.length > 0 && (
          <p>
            <a className="inline-row target" href="#own-claims">
              {text.toList(data.length)}
            </a>
          </p>
        )}
        {isReady ? (
          <ReportForm
            stickers={stickers.data ?? []}
            places={places.data}
            municipality={profile?.municipality}
          />
        ) : (
          <Loading height="24rem" isFirst />
        )}
        {(isError || !data || data.length > 0) && (
          <section aria-labelledby="own-claims">
            <h2 id="own-claims" className={css.heading} tabIndex={-1}>
              {text.list}
            </h2>
            {!data && isError && <ErrorState title={text.failed} retry={() => void refetch()} />}
            {!data && !isError && <Loading height="6rem" isFirst={!isFetched} />}
            {data && (
              <ul className="stack gap-4 mt-4" aria-labelledby="own-claims">
                {data.map((claim) => (
                  <ClaimCard key={claim.id} claim={claim} />
                ))}
              </ul>
            )}
          </section>
        )}
        <p className="mt-6">
          <ButtonLink tone="ghost" wide to="/">
            {text.back}
          </ButtonLink>
        </p>
      </div>
    </Page>
  )
}

const Loading = ({ height, isFirst }: { height: string; isFirst: boolean }) => (
  <LoadingPart className={css.waiting} isFirst={isFirst}>
    <Skeleton width="100%" height={height} />
  </LoadingPart>
)
