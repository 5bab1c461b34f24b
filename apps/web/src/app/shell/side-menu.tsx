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
  /** Where one's settings are; the staff's stand among `items`, too, and are not named twice. */
  settings: string | undefined
  /** The button that opened it, which gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>
  /** Called when it has slid away. */
  onClose: () => void
}

/** The slide-over menu of narrow screens: everything that the header of a wide one holds. */
export function SideMenu({ profile, items, settings, opener, onClose }: SideMenuProps) {
  const [open, setOpen] = useState(true)
  // Who goes to another page takes the focus along to its heading; otherwise it returns to the button.
  // It is gone at once then: sliding away, it would hold on to the focus that the new page has taken.
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
