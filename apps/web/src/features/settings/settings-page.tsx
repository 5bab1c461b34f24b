import { useQuery } from '@tanstack/react-query'
import { Page } from '#web/lib/page.tsx'
import { meOptions } from '#web/lib/session.ts'
import { SettingsForm } from './settings-form.tsx'
import css from './settings.module.css'
import { text } from './text.ts'

/** /settings and /admin/settings, also in a frame of a partner's site: no more around it than it needs. */
export function SettingsPage() {
  const { data: profile } = useQuery(meOptions)
  return (
    <Page title={text.title}>
      <div className={css.page}>
        <h1 tabIndex={-1}>{text.title}</h1>
        {profile && <SettingsForm key={profile.email} profile={profile} />}
      </div>
    </Page>
  )
}
