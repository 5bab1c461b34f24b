import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { meOptions } from '#web/api/session.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Page } from '#web/shared/page/page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { emailChangeOptions } from './api.ts'
import { EmailRequest } from './email-request.tsx'
import { text } from './text.ts'

/** {settings}/email: another address for the account, for customers and staff. */
export function EmailPage() {
  const { pathname, search } = useLocation()
  const { data: profile } = useQuery(meOptions)
  const { data, isError, isFetched, refetch } = useQuery(emailChangeOptions)
  return (
    <Page title={text.title}>
      <div className="narrow">
        <h1 tabIndex={-1}>{text.title}</h1>
        {profile && <p className="intro">{text.present(profile.email)}</p>}
        {!data && isError && <ErrorState title={text.unknown} retry={() => void refetch()} />}
        {!data && !isError && (
          <LoadingPart isFirst={!isFetched}>
            <Skeleton width="100%" height="12rem" />
          </LoadingPart>
        )}
        {data?.next_from && <p>{text.recent(formatDateTime(data.next_from))}</p>}
        {data && !data.next_from && <EmailRequest pending={data.pending} />}
        <p className="mt-8">
          <ButtonLink tone="ghost" wide to={{ pathname: pathname.replace(/\/email\/*$/, ''), search }}>
            {text.back}
          </ButtonLink>
        </p>
      </div>
    </Page>
  )
}
