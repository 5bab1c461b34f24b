import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { Page } from '#web/shared/page/page.tsx'
import { useSite } from '#web/api/site.ts'
import { meOptions } from '#web/api/session.ts'
import { lazyPart, PartBoundary } from '#web/ui/layout/lazy-part.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { PointsMailsSection } from './points-mails.tsx'
import { SettingsForm } from './settings-form.tsx'
import css from './settings.module.css'
import { text } from './text.ts'

const PrintedCardSection = lazyPart(async () => (await import('./printed-card.tsx')).PrintedCardSection)

/** Further pages of the settings, linked below the form. */
const morePages: { path: keyof typeof text.more; forStaff: boolean }[] = [
  { path: 'stickers', forStaff: false },
  { path: 'security', forStaff: true },
  { path: 'sites', forStaff: false },
  { path: 'access-log', forStaff: true },
  { path: 'data', forStaff: true },
]

/** /settings and /admin/settings, also in a frame of a partner's site: without header and footer there. */
export function SettingsPage() {
  const { data: profile } = useQuery(meOptions)
  const hasDesks = useSite()?.has_desks
  const { pathname, search } = useLocation()
  return (
    <Page title={text.title}>
      <div className={css.page}>
        <h1 tabIndex={-1}>{text.title}</h1>
        {profile && <SettingsForm key={profile.email} profile={profile} />}
        {profile && !profile.is_staff && <PointsMailsSection />}
        {profile && !profile.is_staff && hasDesks && (
          <PartBoundary>
            <PrintedCardSection />
          </PartBoundary>
        )}
        {profile &&
          morePages
            .filter(({ forStaff }) => forStaff || !profile.is_staff)
            .map(({ path }) => (
              <section key={path} className={css.more} aria-labelledby={path}>
                <div>
                  <h2 id={path}>{text.more[path].title}</h2>
                  <p>{text.more[path].intro}</p>
                </div>
                <ButtonLink tone="ghost" to={{ pathname: `${pathname.replace(/\/+$/, '')}/${path}`, search }}>
                  {text.more[path].link}
                </ButtonLink>
              </section>
            ))}
      </div>
    </Page>
  )
}
