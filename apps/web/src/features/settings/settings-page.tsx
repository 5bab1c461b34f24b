import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { Page } from '#web/shared/page/page.tsx'
import { meOptions } from '#web/api/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { SettingsForm } from './settings-form.tsx'
import css from './settings.module.css'
import { text } from './text.ts'

/** /settings and /admin/settings, also in a frame of a partner's site: without header and footer there. */
export function SettingsPage() {
  const { data: profile } = useQuery(meOptions)
  const { pathname, search } = useLocation()
  return (
    <Page title={text.title}>
      <div className={css.page}>
        <h1 tabIndex={-1}>{text.title}</h1>
        {profile && <SettingsForm key={profile.email} profile={profile} />}
        {profile && !profile.is_staff && (
          <section className={css.more} aria-labelledby="stickers">
            <div>
              <h2 id="stickers">{text.stickers}</h2>
              <p>{text.stickersIntro}</p>
            </div>
            <ButtonLink tone="ghost" to={{ pathname: `${pathname.replace(/\/+$/, '')}/stickers`, search }}>
              {text.toStickers}
            </ButtonLink>
          </section>
        )}
      </div>
    </Page>
  )
}
