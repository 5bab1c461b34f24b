import { publicPages } from '@portal/contract/public-pages.ts'
import { cleanEnds } from '@portal/contract/words/pasted-text.ts'
import { useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useForm } from '#web/shared/forms/form.ts'
import { MunicipalityField } from '#web/shared/forms/municipality-field.tsx'
import { NewPasswordField } from '#web/shared/forms/new-password-field.tsx'
import { useWayBack } from '#web/shared/page/back-navigation.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmailField, TextField } from '#web/ui/forms/field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { createAccount } from './api.ts'
import { check, type Values } from './check.ts'
import { SignUpProblems } from './sign-up-problems.tsx'
import type { SignUpFields } from './text.ts'
import { labels, sentences, text } from './text.ts'

const initial: Values = {
  first_name: '',
  last_name: '',
  telephone: '',
  municipality: '',
  email: '',
  password: '',
  re_password: '',
}

type SignUpFormProps = {
  /** Values of an account with a wrong address, which the person now corrects. */
  corrected: Values | undefined
  /** Gets the values without the password. */
  onDone: (values: Values) => void
}

/** Sign-up form, with the field order of portal.md §2. */
export function SignUpForm({ corrected, onDone }: SignUpFormProps) {
  const { search, state } = useLocation() as { search: string; state: { email?: string } | null }
  const goBack = useWayBack()
  const { form, field, values, problems, rejected, pending } = useForm<SignUpFields>({
    initial: corrected ?? { ...initial, email: state?.email ?? '' },
    labels,
    check,
    sentences,
    places: { passwords_differ: 're_password', email_taken: 'email', username_taken: 'email' },
    submit: async (values) => {
      const email = cleanEnds(values.email)
      await createAccount({ ...values, email, username: email }, search)
      onDone({ ...values, email, password: '', re_password: '' })
    },
  })
  const rejectionsAt = useId()
  const { email, first_name: firstName, last_name: lastName } = values
  const emailAt = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (corrected) emailAt.current?.querySelector('input')?.focus()
  }, [corrected])

  return (
    <form className="form" {...form}>
      {rejected && problems.length > 0 && (
        <SignUpProblems
          problems={problems}
          rejectionsAt={rejectionsAt}
          search={search}
          email={cleanEnds(email)}
        />
      )}
      <div className="pair">
        <TextField {...field('first_name')} autoComplete="given-name" />
        <TextField {...field('last_name')} autoComplete="family-name" />
      </div>
      <TextField {...field('telephone')} type="tel" inputMode="tel" autoComplete="tel" />
      <MunicipalityField {...field('municipality')} />
      <div ref={emailAt}>
        <EmailField {...field('email')} hint={text.emailHint} />
      </div>
      <NewPasswordField
        field={field('password')}
        owner={{ email, firstName, lastName }}
        rejections={rejected ? problems.filter(({ field }) => field === 'password') : []}
        rejectionsAt={rejectionsAt}
      />
      <PasswordField {...field('re_password')} autoComplete="new-password" />
      <ReadFirst />
      <Button type="submit" wide busy={pending}>
        {text.submit}
      </Button>
      {goBack && (
        <Button tone="ghost" wide onClick={goBack}>
          {text.back}
        </Button>
      )}
      <p className="after">
        {text.haveAccount}{' '}
        <Link to={{ pathname: '/login', search }} state={{ email: cleanEnds(email) }}>
          {text.logIn}
        </Link>
      </p>
    </form>
  )
}

/** Links in a new tab, so that the form keeps its values. */
function ReadFirst() {
  const [privacy, terms] = publicPages
  const link = ({ path }: { path: string }, label: string) => (
    <a href={path} target="_blank" rel="noopener">
      {label}
    </a>
  )
  return (
    <p className="intro">
      {text.read} {link(terms, text.terms)} {text.and} {link(privacy, text.privacy)} {text.newTab}
    </p>
  )
}
