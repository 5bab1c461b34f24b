import type { Profile } from '@portal/contract/accounts.ts'
import { ChevronDown, LogOut, Settings } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { lazyPart } from '#web/ui/layout/lazy-part.ts'
import { Avatar, initialsOf } from '#web/ui/lists/avatar.tsx'
import css from './account-menu.module.css'
import { useDisclosure } from '../common/disclosure.ts'
import { text } from '../common/text.ts'

const SettingsDialog = lazyPart(
  async () => (await import('../settings-dialog/settings-dialog.tsx')).SettingsDialog,
)

/** From a tablet's width on the settings open in a dialog; a telephone has no room for a page in a page. */
const hasRoom = () => window.matchMedia('(width >= 48em)').matches

type AccountMenuProps = {
  profile: Profile
  /** Where the account's settings are; without it the menu doesn't name them (portal.md §2, 'Shared header'). */
  settings: string | undefined
}

/**
 * The account button and what opens under it. Plain links that the button shows and hides spare every signed-in visit
 * 48 KB (gzip) of pop-up machinery.
 */
export function AccountMenu({ profile, settings }: AccountMenuProps) {
  const { button, close, holderProps, buttonProps, popupProps } = useDisclosure()
  const { pathname } = useLocation()
  // Whoever is on the page already needs no second one of it on top.
  const inDialog = settings !== undefined && !pathname.startsWith(settings) && hasRoom()
  const [dialog, setDialog] = useState<'never opened' | 'open' | 'closed'>('never opened')

  const openSettings = (event: MouseEvent) => {
    close()
    // With a key held the link is a link: it opens in a tab of its own.
    if (!inDialog || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setDialog('open')
  }

  return (
    // The keys and the focus come up from the button and the links inside.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.holder} {...holderProps}>
      <button ref={button} className={css.face} aria-label={text.account(profile.email)} {...buttonProps}>
        <Avatar>{initialsOf(`${profile.first_name} ${profile.last_name}`, profile.email)}</Avatar>
        <span className={css.email}>{profile.email}</span>
        <ChevronDown className={css.arrow} size={17} aria-hidden="true" />
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
        <Suspense>
          <SettingsDialog
            address={settings}
            open={dialog === 'open'}
            onClose={() => {
              setDialog('closed')
              button.current?.focus()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
