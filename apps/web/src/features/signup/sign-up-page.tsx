import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ContinueToSite } from '#web/shared/page/continue-to-site.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { OutboxLink } from '#web/shared/brand/outbox-link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { FlowResult } from '#web/ui/feedback/flow-result.tsx'
import type { Values } from './check.ts'
import { SignUpForm } from './sign-up-form.tsx'
import { text } from './text.ts'

export function SignUpPage() {
  const [signedUp, setSignedUp] = useState<Values>()
  const [corrected, setCorrected] = useState<Values>()
  const correct = () => {
    setCorrected(signedUp)
    setSignedUp(undefined)
  }
  return (
    <Page title={text.title}>
      {signedUp === undefined ? (
        <>
          <h1 tabIndex={-1}>{text.title}</h1>
          <p className="intro">{text.intro}</p>
          <ContinueToSite by={text.bySignUp} />
          <SignUpForm corrected={corrected} onDone={setSignedUp} />
        </>
      ) : (
        <MailSent email={signedUp.email} onCorrect={correct} />
      )}
    </Page>
  )
}

function MailSent({ email, onCorrect }: { email: string; onCorrect: () => void }) {
  const { search } = useLocation()
  return (
    <FlowResult icon={MailCheck} tone="success" title={text.done}>
      <p>
        <strong>{text.oneStep}</strong>
      </p>
      <p>{text.mailSent(email)}</p>
      <ContinueToSite by={text.byActivation} />
      <p>
        {text.mailMissing}{' '}
        <Link to={{ pathname: '/account/activate', search }} state={{ email }}>
          {text.resend}
        </Link>
      </p>
      <Button tone="ghost" onClick={onCorrect}>
        {text.correct}
      </Button>
      <OutboxLink />
    </FlowResult>
  )
}
