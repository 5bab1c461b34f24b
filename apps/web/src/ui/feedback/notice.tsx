import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../layout/classes.ts'
import css from './notice.module.css'

type NoticeProps = { tone: 'error' | 'success'; title?: string; children?: ReactNode }

/** Status message; announced when it appears. Can take the focus (see `useForm`). */
export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = tone === 'error' ? CircleAlert : CircleCheck
  const announced =
    tone === 'error' ? { role: 'alert', 'data-problem': '' } : { role: 'status', 'data-success': '' }
  return (
    <div className={classes(css.notice, css[tone])} tabIndex={-1} {...announced}>
      <Icon size={21} aria-hidden="true" />
      <div className={css.body}>
        {title && <p className="semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}
