import { useQuery } from '@tanstack/react-query'
import { meOptions } from '#web/api/session.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { SettingsPart } from '#web/shared/settings/settings-part.tsx'
import { Unloaded } from '#web/ui/feedback/unloaded.tsx'
import { emailChangeOptions } from './api.ts'
import { EmailRequest } from './email-request.tsx'
import { text } from './text.ts'

/** {settings}/email: another address for the account, for customers and staff. */
export function EmailPage() {
  const { data: profile } = useQuery(meOptions)
  const query = useQuery(emailChangeOptions)
  const { data } = query
  return (
    <SettingsPart title={text.title}>
      {profile && <p className="intro">{text.present(profile.email)}</p>}
      <Unloaded query={query} failed={text.unknown} height="12rem" />
      {data?.next_from && <p>{text.recent(formatDateTime(data.next_from))}</p>}
      {data && !data.next_from && <EmailRequest pending={data.pending} />}
    </SettingsPart>
  )
}
