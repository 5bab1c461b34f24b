import { useQuery } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Page } from '#web/shared/page/page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { connectedSitesOptions } from './api.ts'
import css from './connected-sites.module.css'
import { SiteCard } from './site-card.tsx'
import { text } from './text.ts'

/** {settings}/sites, for customers; also in the frame of the settings: sites with access, each can be withdrawn. */
export function ConnectedSitesPage() {
  const { pathname, search } = useLocation()
  const { data, isError, isFetched, refetch } = useQuery(connectedSitesOptions)
  const [withdrawn, setWithdrawn] = useState<string>()
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The clicked button is gone: focus the result, which is announced; Tab continues from there.
    if (withdrawn) said.current?.querySelector<HTMLElement>('[data-success]')?.focus()
  }, [withdrawn])

  return (
    <Page title={text.title}>
      <div className="narrow">
        <h1 id="connected-sites" tabIndex={-1}>
          {text.title}
        </h1>
        {data && data.length > 0 && <p className="intro">{text.intro}</p>}
        <div ref={said} className={css.said}>
          {withdrawn && (
            <Notice tone="success" title={text.done} key={withdrawn}>
              <p>{text.doneMeans(withdrawn)}</p>
            </Notice>
          )}
        </div>
        {!data && isError && <ErrorState title={text.notLoaded} retry={() => void refetch()} />}
        {!data && !isError && (
          <LoadingPart className="stack gap-4 mt-6" isFirst={!isFetched}>
            <Skeleton width="100%" height="9rem" />
          </LoadingPart>
        )}
        {data?.length === 0 && <EmptyState icon={Unplug} title={text.none} text={text.noneHint} />}
        {data && data.length > 0 && (
          <ul className="stack gap-4 mt-6" aria-labelledby="connected-sites">
            {data.map((site) => (
              <SiteCard key={site.site} site={site} onWithdrawn={setWithdrawn} />
            ))}
          </ul>
        )}
        <p className="mt-8">
          <ButtonLink tone="ghost" wide to={{ pathname: pathname.replace(/\/sites\/*$/, ''), search }}>
            {text.back}
          </ButtonLink>
        </p>
      </div>
    </Page>
  )
}
