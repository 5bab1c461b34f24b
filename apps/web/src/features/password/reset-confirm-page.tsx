import { useLocation, useParams } from 'react-router'
import { NewPasswordForm } from '#web/shared/forms/new-password-form.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import css from '#web/ui/forms/form.module.css'
import { text as texts } from './text.ts'

const text = texts.confirm

/** Opened from the link in the mail: sets a new password, then leads to the sign-in, with the way back that came along. */
export function ResetConfirmPage() {
  const { uid = '', token = '' } = useParams()
  const { search } = useLocation()
  return (
    <Page title={text.title}>
      <h1 tabIndex={-1}>{text.title}</h1>
      <p className={css.intro}>{text.intro}</p>
      <NewPasswordForm
        // Another link is another try.
        key={`${uid}/${token}`}
        link={{ uid, token }}
        search={search}
        after={
          <ButtonLink wide to={{ pathname: '/login', search }}>
            {text.logIn}
          </ButtonLink>
        }
      />
    </Page>
  )
}
