import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { NewPasswordForm } from '#web/shared/forms/new-password-form.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { meOptions } from '#web/api/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import css from './settings.module.css'
import { text } from './text.ts'

/**
 * {settings}/password. With `uid` and `token` in the query string it sets a new password as a reset link does, without
 * the current one (portal.md §2).
 */
export function PasswordPage() {
  const { pathname, search } = useLocation()
  const { data: profile } = useQuery(meOptions)
  const query = new URLSearchParams(search)
  const [uid, token] = [query.get('uid'), query.get('token')]
  const link = uid && token ? { uid, token } : undefined
  query.delete('uid')
  query.delete('token')
  const rest = query.size > 0 ? `?${query.toString()}` : ''

  return (
    <Page title={text.passwordTitle}>
      <div className={classes(css.page, css.password)}>
        <h1 tabIndex={-1}>{text.passwordTitle}</h1>
        {profile && (
          <NewPasswordForm
            link={link}
            intro={link ? text.passwordLinkIntro : text.passwordIntro}
            // The link may belong to another account.
            owner={
              link
                ? undefined
                : { email: profile.email, firstName: profile.first_name, lastName: profile.last_name }
            }
            // That page is for visitors; `logout` signs out first.
            search={`?${new URLSearchParams([...query, ['logout', '']]).toString()}`}
            after={
              link && (
                // A reset by link ends every session, including this one; reload, so that the page loads without it.
                <ButtonLink wide to={{ pathname: '/login', search: rest }} reloadDocument>
                  {text.logIn}
                </ButtonLink>
              )
            }
          />
        )}
        <p className="mt-4">
          <ButtonLink
            tone="ghost"
            wide
            to={{ pathname: pathname.replace(/\/password\/*$/, ''), search: rest }}
          >
            {text.back}
          </ButtonLink>
        </p>
      </div>
    </Page>
  )
}
