import type { ReactNode } from 'react'
import css from './hidden.module.css'

/** Text only for screen readers. */
export const Hidden = ({ children }: { children: ReactNode }) => (
  <span className={css.hidden}>{children}</span>
)
