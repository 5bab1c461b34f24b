import type { Fault } from '@portal/contract/refusals.ts'
import { Link, useLocation } from 'react-router'
import { useForm } from '#web/lib/form.ts'
import { Page } from '#web/lib/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import css from '#web/ui/form.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useLogin } from './api.ts'
import { sentences, text } from './text.ts'

type Credentials = { email: string; password: string }

/** Both must be there; what they are worth, only the server knows. */
const check = ({ email, password }: Credentials): Fault[] => [
  ...(email.trim() === '' ? [{ code: 'required', field: 'email' } as const] : []),
  ...(password === '' ? [{ code: 'required', field: 'password' } as const] : []),
]

export function LoginPage() {
  const { search } = useLocation()
  const login = useLogin()
  const { form, field, problems, pending } = useForm<keyof Credentials>({
    initial: { email: '', password: '' },
    labels: { email: text.email, password: text.password },
    check,
    sentences,
    submit: ({ email, password }) => login({ email: email.trim(), password }),
  })
  const problem = problems.find(({ field }) => field === undefined)

  return (
    <Page title={text.title}>
      <h1 tabIndex={-1}>{text.title}</h1>
      <p className={css.intro}>{text.intro}</p>
      <form className={css.form} {...form}>
        {problem && (
          <Notice tone="error">
            <p>{problem.text}</p>
          </Notice>
        )}
        <TextField
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField {...field('password')} autoComplete="current-password" />
        <Button type="submit" wide busy={pending}>
          {text.submit}
        </Button>
        <p className={css.after}>
          {text.noAccount} <Link to={{ pathname: '/signup', search }}>{text.signUp}</Link>
        </p>
      </form>
    </Page>
  )
}
