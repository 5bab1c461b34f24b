import type { Desk } from '@portal/contract/desk/desk.ts'
import { classes } from '#web/ui/layout/classes.ts'
import css from './desk-page.module.css'
import { entries, isRefused, isUnsent } from './model/entries.ts'
import { useOnline } from './model/online.ts'
import { useStore } from './model/store.ts'
import { text } from './words/text.ts'

/** The partner and the device, not the portal; and whether there is a network, with what waits for it. */
export function Header({ desk, onList }: { desk: Desk | undefined; onList: (() => void) | undefined }) {
  const online = useOnline()
  const all = useStore(entries)
  const waiting = all.filter(isUnsent).length
  const refused = all.filter(isRefused).length
  const state = [
    online ? text.online : text.offline,
    waiting > 0 && text.waiting(waiting),
    refused > 0 && text.refused(refused),
  ]
    .filter(Boolean)
    .join('\u{a0}· ')
  const look = classes(css.network, (!online || refused > 0) && css.offline)
  return (
    <header className={css.header}>
      <div className={css.bar}>
        {desk ? (
          <>
            <span className={css.mark} aria-hidden="true">
              {desk.partner.charAt(0)}
            </span>
            <div className={css.names}>
              <p className={css.partner}>{desk.partner}</p>
              <p className="note">{desk.name}</p>
            </div>
          </>
        ) : (
          <p className={css.partner}>{text.title}</p>
        )}
        {onList ? (
          <button type="button" className={look} onClick={onList} title={text.list}>
            {state}
          </button>
        ) : (
          <p className={look}>{state}</p>
        )}
      </div>
      <p className="hidden" role="status">
        {state}
      </p>
    </header>
  )
}
