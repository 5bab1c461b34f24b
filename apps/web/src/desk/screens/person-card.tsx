import { UserRound } from 'lucide-react'
import { formatTime } from '#web/lib/format.ts'
import type { Person } from '../model/person.ts'
import css from '../parts/parts.module.css'
import { text } from '../words/text.ts'
import work from './work.module.css'

export const shownName = ({ name, card }: Person): string => name ?? text.cardOf(`…${card.slice(-4)}`)

/** 'ΜΠ' of 'Μαρία Π.' */
const initials = (name: string) =>
  name
    .split(' ')
    .map((part) => part.charAt(0))
    .join('')
    .slice(0, 2)

export function PersonCard({ person, onOther }: { person: Person; onOther: () => void }) {
  const { name, printed, readAt } = person
  const time = formatTime(new Date(readAt).toISOString())
  return (
    <div className={work.who}>
      <span className={work.avatar} aria-hidden="true">
        {name === null ? <UserRound size={22} /> : initials(name)}
      </span>
      <div className={work.whose}>
        <p className="semibold breaks">{shownName(person)}</p>
        <p className="note">{text.cardReadAt(time)}</p>
        {name === null && <p className="note">{text.cardOffline}</p>}
        {printed && <p className="note">{text.cardPrinted}</p>}
      </div>
      <button type="button" className={css.small} onClick={onOther}>
        {text.change}
      </button>
    </div>
  )
}
