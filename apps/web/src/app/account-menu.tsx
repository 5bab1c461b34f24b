import type { Profile } from '@portal/contract/accounts.ts'
import { ChevronDown, LogOut } from 'lucide-react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Avatar, initialsOf } from '#web/ui/avatar.tsx'
import css from './account-menu.module.css'
import { text } from './text.ts'

/**
 * The account button and what opens under it. Plain links that the button shows and hides, not an ARIA menu: it is
 * navigation, works with Tab alone, and spares every signed-in visit 48 KB (gzip) of pop-up machinery.
 */
export function AccountMenu({ profile }: { profile: Profile }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
  }
  // A press outside takes the focus away too: the links take it themselves, the page gives it to nobody.
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    // The keys and the focus come up from the button and the links inside.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.holder} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={css.face}
        aria-label={text.account(profile.email)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          setOpen(!open)
          // Safari gives a pressed button no focus, and without it nothing would blur.
          button.current?.focus()
        }}
      >
        <Avatar>{initialsOf(`${profile.first_name} ${profile.last_name}`, profile.email)}</Avatar>
        <span className={css.email}>{profile.email}</span>
        <ChevronDown className={css.arrow} size={17} aria-hidden="true" />
      </button>
      <div id={id} className={css.popup} hidden={!open}>
        <Link to="/logout" className={css.item} onClick={() => setOpen(false)}>
          <LogOut size={19} aria-hidden="true" />
          {text.logOut}
        </Link>
      </div>
    </div>
  )
}
