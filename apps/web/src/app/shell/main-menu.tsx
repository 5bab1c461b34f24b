import { ChevronDown } from 'lucide-react'
import { NavLink } from 'react-router'
import { classes } from '#web/ui/layout/classes.ts'
import { useDisclosure } from '../common/use-disclosure.ts'
import { MenuCount } from '../common/menu-count.tsx'
import css from './main-menu.module.css'
import type { MenuItem } from './menus.ts'
import { text } from '../common/text.ts'

/**
 * The header's menu. Each item of a long menu is rendered twice, in the bar and under 'Περισσότερα'; the style sheet
 * shows one of them, depending on the width of the header.
 */
export function MainMenu({ items }: { items: MenuItem[] }) {
  const { open, button, close, holderProps, buttonProps, popupProps } = useDisclosure()
  const hasMore = items.some(({ barFrom }) => barFrom !== undefined)
  const counted = items.find(({ count }) => count !== undefined)
  const links = items.map(({ to, label, barFrom, count }) => (
    <NavLink
      key={to}
      to={to}
      end={to === '/'}
      className={classes(css.item, barFrom && css[barFrom])}
      onClick={close}
    >
      {label}
      <MenuCount count={count} />
    </NavLink>
  ))
  return (
    <nav className={css.menu} aria-label={text.mainMenu}>
      <div className={classes(css.bar, hasMore && css.long)}>{links}</div>
      {hasMore && (
        // Key and focus events bubble up from the button and the links inside.
        // eslint-disable-next-line jsx-a11y/no-static-element-interactions
        <div className={css.more} {...holderProps}>
          <button ref={button} className={css.item} {...buttonProps}>
            {text.more}
            <span className={css.hiddenCount}>
              <MenuCount count={counted?.count} of={counted?.label} />
            </span>
            <ChevronDown className={css.arrow} size={17} aria-hidden="true" />
          </button>
          <div className={css.popup} {...popupProps}>
            {open && links}
          </div>
        </div>
      )}
    </nav>
  )
}
