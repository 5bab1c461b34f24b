import { useEffect } from 'react'
import { now } from '#web/lib/clock.ts'
import { formatTime } from '#web/lib/format.ts'
import { useStore } from '../model/store.ts'
import { loadToday, today } from '../model/today.ts'
import css from '../parts/parts.module.css'
import { text } from '../words/text.ts'
import work from './work.module.css'

/** The coupons that this device used today. */
export function Today({ online, onUndo }: { online: boolean; onUndo: (id: number) => void }) {
  const { list, failed } = useStore(today)
  useEffect(() => {
    if (online) void loadToday()
  }, [online])
  if (!list) return failed ? <p className="muted">{text.todayFailed}</p> : null
  return (
    <section>
      <h2 className={work.listTitle}>{text.today(list.sums.coupons)}</h2>
      <ul>
        {list.entries.map(({ reference, state, at, coupon }) => {
          if (!coupon) return null
          const { id, title, ending, undo_until: until } = coupon
          const canUndo = state === 'recorded' && until !== null && Date.parse(until) > now().getTime()
          return (
            <li key={reference} className={work.line}>
              <div className={work.lineMain}>
                <p className="breaks">{title}</p>
                <p className="note">{`${formatTime(at)} · …${ending}`}</p>
              </div>
              <div className={work.lineEnd}>
                <p className={state === 'recorded' ? work.positive : 'muted'}>
                  {state === 'recorded' ? text.used : text.undone}
                </p>
                {canUndo && (
                  <button
                    type="button"
                    className={css.small}
                    aria-label={text.undoOf(title, ending)}
                    onClick={() => onUndo(id)}
                  >
                    {text.undo}
                  </button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
