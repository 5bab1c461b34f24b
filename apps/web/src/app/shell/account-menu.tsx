import type { Profile } from '#web/api/session.ts'
import { ChevronDown, LogOut, Settings } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { lazyPart, PartBoundary } from '#web/ui/layout/lazy-part.tsx'
import { Avatar, initialsOf } from '#web/ui/lists/avatar.tsx'
import css from './account-menu.module.css'
import { useDisclosure } from '../common/use-disclosure.ts'
import { text } from '../common/text.ts'

const SettingsDialog = lazyPart(
  async () => (await import('../settings-dialog/settings-dialog.tsx')).SettingsDialog,
)

/** From tablet width on, the settings open in a dialog; a phone is too narrow for a frame. */
const hasRoom = () => window.matchMedia('(width >= 48em)').matches

type AccountMenuProps = {
  profile: Profile
  /** Address of the settings; without it the menu has no settings entry (portal.md §2, 'Shared header'). */
  settings: string | undefined
}

/**
 * Account button and its menu. Plain links that the button shows and hides save every signed-in visit 48 KB (gzip) of
 * pop-up code.
 */
export function AccountMenu({ profile, settings }: AccountMenuProps) {
  const { button, close, holderProps, buttonProps, popupProps } = useDisclosure()
  const { pathname } = useLocation()
  // On the settings page itself, do not open a second one in a dialog.
  const inDialog = settings !== undefined && !pathname.startsWith(settings) && hasRoom()
  const [dialog, setDialog] = useState<'never opened' | 'open' | 'closed'>('never opened')

  const openSettings = (event: MouseEvent) => {
    close()
    // With a modifier key the link opens in a new tab.
    if (!inDialog || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setDialog('open')
  }

  return (
    // Key and focus events bubble up from the button and the links inside.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.holder} {...holderProps}>
      <button ref={button} className={css.face} aria-label={text.account(profile.email)} {...buttonProps}>
        <Avatar>{initialsOf(`${profile.first_name} ${profile.last_name}`, profile.email)}</Avatar>
        <span className={css.email}>{profile.email}</span>
        <ChevronDown className="no-phone" size={17} aria-hidden="true" />
      </button>
      <div className={css.popup} {...popupProps}>
        {settings && (
          <Link
            to={settings}
            className={css.item}
            aria-haspopup={inDialog ? 'dialog' : undefined}
            onClick={openSettings}
          >
            <Settings size={19} aria-hidden="true" />
            {text.settings}
          </Link>
        )}
        <Link to="/logout" className={css.item} onClick={close}>
          <LogOut size={19} aria-hidden="true" />
          {text.logOut}
        </Link>
      </div>
      {settings && dialog !== 'never opened' && (
        <PartBoundary>
          <SettingsDialog
            address={settings}
            stickers={profile.is_staff ? undefined : `${settings}/stickers`}
            open={dialog === 'open'}
            onClose={() => {
              setDialog('closed')
              button.current?.focus()
            }}
          />
        </PartBoundary>
      )}
    </div>
  )
}
