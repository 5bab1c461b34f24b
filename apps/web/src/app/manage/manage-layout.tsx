import { useQuery } from '@tanstack/react-query'
import { NavLink, Outlet } from 'react-router'
import { meOptions } from '#web/api/session.ts'
import { Page } from '#web/shared/page/page.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import css from './manage-layout.module.css'
import { sectionsFor } from './manage-sections.ts'

const title = 'Διαχείριση'

/** The console, /admin/manage: menu of the sections on the left, from 992 px on, and the open one. */
export function ManageLayout() {
  const { data: profile } = useQuery(meOptions)
  return (
    <div className={css.layout}>
      <nav className={css.menu} aria-label={title}>
        {sectionsFor(profile?.role).map(({ label, sections }) => (
          <div key={label}>
            <p className={css.group}>{label}</p>
            <ul>
              {sections.map(({ path, label }) => (
                <li key={path}>
                  <NavLink className={classes(css.link)} to={`/admin/manage/${path}`}>
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div>
        <Outlet />
      </div>
    </div>
  )
}

/** /admin/manage: the sections with what one does there; the menu of a phone. */
export function ManageStart() {
  const { data: profile } = useQuery(meOptions)
  return (
    <Page title={title}>
      <h1 tabIndex={-1}>{title}</h1>
      {sectionsFor(profile?.role).map(({ label, sections }) => (
        <section key={label} className={css.cards} aria-label={label}>
          <h2 className="text-l">{label}</h2>
          <ul>
            {sections.map(({ path, label, means }) => (
              <li key={path}>
                <NavLink className={classes(css.card)} to={`/admin/manage/${path}`}>
                  <b>{label}</b>
                  <span>{means}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}
