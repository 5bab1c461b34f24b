import type { Owner } from '@portal/contract/password-rules.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { Link } from 'react-router'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { ProblemList } from '#web/ui/forms/problem-list.tsx'
import { call, callWithHeaders, emailOf } from '#web/api/call.ts'
import { useForm } from './form.ts'
import type { Problem } from './form.ts'
import type { PasswordFields } from './new-password-text.ts'
import { labels, linkInvalid, sentences, text } from './new-password-text.ts'
import { isPasswordRule, NewPasswordField } from './new-password-field.tsx'
import * as endpoints from '#web/api/endpoints.ts'

/** Parameters of a reset link. */
export type ResetLink = { uid: string; token: string }

type NewPasswordFormProps = {
  /** With a link, the current password is not required (portal.md §2). */
  link: ResetLink | undefined
  /** The link cannot be used; shown until the form is sent. */
  linkBroken?: boolean
  /** Shown until the change. */
  intro: string
  /** Account owner, if known. */
  owner?: Owner | undefined
  /** Query string of the link that requests another reset link. */
  search: string
  /** Gets the account's address after the change by a link. */
  onReset?: (email: string) => void
  /** Actions after the change. */
  after: ReactNode
}

type Values = Record<PasswordFields, string>

/** Requires all fields, and equal passwords (portal.md §5). */
const checkFor =
  (link: ResetLink | undefined) =>
  (values: Values): ErrorDetail[] => {
    const { current_password, new_password, re_password } = values
    const missing = Object.entries({
      ...(!link && { current_password }),
      new_password,
      re_password,
    }).flatMap(([field, value]): ErrorDetail[] => (value === '' ? [{ code: 'required', field }] : []))
    const differ = new_password !== '' && re_password !== '' && new_password !== re_password
    return [...missing, ...(differ ? [{ code: 'passwords_differ' } as const] : [])]
  }

/** Sets a new password, with a reset link or with the current password (portal.md §2, §4, §8). */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { link, linkBroken = false, intro, owner, search, onReset, after } = props
  const { form, field, problems, rejected, pending, done } = useForm<PasswordFields>({
    initial: { current_password: '', new_password: '', re_password: '' },
    labels,
    check: checkFor(link),
    sentences,
    places: { passwords_differ: 're_password' },
    once: true,
    editClearsAll: true,
    submit: async ({ current_password, new_password }) => {
      if (link) {
        const { headers } = await callWithHeaders(endpoints.confirmPasswordReset, {
          body: { ...link, new_password },
        })
        onReset?.(emailOf(headers))
      } else await call(endpoints.setPassword, { body: { current_password, new_password } })
    },
  })

  const rejectionsAt = useId()
  const rejections = rejected ? problems.filter(({ field }) => field === 'new_password') : []

  return (
    <>
      {!done && !linkBroken && <p className="intro">{intro}</p>}
      <form className="form" {...form}>
        {rejected && problems.length > 0 ? (
          <PasswordErrors problems={problems} rejectionsAt={rejectionsAt} search={search} />
        ) : (
          linkBroken && !done && <LinkBroken announced={!rejected} search={search} />
        )}
        {done && <Notice tone="success" title={text.changed} />}
        {done && after}
        {/* For password managers: they save the new password under this user name. */}
        {owner && (
          <input type="text" name="username" autoComplete="username" value={owner.email} readOnly hidden />
        )}
        {!link && <PasswordField {...field('current_password')} autoComplete="current-password" />}
        <NewPasswordField
          field={field('new_password')}
          owner={owner}
          rejections={rejections}
          rejectionsAt={rejectionsAt}
        />
        <PasswordField {...field('re_password')} autoComplete="new-password" />
        {!done && (
          <Button type="submit" wide busy={pending}>
            {text.submit}
          </Button>
        )}
      </form>
    </>
  )
}

const AskAgain = ({ search }: { search: string }) => (
  <Link to={{ pathname: '/password/reset', search }}>{text.askAgain}</Link>
)

/** A link that cannot be used; not announced again after a rejection that said so. */
const LinkBroken = ({ announced, search }: { announced: boolean; search: string }) =>
  announced ? (
    <Notice tone="error" title={linkInvalid}>
      <AskAgain search={search} />
    </Notice>
  ) : (
    <p className="intro">
      {linkInvalid} <AskAgain search={search} />
    </p>
  )

type PasswordErrorsProps = { problems: Problem<PasswordFields>[]; rejectionsAt: string; search: string }

/** Box with all errors of the server (portal.md §8); those of the new password in a list of their own. */
function PasswordErrors({ problems, rejectionsAt, search }: PasswordErrorsProps) {
  const isLinkInvalid = problems.some(({ code }) => code === 'uid_invalid' || code === 'token_invalid')
  const title = problems.every(({ code }) => isPasswordRule(code)) ? text.rejected : text.failed
  return (
    <Notice tone="error" title={title}>
      <ProblemList problems={problems.filter(({ field }) => field !== 'new_password')} />
      <ProblemList problems={problems.filter(({ field }) => field === 'new_password')} id={rejectionsAt} />
      {isLinkInvalid && <AskAgain search={search} />}
    </Notice>
  )
}
