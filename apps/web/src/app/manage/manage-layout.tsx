import { can } from '@portal/contract/security/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { NavLink, Outlet } from 'react-router'
import * as endpoints from '#web/api/endpoints.ts'
import { meOptions } from '#web/api/session.ts'
import { firstStepsOptions } from '#web/features/manage-first-steps/api.ts'
import { NextStep } from '#web/features/manage-first-steps/next-step.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import css from './manage-layout.module.css'
import { KeptPage } from './kept-page.tsx'
import { sectionsFor } from './manage-sections.ts'

const title = 'Διαχείριση'

/** Returns the sections that the signed-in account may open, without the first steps if all are done (`isNew`). */
function useSections() {
  const { role } = useQuery(meOptions).data ?? {}
  const { data } = useQuery({
    ...firstStepsOptions,
    enabled: can(role, endpoints.showFirstSteps.access),
  })
  const isNew = data?.steps.some(({ state, optional }) => !optional && state !== 'done') === true
  return { isNew, groups: sectionsFor(role, isNew) }
}

/** The console, /admin/manage: menu of the sections on the left, from 992 px on, and the open one. */
export function ManageLayout() {
  const { isNew, groups } = useSections()
  return (
    <div className={css.layout}>
      <nav className={css.menu} aria-label={title}>
        {groups.map(({ label, sections }) => (
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
        {isNew && <NextStep />}
      </div>
      <KeptPage />
    </div>
  )
}

/** /admin/manage: the sections with what one does there; the menu of a phone. */
export function ManageStart() {
  const { groups } = useSections()
  return (
    <Page title={title}>
      <h1 tabIndex={-1}>{title}</h1>
      {groups.map(({ label, sections }) => (
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
