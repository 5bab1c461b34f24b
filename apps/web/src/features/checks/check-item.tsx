import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import css from './checks-page.module.css'
import { type Decision, DecisionForm } from './decision-form.tsx'
import { text } from './text.ts'

export type Fact = readonly [term: string, value: ReactNode]

type CheckItemProps = {
  title: string
  /** Distinguishes it from others with the same title, for screen readers. */
  name: string
  facts: readonly Fact[]
  children?: ReactNode
  /** Absent: decided items are not listed. */
  decided?: { by: string | null; at: string | null; note: string; noteName?: string; state: string }
  /** Decisions offered, with their buttons. */
  choices: readonly (readonly [Decision, string])[]
  hint?: string | undefined
  decide: (decision: Decision, note: string) => Promise<void>
}

/** A flag or request: its facts, and its decision or the buttons to decide. */
export function CheckItem({ title, name, facts, children, decided, choices, hint, decide }: CheckItemProps) {
  const [chosen, setChosen] = useState<Decision>()
  const actions = useRef<HTMLDivElement>(null)
  const cancel = () => {
    setChosen(undefined)
    // The focused button is gone.
    requestAnimationFrame(() => actions.current?.querySelector('button')?.focus())
  }
  const known = [
    ...facts,
    ...(!decided || decided.at === null
      ? []
      : ([
          [decided.state, formatDateTime(decided.at)],
          [text.by, decided.by],
          [decided.noteName ?? text.note, decided.note],
        ] as const)),
  ].filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <li className="stack column gap-3">
      <h3 className="text-m">{title}</h3>
      <dl className={css.facts}>
        {known.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
      {hint && <p className="muted">{hint}</p>}
      {choices.length > 0 && chosen === undefined && (
        <div ref={actions} className="no-print actions">
          {choices.map(([decision, label], place) => (
            <Button
              key={decision}
              tone={place === 0 ? 'primary' : 'ghost'}
              aria-label={`${label}: ${name}`}
              onClick={() => setChosen(decision)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {chosen !== undefined && (
        <DecisionForm
          decision={chosen}
          label={`${text.confirm[chosen]}: ${name}`}
          submit={(note) => decide(chosen, note)}
          onCancel={cancel}
        />
      )}
    </li>
  )
}
