import { printedStickerCode } from '@portal/contract/sticker-codes.ts'
import { Droplets, UserRound } from 'lucide-react'
import { formatTime } from '#web/lib/format.ts'
import type { Person } from '../model/person.ts'
import css from '../parts/parts.module.css'
import { text } from '../words/text.ts'
import work from './work.module.css'

/** Whose points an entry changes. */
export type Owner = { sticker: string } | Person

export const shownName = (owner: Owner): string =>
  'sticker' in owner
    ? printedStickerCode(owner.sticker)
    : (owner.name ?? text.cardOf(`…${owner.card.slice(-4)}`))

/** 'ΜΠ' of 'Μαρία Π.' */
const initials = (name: string) =>
  name
    .split(' ')
    .map((part) => part.charAt(0))
    .join('')
    .slice(0, 2)

function looksOf(owner: Owner) {
  if ('sticker' in owner)
    return { sign: <Droplets size={22} />, look: `${work.avatar} ${work.amber}`, lines: [text.sticker] }
  const { name, printed, readAt } = owner
  return {
    sign: name === null ? <UserRound size={22} /> : initials(name),
    look: work.avatar,
    lines: [
      text.cardReadAt(formatTime(new Date(readAt).toISOString())),
      ...(name === null ? [text.cardOffline] : []),
      ...(printed ? [text.cardPrinted] : []),
    ],
  }
}

export function OwnerCard({ owner, onOther }: { owner: Owner; onOther: () => void }) {
  const { sign, look, lines } = looksOf(owner)
  return (
    <div className={work.who}>
      <span className={look} aria-hidden="true">
        {sign}
      </span>
      <div className={work.whose}>
        <p className="semibold breaks">{shownName(owner)}</p>
        {lines.map((line) => (
          <p key={line} className="note">
            {line}
          </p>
        ))}
      </div>
      <button type="button" className={css.small} onClick={onOther}>
        {text.change}
      </button>
    </div>
  )
}
