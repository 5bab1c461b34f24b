import { useQuery } from '@tanstack/react-query'
import { meOptions } from '#web/api/session.ts'
import { SettingsPart } from '#web/shared/settings/settings-part.tsx'
import { DownloadForm } from './download-form.tsx'
import { ErasureSection } from './erasure-section.tsx'
import css from './data-page.module.css'
import { text as requestText } from './request-text.ts'
import { RequestsSection } from './requests-section.tsx'
import { text } from './text.ts'

/** {settings}/data: download of the user's data, requests about it, and erasure of the account. */
export function DataPage() {
  const { data: profile } = useQuery(meOptions)
  return (
    <SettingsPart title={text.title}>
      {profile && (
        <>
          <section className={css.section} aria-labelledby="download">
            <h2 id="download">{text.download}</h2>
            <p>{text.downloadIntro}</p>
            <DownloadForm email={profile.email} />
          </section>
          {!profile.is_staff && (
            <section className={css.section} aria-labelledby="requests">
              <h2 id="requests">{requestText.title}</h2>
              <RequestsSection />
            </section>
          )}
          <section className={css.section} aria-labelledby="erase">
            <h2 id="erase">{text.erase}</h2>
            {profile.is_staff ? <p>{text.staff}</p> : <ErasureSection email={profile.email} />}
          </section>
        </>
      )}
    </SettingsPart>
  )
}
