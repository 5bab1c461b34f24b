import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { ContinueToSite } from '#web/shared/page/continue-to-site.tsx'
import { NewPasswordForm } from '#web/shared/forms/new-password-form.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { brokenLinkOptions } from './api.ts'
import { text as texts } from './text.ts'

const text = texts.confirm

/** Opened from the link in the mail: sets a new password, then links to the sign-in with the same query string. */
export function ResetConfirmPage() {
  const { uid = '', token = '' } = useParams()
  const { search } = useLocation()
  const isBroken = useQuery(brokenLinkOptions(uid, token)).data === true
  const [email, setEmail] = useState<string>()
  const byPassword = isBroken ? text.byNewLink : text.byReset
  return (
    <Page title={text.title}>
      <h1 tabIndex={-1}>{text.title}</h1>
      <ContinueToSite by={email === undefined ? byPassword : text.bySignIn} />
      <NewPasswordForm
        // Reset the form for another link.
        key={`${uid}/${token}`}
        link={{ uid, token }}
        linkBroken={isBroken}
        intro={text.intro}
        search={search}
        onReset={setEmail}
        after={
          <ButtonLink wide to={{ pathname: '/login', search }} state={{ email }}>
            {text.logIn}
          </ButtonLink>
        }
      />
    </Page>
  )
}
