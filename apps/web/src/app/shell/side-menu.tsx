import { Dialog } from '@base-ui/react/dialog'
import type { Profile } from '@portal/contract/accounts.ts'
import { LogOut, Settings, X } from 'lucide-react'
import type { RefObject } from 'react'
import { useRef, useState } from 'react'
import { NavLink } from 'react-router'
import { Avatar, initialsOf } from '#web/ui/lists/avatar.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import type { MenuItem } from './menus.ts'
import { visitorMenu } from './menus.ts'
import css from './side-menu.module.css'
import { text } from '../common/text.ts'

type SideMenuProps = {
  profile: Profile | null | undefined
  items: MenuItem[]
  /** Address of the settings. The staff's settings are also in `items` and are shown once. */
  settings: string | undefined
  /** The button that opened the menu; it gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>
  /** Called after the closing animation. */
  onClose: () => void
}

/** Slide-over menu of narrow screens, with all entries of the wide header. */
export function SideMenu({ profile, items, settings, opener, onClose }: SideMenuProps) {
  const [open, setOpen] = useState(true)
  // On navigation the focus moves to the new page's heading; otherwise it returns to the button. Close without the
  // animation then: while sliding away, the dialog would keep the focus from the new page.
  const leaving = useRef(false)
  const leave = () => {
    leaving.current = true
    onClose()
  }
  const name = profile ? `${profile.first_name} ${profile.last_name}`.trim() : ''
  return (
    <Dialog.Root open={open} onOpenChange={setOpen} onOpenChangeComplete={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css.shade} />
        <Dialog.Popup className={css.sheet} finalFocus={() => (leaving.current ? false : opener.current)}>
          <div className={css.top}>
            <Dialog.Title className={css.title}>{text.openMenu}</Dialog.Title>
            <Dialog.Close className={css.close} aria-label={text.closeMenu}>
              <X size={24} aria-hidden="true" />
            </Dialog.Close>
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
              {items.map(({ to, label }) => (
                <NavLink key={to} to={to} end={to === '/'} className={classes(css.item)} onClick={leave}>
                  {label}
                </NavLink>
              ))}
            </nav>
          )}
          {profile ? (
            <>
              <hr className={css.rule} />
              {settings && !items.some(({ to }) => to === settings) && (
                <NavLink to={settings} className={classes(css.item)} onClick={leave}>
                  <Settings size={20} aria-hidden="true" />
                  {text.settings}
                </NavLink>
              )}
              <NavLink to="/logout" className={classes(css.item)} onClick={leave}>
                <LogOut size={20} aria-hidden="true" />
                {text.logOut}
              </NavLink>
            </>
          ) : (
            <div className={css.buttons}>
              {visitorMenu.map(({ to, label }) => (
                <ButtonLink
                  key={to}
                  to={to}
                  tone={to === '/login' ? 'primary' : 'ghost'}
                  wide
                  onClick={leave}
                >
                  {label}
                </ButtonLink>
              ))}
            </div>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
