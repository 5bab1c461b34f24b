import { CloudOff, Inbox } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { classes } from '../layout/classes.ts'
import { inLanguage } from '#web/lib/language.ts'
import css from './empty-state.module.css'

type StateProps = { icon?: LucideIcon; title: string; text?: string; children?: ReactNode }

/** Empty state: icon, sentence and an action. */
export function EmptyState({ icon: Icon = Inbox, title, text, children }: StateProps) {
  return (
    <div className={css.state} role="status">
      <span className={css.icon}>
        <Icon size={30} aria-hidden="true" />
      </span>
      <p className="semibold">{title}</p>
      {text && <p className="muted">{text}</p>}
      {children}
    </div>
  )
}

type ErrorStateProps = {
  title: string
  /** Whether it is the whole page: then its sentence is the page's heading. */
  whole?: boolean
  retry?: () => void
  children?: ReactNode
}

/** Error state: a sentence and a retry button. */
export function ErrorState({ title, whole = false, retry, children }: ErrorStateProps) {
  return (
    <div className={css.state} role="alert">
      <span className={classes(css.icon, css.error)}>
        <CloudOff size={30} aria-hidden="true" />
      </span>
      {whole ? <h1 className="text-xl semibold tight">{title}</h1> : <p className="semibold">{title}</p>}
      {retry && (
        <Button tone="ghost" onClick={retry}>
          {inLanguage({ el: 'Νέα προσπάθεια', en: 'Try again' })}
        </Button>
      )}
      {children}
    </div>
  )
}
