import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { cleanEnds } from '@portal/contract/words/pasted-text.ts'
import { useLocation } from 'react-router'
import { ContinueToSite } from '#web/shared/page/continue-to-site.tsx'
import { useForm } from '#web/shared/forms/form.ts'
import { OutboxLink } from '#web/shared/brand/outbox-link.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { EmailField } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { askForReset } from './api.ts'
import { sentences, text as texts } from './text.ts'

const text = texts.request

/** The server checks the syntax of the address; the contract's schema would load 27 KB of zod for one field. */
const check = ({ email }: { email: string }): ErrorDetail[] =>
  cleanEnds(email) === '' ? [{ code: 'required', field: 'email' }] : []

/** Requests a mail with a reset link; shows the same message whether or not the account exists (portal.md §8). */
export function ResetRequestPage() {
  const { search, state } = useLocation() as { search: string; state: { email?: string } | null }
  const { form, field, values, problems, pending, done } = useForm<'email'>({
    initial: { email: state?.email ?? '' },
    labels: { email: text.email },
    check,
    sentences,
    once: true,
    submit: ({ email }) => askForReset(cleanEnds(email), search),
  })
  const problem = problems.find(({ field }) => field === undefined)

  return (
    <Page title={text.title}>
      <h1 tabIndex={-1}>{text.title}</h1>
      {!done && <p className="intro">{text.intro}</p>}
      <ContinueToSite by={done ? text.byMail : text.byReset} />
      <form className="form" {...form}>
        {problem && (
          <Notice tone="error" title={text.failed}>
            <p>{text.later}</p>
            <p className="verbatim">{problem.text}</p>
          </Notice>
        )}
        {done && <Sent email={cleanEnds(values.email)} />}
        <EmailField {...field('email')} autoComplete="username" />
        {!done && (
          <Button type="submit" wide busy={pending}>
            {text.submit}
          </Button>
        )}
        <ButtonLink
          tone="ghost"
          wide
          to={{ pathname: '/login', search }}
          state={{ email: cleanEnds(values.email) }}
        >
          {text.back}
        </ButtonLink>
      </form>
    </Page>
  )
}

function Sent({ email }: { email: string }) {
  return (
    <Notice tone="success" title={text.done}>
      <p>{text.sent(email)}</p>
      <p>{text.missing}</p>
      <OutboxLink />
    </Notice>
  )
}
