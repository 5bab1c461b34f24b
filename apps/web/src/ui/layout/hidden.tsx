import type { ReactNode } from 'react'
import css from './hidden.module.css'

/** Text for those who listen: not seen, but read. */
export const Hidden = ({ children }: { children: ReactNode }) => (
  <span className={css.hidden}>{children}</span>
)
