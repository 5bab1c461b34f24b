import { useQuery } from '@tanstack/react-query'
import { meOptions } from '#web/api/session.ts'
import { Page } from '#web/shared/page/page.tsx'
import { placesOptions } from '#web/shared/places/api.ts'
import { ownStickersOptions } from '#web/shared/stickers/api.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Unloaded } from '#web/ui/feedback/unloaded.tsx'
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
  const query = useQuery(ownClaimsOptions)
  const { data, isError, isFetched } = query
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
          <LoadingPart className={css.waiting} isFirst>
            <Skeleton width="100%" height="24rem" />
          </LoadingPart>
        )}
        {(isError || !data || data.length > 0) && (
          <section aria-labelledby="own-claims">
            <h2 id="own-claims" className={css.heading} tabIndex={-1}>
              {text.list}
            </h2>
            <Unloaded query={query} failed={text.failed} height="6rem" className={css.waiting} />
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
