import type { CheckState } from '@portal/contract/system.ts'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import css from './system-page.module.css'
import { tones } from './text.ts'

const icons = { ok: CircleCheck, todo: CircleAlert, unknown: CircleHelp }

/** Decorative: the state's name is beside it. */
export function StateIcon({ state }: { state: CheckState }) {
  const Icon = icons[state]
  return <Icon className={css[tones[state]]} size={21} aria-hidden="true" />
}
