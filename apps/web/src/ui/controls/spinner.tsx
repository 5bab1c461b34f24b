import { Hidden } from '../layout/hidden.tsx'
import css from './spinner.module.css'

/** Loading indicator. With a `label` it is announced; without one it is next to a text. */
export function Spinner({ label }: { label?: string }) {
  if (label === undefined) return <span className={css.spinner} aria-hidden="true" />
  return (
    <span role="status">
      <span className={css.spinner} aria-hidden="true" />
      <Hidden>{label}</Hidden>
    </span>
  )
}
