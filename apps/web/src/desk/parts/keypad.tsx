import { Delete } from 'lucide-react'
import { text } from '../words/text.ts'
import css from './parts.module.css'
import type { Key } from './keys.ts'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Large keys for numbers. @param comma with a decimal comma, for litres */
export function Keypad({ comma = false, onKey }: { comma?: boolean; onKey: (key: Key) => void }) {
  const key = (one: Key, label?: string) => (
    <button key={one} type="button" className={css.key} aria-label={label} onClick={() => onKey(one)}>
      {one === 'back' ? <Delete size={26} aria-hidden="true" /> : one === ',' ? text.comma : one}
    </button>
  )
  return (
    <div className={css.keys}>
      {digits.map((digit) => key(digit))}
      {comma ? key(',', text.commaName) : <span />}
      {key('0')}
      {key('back', text.deleteKey)}
    </div>
  )
}
