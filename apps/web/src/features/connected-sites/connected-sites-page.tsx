import { useQuery } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { SettingsPart } from '#web/shared/settings/settings-part.tsx'
import { useEffect, useRef, useState } from 'react'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Unloaded } from '#web/ui/feedback/unloaded.tsx'
import { connectedSitesOptions } from './api.ts'
import { SiteCard } from './site-card.tsx'
import { text } from './text.ts'

/** {settings}/sites, for customers; also in the frame of the settings: sites with access, each can be withdrawn. */
export function ConnectedSitesPage() {
  const query = useQuery(connectedSitesOptions)
  const { data } = query
  const [withdrawn, setWithdrawn] = useState<string>()
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The clicked button is gone: focus the result, which is announced; Tab continues from there.
    if (withdrawn) said.current?.querySelector<HTMLElement>('[data-success]')?.focus()
  }, [withdrawn])

  return (
    <SettingsPart title={text.title} id="connected-sites">
      {data && data.length > 0 && <p className="intro">{text.intro}</p>}
      <div ref={said} className="said">
        {withdrawn && (
          <Notice tone="success" title={text.done} key={withdrawn}>
            <p>{text.doneMeans(withdrawn)}</p>
          </Notice>
        )}
      </div>
      <Unloaded query={query} failed={text.notLoaded} height="9rem" className="mt-6" />
      {data?.length === 0 && <EmptyState icon={Unplug} title={text.none} text={text.noneHint} />}
      {data && data.length > 0 && (
        <ul className="stack gap-4 mt-6" aria-labelledby="connected-sites">
          {data.map((site) => (
            <SiteCard key={site.site} site={site} onWithdrawn={setWithdrawn} />
          ))}
        </ul>
      )}
    </SettingsPart>
  )
}
