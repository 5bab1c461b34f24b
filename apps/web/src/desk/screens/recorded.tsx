import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { entries } from '../model/entries.ts'
import { useOnline } from '../model/online.ts'
import { useStore } from '../model/store.ts'
import { text } from '../words/text.ts'
import { meaningOf, titleOf } from './entry-text.ts'
import work from './work.module.css'

/** The last entry of the screen and what has become of it. */
export function Recorded({ reference, failed }: { reference: string | undefined; failed: boolean }) {
  const all = useStore(entries)
  const online = useOnline()
  const entry = all.find((one) => one.reference === reference)
  const { look, icon: Icon, word, means } = whatToSay()
  function whatToSay() {
    if (failed)
      return { look: work.refused, icon: CircleAlert, word: text.notSaved, means: text.notSavedMeans }
    if (!entry) return { look: '', icon: CircleCheck, word: '', means: undefined }
    const { state, points } = entry
    const worth = points === null ? undefined : text.points(points)
    if (state === 'refused')
      return { look: work.refused, icon: CircleAlert, word: text.state.refused, means: meaningOf(entry) }
    if (state === 'unsent' && online)
      return { look: work.kept, icon: Clock, word: text.sending, means: worth }
    if (state === 'unsent') return { look: work.kept, icon: Clock, word: text.saved, means: text.savedMeans }
    return {
      look: work.accepted,
      icon: CircleCheck,
      word: text.state[state],
      means: meaningOf(entry) ?? worth,
    }
  }
  return (
    <div className={work.status} role="status">
      {word !== '' && (
        <div className={`${work.notice} ${look}`}>
          <Icon size={24} aria-hidden="true" />
          <div>
            <p className="semibold">{entry && !failed ? `${word} · ${titleOf(entry)}` : word}</p>
            {means && <p>{means}</p>}
          </div>
        </div>
      )}
    </div>
  )
}
