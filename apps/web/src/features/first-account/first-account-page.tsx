import { firstAccount } from '@portal/contract/manage-first-steps.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { cleanEnds } from '@portal/contract/words/pasted-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useLocation } from 'react-router'
import { checkWith } from '#web/shared/forms/check-with.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { isPasswordRule, NewPasswordField } from '#web/shared/forms/new-password-field.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { EmailField, TextField } from '#web/ui/forms/field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { ProblemList } from '#web/ui/forms/problem-list.tsx'
import { brokenLinkOptions, useOpenAccount } from './api.ts'
import { type Fields, labels, sentences, text } from './text.ts'

const initial = { first_name: '', last_name: '', email: '', password: '', re_password: '' }
const checkAccount = checkWith(firstAccount)

/** The rules of the server, and equal passwords. */
function check(values: Record<Fields, string>): ErrorDetail[] {
  const { password, re_password } = values
  const errors = checkAccount(values)
  if (re_password === '') return [...errors, { code: 'required', field: 're_password' }]
  return password === re_password ? errors : [...errors, { code: 'passwords_differ' }]
}

/** /admin/first: opened from the link that a server without staff prints; creates the first operator. */
export function FirstAccountPage() {
  const token = useLocation().hash.slice(1)
  const isBroken = useQuery(brokenLinkOptions(token)).data === true
  return (
    <Page title={text.title}>
      <div className="narrow">
        <h1 tabIndex={-1}>{text.title}</h1>
        {isBroken ? (
          <div className="stack gap-4 mt-4">
            <Notice tone="error" title={text.broken}>
              <p>{text.brokenMeans}</p>
              <p>{text.brokenNext}</p>
            </Notice>
            <div className="actions">
              <ButtonLink tone="ghost" to="/login">
                {text.logIn}
              </ButtonLink>
            </div>
          </div>
        ) : (
          <>
            <p className="intro">{text.intro}</p>
            <FirstAccountForm key={token} token={token} />
          </>
        )}
      </div>
    </Page>
  )
}

function FirstAccountForm({ token }: { token: string }) {
  const open = useOpenAccount()
  const rejectionsAt = useId()
  const { form, field, values, problems, rejected, pending } = useForm<Fields>({
    initial,
    labels,
    check,
    sentences,
    sentencesOnly: true,
    places: { passwords_differ: 're_password' },
    submit: ({ first_name, last_name, email, password }) =>
      open({ token, first_name, last_name, email: cleanEnds(email), password }),
  })
  const ofPassword = problems.filter(({ field }) => field === 'password')
  const others = problems.filter(({ field }) => field !== 'password')
  const title = problems.every(({ code }) => isPasswordRule(code)) ? text.passwordRejected : text.failed
  return (
    <form className="form" {...form}>
      {rejected && problems.length > 0 && (
        <Notice tone="error" title={title}>
          <ProblemList problems={others.map(({ text }) => ({ text }))} />
          <ProblemList problems={ofPassword} id={rejectionsAt} />
        </Notice>
      )}
      <div className="pair">
        <TextField {...field('first_name')} autoComplete="given-name" />
        <TextField {...field('last_name')} autoComplete="family-name" />
      </div>
      <EmailField {...field('email')} autoComplete="username" hint={text.emailHint} />
      <NewPasswordField
        field={field('password')}
        owner={{ email: values.email, firstName: values.first_name, lastName: values.last_name }}
        rejections={rejected ? ofPassword : []}
        rejectionsAt={rejectionsAt}
      />
      <PasswordField {...field('re_password')} autoComplete="new-password" />
      <Button type="submit" wide busy={pending}>
        {text.submit}
      </Button>
    </form>
  )
}
