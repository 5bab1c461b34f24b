import { formatNumber } from '#web/lib/format.ts'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import css from './menu.module.css'
import { text } from './text.ts'

/** How many items of a menu entry wait for the reader. Renders nothing for none. */
export const MenuCount = ({ count }: { count: number | undefined }) =>
  count ? (
    <span className={css.count}>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <Hidden>, {text.openClaims(formatNumber(count))}</Hidden>
    </span>
  ) : null
