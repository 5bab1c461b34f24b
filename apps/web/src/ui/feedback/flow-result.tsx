import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { classes } from '../layout/classes.ts'
import css from './flow-result.module.css'

type FlowResultProps = {
  icon: LucideIcon
  tone: 'success' | 'failure'
  title: string
  children?: ReactNode
  /** Buttons for the next step. */
  actions?: ReactNode
}

/** Final result of a flow, replacing the form or the loading state; its heading is focused and announced. */
export function FlowResult({ icon: Icon, tone, title, children, actions }: FlowResultProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={css.result}>
      <span className={classes(css.icon, css[tone])}>
        <Icon size={34} aria-hidden="true" />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div className={css.body}>{children}</div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}
