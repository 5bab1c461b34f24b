import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { cleanEnds } from '@portal/contract/words/pasted-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useForm } from '#web/shared/forms/form.ts'
import { ContinueToSite } from '#web/shared/page/continue-to-site.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { meOptions } from '#web/api/session.ts'
import { signsInAgain } from '#web/lib/safe-redirect.ts'
import { useSite } from '#web/api/site.ts'
import { useWayBack } from '#web/shared/page/back-navigation.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmailField } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { ProblemList } from '#web/ui/forms/problem-list.tsx'
import { type Factors, useLogin } from './api.ts'
import pageCss from './login-page.module.css'
import { SecondStep } from './second-step.tsx'
import { sentences, text } from './text.ts'

type Credentials = { email: string; password: string }

/** Requires both fields; the server checks the credentials. */
const check = ({ email, password }: Credentials): ErrorDetail[] => [
  ...(cleanEnds(email) === '' ? [{ code: 'required', field: 'email' } as const] : []),
  ...(password === '' ? [{ code: 'required', field: 'password' } as const] : []),
]

/** Sign-in page (portal.md §2). The redirect after it is decided by the guard of the visitors' pages. */
export function LoginPage() {
  const [factors, setFactors] = useState<Factors>()
  const [expired, setExpired] = useState(false)
  const goBack = (expired: boolean) => {
    setExpired(expired)
    setFactors(undefined)
  }
  return factors ? (
    <SecondStep factors={factors} onBack={goBack} />
  ) : (
    <PasswordStep expired={expired} onFactors={setFactors} />
  )
}

type PasswordStepProps = {
  /** The time for the second step was over. */
  expired: boolean
  onFactors: (factors: Factors) => void
}

function PasswordStep({ expired, onFactors }: PasswordStepProps) {
  const { search, state } = useLocation() as {
    search: string
    state: { lost?: boolean; email?: string } | null
  }
  const login = useLogin()
  const again = signsInAgain(search)
  const { data: profile } = useQuery(meOptions)
  const goBack = useWayBack()
  const otherReset = useSite()?.brand.forgot_password_url
  const { form, field, values, problems, rejected, pending } = useForm<keyof Credentials>({
    // Typed on another page, or set by a partner site (OpenID Connect's login_hint).
    initial: {
      email:
        state?.email ||
        (again && profile?.email) ||
        (new URLSearchParams(search).get('login_hint')?.slice(0, 254) ?? ''),
      password: '',
    },
    labels: { email: text.email, password: text.password },
    check,
    sentences,
    submit: async ({ email, password }) => {
      const factors = await login({ email: cleanEnds(email), password })
      if (factors) onFactors(factors)
    },
  })
  const known = { email: cleanEnds(values.email) }
  const wrong = problems.find(({ code }) => code === 'credentials_wrong')

  return (
    <Page title={text.title}>
      <h1 tabIndex={-1}>{text.title}</h1>
      <p className="intro">{again ? text.again : text.intro}</p>
      <ContinueToSite by={text.bySignIn}>
        {text.noAccount}{' '}
        <Link to={{ pathname: '/signup', search }} state={known}>
          {text.signUp}
        </Link>
      </ContinueToSite>
      {!navigator.cookieEnabled && (
        <Notice tone="error">
          <p>{text.noCookies}</p>
        </Notice>
      )}
      {state?.lost && <p className={pageCss.lost}>{text.lost}</p>}
      {expired && (
        <p className={pageCss.lost} role="status">
          {text.expired}
        </p>
      )}
      <form className="form" {...form}>
        {wrong && (
          <Notice tone="error">
            <p>{wrong.text}</p>
            <p>
              {text.forgotten}{' '}
              <Link to={{ pathname: '/password/reset', search }} state={known}>
                {text.setNew}
              </Link>
            </p>
            <p>
              {text.notActive}{' '}
              <Link to={{ pathname: '/account/activate', search }} state={known}>
                {text.resend}
              </Link>
            </p>
          </Notice>
        )}
        {rejected && !wrong && problems.length > 0 && (
          <Notice tone="error" title={text.failed}>
            <ProblemList problems={problems} />
          </Notice>
        )}
        <EmailField {...field('email')} autoComplete="username" />
        <PasswordField {...field('password')} autoComplete="current-password" />
        <Button type="submit" wide busy={pending}>
          {text.submit}
        </Button>
        {goBack && (
          <Button tone="ghost" wide onClick={goBack}>
            {text.back}
          </Button>
        )}
        <div className="after">
          <p>
            <Link to={{ pathname: '/password/reset', search }} state={known}>
              {text.forgotten}
            </Link>
          </p>
          {otherReset && (
            <p>
              <a href={otherReset}>{text.otherReset}</a>
            </p>
          )}
          <p>
            {text.noAccount}{' '}
            <Link to={{ pathname: '/signup', search }} state={known}>
              {text.signUp}
            </Link>
          </p>
        </div>
      </form>
    </Page>
  )
}
