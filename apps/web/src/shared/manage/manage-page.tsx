import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Page } from '#web/shared/page/page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import css from './manage-page.module.css'

type ManagePageProps = {
  title: string
  intro?: ReactNode
  /** Buttons beside the heading. */
  actions?: ReactNode
  /** Where 'back' leads on a narrow window; with `all` also the button of wide ones. Default: the list of the sections. */
  back?: { to: string; label: string; all?: string }
  children?: ReactNode
}

const toSections = { to: '/admin/manage', label: 'Διαχείριση' }

/** A page of the console: heading with its actions, and on narrow windows the way back. */
export function ManagePage({ title, intro, actions, back = toSections, children }: ManagePageProps) {
  return (
    <Page title={title}>
      <div className={css.page}>
        <div>
          <Link className={css.back} to={back.to}>
            <ChevronLeft size={18} aria-hidden="true" />
            {back.label}
          </Link>
          <div className={css.head}>
            <h1 tabIndex={-1}>{title}</h1>
            {(actions || back.all) && (
              <div className="actions">
                {back.all && (
                  <div className="no-phone">
                    <ButtonLink tone="ghost" to={back.to}>
                      {back.all}
                    </ButtonLink>
                  </div>
                )}
                {actions}
              </div>
            )}
          </div>
          {intro && <p className="intro readable">{intro}</p>}
        </div>
        {children}
      </div>
    </Page>
  )
}
