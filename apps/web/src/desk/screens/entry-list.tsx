import { formatDateTime } from '#web/lib/format.ts'
import { flush } from '../model/device.ts'
import { dismiss, entries, type Entry, isRefused, isUnsent, sendAgain } from '../model/entries.ts'
import { useStore } from '../model/store.ts'
import { Heading } from '../parts/heading.tsx'
import css from '../parts/parts.module.css'
import { text } from '../words/text.ts'
import { meaningOf, titleOf } from './entry-text.ts'
import work from './work.module.css'

/** What is on the device: what waits for the network, what was refused, and what was accepted in the last hours. */
export function EntryList({ device, onBack }: { device: number | undefined; onBack: () => void }) {
  const all = useStore(entries)
  return (
    <div className={work.page}>
      <Heading>{text.list}</Heading>
      {all.some(isUnsent) && <p className="muted">{text.waitsMean}</p>}
      {all.length === 0 && <p className="muted">{text.noEntries}</p>}
      <Lines shown={all.toSorted(byUrgency)} device={device} />
      <div className={work.foot}>
        <button type="button" className={css.quiet} onClick={onBack}>
          {text.back}
        </button>
      </div>
    </div>
  )
}

/** What waits, was refused or is held, of a device that cannot be used any more. */
export function Unsettled({ device }: { device: number | undefined }) {
  const shown = useStore(entries).filter((entry) => rank(entry) < 2 || entry.state === 'held')
  if (shown.length === 0) return null
  return (
    <section className={work.page} aria-label={text.list}>
      <h2>{text.list}</h2>
      <Lines shown={shown.toSorted(byUrgency)} device={device} />
    </section>
  )
}

const Lines = ({ shown, device }: { shown: readonly Entry[]; device: number | undefined }) => (
  <ul>
    {shown.map((entry) => (
      <Line key={entry.reference} entry={entry} isOwn={entry.device === device} />
    ))}
  </ul>
)

const rank = (entry: Entry) => (isRefused(entry) ? 0 : isUnsent(entry) ? 1 : 2)
const byUrgency = (one: Entry, other: Entry) => rank(one) - rank(other)

function Line({ entry, isOwn }: { entry: Entry; isOwn: boolean }) {
  const { reference, at, who, state, points } = entry
  const isLost = isUnsent(entry) && !isOwn
  const means = isLost ? text.ofOther : meaningOf(entry)
  const look = state === 'refused' ? work.negative : state === 'unsent' ? work.pending : work.positive
  const title = titleOf(entry)
  return (
    <li className={work.line}>
      <div className={work.lineMain}>
        <p className="semibold breaks">{title}</p>
        <p className="note breaks">
          {[formatDateTime(at), who, points === null ? '' : text.points(points)].filter(Boolean).join(' · ')}
        </p>
        {means && <p className="text-s">{means}</p>}
      </div>
      <div className={work.lineEnd}>
        <p className={look}>{text.state[state]}</p>
        {state === 'refused' && entry.final === false && isOwn && (
          <button type="button" className={css.small} onClick={() => void sendAgain(entry).then(flush)}>
            {text.again}
          </button>
        )}
        {(state === 'refused' || isLost) && (
          <button
            type="button"
            className={css.small}
            aria-label={text.dismissOf(title)}
            onClick={() => void dismiss(reference)}
          >
            {text.dismiss}
          </button>
        )}
      </div>
    </li>
  )
}
