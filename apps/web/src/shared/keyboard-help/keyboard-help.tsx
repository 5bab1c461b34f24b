import * as endpoints from '#web/api/endpoints.ts'
import { can, type Role } from '@portal/contract/security/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { Keyboard } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { meOptions } from '#web/api/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import css from './keyboard-help.module.css'
import { text } from './keyboard-help-text.ts'
import { switchKeys, useKeys, useKeysSwitch } from '#web/ui/keyboard/keyboard-shortcuts.ts'

/**
 * Button that shows the keys of the staff's screens, also opened by '?'. Registers the keys that switch between
 * screens.
 */
export function KeysHelp() {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const { role } = useQuery(meOptions).data ?? {}
  useKeys({
    '?': () => setOpen(true),
    'g u': () => void navigate('/admin/users'),
    'g p': () => void navigate('/admin/points/page/1'),
    'g s': () => void navigate('/admin/stickers'),
    ...(can(role, endpoints.listClaims.access) && { 'g a': () => void navigate('/admin/claims') }),
    'g d': () => void navigate('/admin/dashboard'),
  })
  return (
    <>
      <button
        type="button"
        className={css.open}
        aria-label={text.title}
        title={text.title}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Keyboard size={20} aria-hidden="true" />
      </button>
      {open && <KeysDialog role={role} onClose={() => setOpen(false)} />}
    </>
  )
}

function KeysDialog({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const id = useId()
  const keys = useKeysSwitch()
  return (
    <Modal shape="wide" labelledBy={`${id}-title`} onCancel={onClose}>
      <h2 id={`${id}-title`}>{text.title}</h2>
      <p className="intro text-s">{text.layouts}</p>
      <div className={css.groups}>
        {text.groups.map(({ name, keys }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {keys
                .filter(({ permission }) => permission === undefined || can(role, permission))
                .map(({ keys, does }) => (
                  <div key={does} className={css.row}>
                    <dt>
                      <KeyCombinations combinations={keys} />
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <label className={css.switch}>
        <input
          type="checkbox"
          checked={keys === 'on'}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => switchKeys(target.checked ? 'on' : 'off')}
        />
        {text.keySwitch}
      </label>
      <p id={`${id}-hint`} className={css.hint}>
        {text.keySwitchHint}
      </p>
      <Button onClick={onClose}>{text.close}</Button>
    </Modal>
  )
}

/** 'J ή ↓', 'G U'. */
const KeyCombinations = ({ combinations }: { combinations: string[][] }) =>
  combinations.map((keys, index) => (
    <Fragment key={keys.join(' ')}>
      {index > 0 && ` ${text.or} `}
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && ' '}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </Fragment>
  ))
