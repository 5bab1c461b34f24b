import { CircleCheck, CircleX } from 'lucide-react'
import { Link, useLocation, useParams } from 'react-router'
import { ContinueToSite } from '#web/shared/page/continue-to-site.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { problemText } from '#web/api/common-error-text.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { FlowResult } from '#web/ui/feedback/flow-result.tsx'
import { Spinner } from '#web/ui/controls/spinner.tsx'
import { useActivation } from './api.ts'
import { sentences, text } from './text.ts'

const reasonOf = (error: unknown) => problemText(sentences, error)

/** Opened from the link in the mail: activates the account without a click and shows the result (portal.md §2). */
export function ActivationPage() {
  const { uid = '', token = '' } = useParams()
  const { search } = useLocation()
  const { data, isSuccess, isError, isFetching, error, refetch } = useActivation(uid, token)
  const login = { pathname: '/login', search }

  return (
    <Page title={text.title}>
      {isSuccess && (
        <FlowResult
          icon={CircleCheck}
          tone="success"
          title={text.done}
          actions={
            <ButtonLink to={login} state={{ email: data.email }}>
              {text.logIn}
            </ButtonLink>
          }
        >
          <p>{text.doneIntro}</p>
          <ContinueToSite by={text.bySignIn} />
          {data.newPassword && (
            <p>
              {text.otherBrowser}{' '}
              <Link to={{ pathname: `/password/reset/confirm/${uid}/${data.newPassword}`, search }}>
                {text.newPassword}
              </Link>
            </p>
          )}
        </FlowResult>
      )}
      {isError && (
        <FlowResult
          icon={CircleX}
          tone="failure"
          title={text.failed}
          actions={
            <>
              <ButtonLink to={login}>{text.logIn}</ButtonLink>
              <Button tone="ghost" busy={isFetching} onClick={() => void refetch()}>
                {text.retry}
              </Button>
              <ButtonLink tone="ghost" to={login}>
                {text.back}
              </ButtonLink>
            </>
          }
        >
          <p>{reasonOf(error)}</p>
          <Link to={{ pathname: '/account/activate', search }}>{text.resend}</Link>
        </FlowResult>
      )}
      {!isSuccess && !isError && (
        <div className="stack gap-4">
          <h1 tabIndex={-1}>{text.title}</h1>
          <p role="status" className="row gap-3 muted">
            <Spinner /> {text.working}
          </p>
        </div>
      )}
    </Page>
  )
}
