import { type ReactNode, useId } from 'react'
import layout from '#web/shared/manage/manage.module.css'
import { classes } from '#web/ui/layout/classes.ts'
import css from './manage-texts.module.css'
import { text } from './text.ts'

type MissingProps = { count: number; children: ReactNode }

/** How many values are missing; in colour if any is. */
export function Missing({ count, children }: MissingProps) {
  const id = useId()
  return (
    <section className={classes(layout.panel, count > 0 && css.missing)} aria-labelledby={id}>
      <h2 id={id} className="text-xl" aria-live="polite">
        {text.missing(count)}
      </h2>
      <p className="readable">{count > 0 ? text.missingMeans : text.complete}</p>
      {children}
    </section>
  )
}
