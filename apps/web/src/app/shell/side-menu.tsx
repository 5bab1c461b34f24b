import type { Profile } from '#web/api/session.ts'
import { LogOut, Settings, X } from 'lucide-react'
import { useId } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Avatar, initialsOf } from '#web/ui/lists/avatar.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { MenuCount } from '../common/menu-count.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import type { MenuItem } from './menus.ts'
import { visitorMenu } from './menus.ts'
import css from './side-menu.module.css'
import { text } from '../common/text.ts'

type SideMenuProps = {
  profile: Profile | null | undefined
  items: MenuItem[]
  /** Address of the settings. The staff's settings are also in `items` and are shown once. */
  settings: string | undefined
  onClose: () => void
}

/** Slide-over menu of narrow screens, with all entries of the wide header. */
export function SideMenu({ profile, items, settings, onClose }: SideMenuProps) {
  const title = useId()
  const { pathname } = useLocation()
  // A page below the settings can be an item itself.
  const isItem = items.some(({ to }) => to !== '/' && pathname.startsWith(to))
  const name = profile ? `${profile.first_name} ${profile.last_name}`.trim() : ''
  return (
    <Modal shape="side" labelledBy={title} onCancel={onClose}>
      <div className={css.sheet}>
        <div className={css.top}>
          <h2 id={title} className={css.title}>
            {text.openMenu}
          </h2>
          <button type="button" className={css.close} aria-label={text.closeMenu} onClick={onClose}>
            <X size={24} aria-hidden="true" />
          </button>
        </div>
        {profile && (
          <div className={css.who}>
            <Avatar>{initialsOf(name, profile.email)}</Avatar>
            <span>
              <b>{name}</b>
              {profile.email}
            </span>
          </div>
        )}
        {items.length > 0 && (
          <nav aria-label={text.mainMenu}>
            {items.map(({ to, label, count }) => (
              <NavLink key={to} to={to} end={to === '/'} className={classes(css.item)} onClick={onClose}>
                {label}
                <MenuCount count={count} />
              </NavLink>
            ))}
          </nav>
        )}
        {profile ? (
          <>
            <hr className={css.rule} />
            {settings && !items.some(({ to }) => to === settings) && (
              <NavLink to={settings} end={isItem} className={classes(css.item)} onClick={onClose}>
                <Settings size={20} aria-hidden="true" />
                {text.settings}
              </NavLink>
            )}
            <NavLink to="/logout" className={classes(css.item)} onClick={onClose}>
              <LogOut size={20} aria-hidden="true" />
              {text.logOut}
            </NavLink>
            {!profile.is_staff && <LanguageSwitch isSignedIn />}
          </>
        ) : (
          <div className="stack gap-3 mt-2">
            {visitorMenu.map(({ to, label }) => (
              <ButtonLink
                key={to}
                to={to}
                tone={to === '/login' ? 'primary' : 'ghost'}
                wide
                onClick={onClose}
              >
                {label}
              </ButtonLink>
            ))}
            <LanguageSwitch isSignedIn={false} />
          </div>
        )}
      </div>
    </Modal>
  )
}
