import { formatNumber } from '#web/lib/format.ts'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import css from './menu.module.css'
import { text } from './text.ts'

/**
 * How many items of a menu entry wait for the reader. Renders nothing for none.
 * @param props.of name of the entry, where it is not beside the count
 */
export const MenuCount = ({ count, of }: { count: number | undefined; of?: string | undefined }) =>
  count ? (
    <span className={css.count}>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <Hidden>
        , {of && `${of}: `}
        {text.openClaims(count)}
      </Hidden>
    </span>
  ) : null
