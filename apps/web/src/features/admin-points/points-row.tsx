import { ChevronDown } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { looksOf } from '#web/shared/points-record/descriptions.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useKeys } from '#web/ui/keyboard/keyboard-shortcuts.ts'
import type { ShownRecord } from '#web/shared/points-record/shown-record.ts'
import { PointsOriginDetails } from '#web/shared/points-record/points-origin-details.tsx'
import { isFocusLost } from '#web/ui/layout/focus-lost.ts'
import { PointsAmount } from '#web/ui/lists/points-amount.tsx'
import { ToneIcon } from '#web/ui/lists/tone-icon.tsx'
import css from './points-table.module.css'
import { text } from './text.ts'

/**
 * Email address on one line, or on two, broken at the '@'; longer ones end in an ellipsis, with the whole text in
 * `title`.
 */
function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className={css.email} title={email}>
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </span>
  )
}

/** Returns whether the click was on a link or button, or selected text. */
const hitsControl = ({ target }: MouseEvent) =>
  (target instanceof Element && target.closest('a, button') !== null) ||
  window.getSelection()?.isCollapsed === false

/** One record. A click anywhere on it, or its button, opens it in place. */
export function PointsRow({
  record: { id, participant, created_at, description, points, place },
}: {
  record: ShownRecord
}) {
  const [open, setOpen] = useState(false)
  const origin = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const { label, tone, icon } = looksOf(description)
  const what = place ? `${label} · ${place.name}` : label
  const user = participant?.email ? <Email email={participant.email} /> : text.unknownUser
  return (
    <>
      <tr
        role="row"
        data-record={id}
        className={css.record}
        onClick={(event) => !hitsControl(event) && setOpen(!open)}
      >
        <td role="cell" className={css.user}>
          {participant ? <Link to={`/admin/users/${participant.id}`}>{user}</Link> : user}
        </td>
        <td role="cell" className={css.timestamp}>
          <time dateTime={created_at}>{formatDateTime(created_at)}</time>
        </td>
        <td role="cell">
          <button
            ref={opener}
            type="button"
            className={css.what}
            data-opener={id}
            aria-expanded={open}
            aria-controls={origin}
            onClick={() => setOpen(!open)}
          >
            <ToneIcon tone={tone} icon={icon} small />
            <span className={css.label} title={what}>
              {what}
            </span>
            <ChevronDown className={css.arrow} size={17} aria-hidden="true" />
          </button>
        </td>
        <td role="cell" className={css.number}>
          <PointsAmount points={points} />
        </td>
      </tr>
      {open && (
        <Opened
          id={id}
          description={description}
          place={origin}
          onClose={() => {
            setOpen(false)
            opener.current?.focus()
          }}
        />
      )}
    </>
  )
}

type OpenedProps = { id: number; description: string; place: string; onClose: () => void }

/** Origin of the record in a row below it. Escape closes it. */
function Opened({ id, description, place, onClose }: OpenedProps) {
  useKeys({
    Escape: () => {
      const here = document.activeElement?.closest('[data-record]')?.getAttribute('data-record')
      if (here !== String(id) && !isFocusLost()) return false
      onClose()
      return true
    },
  })
  return (
    <tr role="row" data-record={id} className={css.opened}>
      <td role="cell" colSpan={4} id={place}>
        <PointsOriginDetails by="clerk" id={id} description={description} />
      </td>
    </tr>
  )
}
