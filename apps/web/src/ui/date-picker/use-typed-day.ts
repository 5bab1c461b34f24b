import { useEffect, useState } from 'react'
import type { DayText } from './day-format.ts'
import type { Day } from '#web/lib/days.ts'
import type { Limits, Obstacle } from './limits.ts'
import { obstacleOf } from './limits.ts'

/** Why the typed text is not accepted: it is not a date, a date that cannot be selected, or cannot be read now. */
export type Problem = { kind: 'not a date' } | { kind: 'not loaded' } | { kind: Obstacle; day: Day }

type TypedTextProps = {
  days: readonly Day[]
  maxDays: 1 | 2
  limits: Limits
  /** Undefined while date-fns loads; text committed before is parsed once it is loaded. */
  dayText: DayText | undefined
  /** Whether loading it failed. */
  hasFailed: boolean
  send: (days: Day[]) => void
}

/**
 * Text of the field while it differs from the value: unfinished input, or rejected input, which stays for correction.
 * Parsed when committed; rejected text makes the value empty (portal.md §4).
 */
export function useTypedText({ days, maxDays, limits, dayText, hasFailed, send }: TypedTextProps) {
  const [draft, setDraft] = useState<string>()
  const [problem, setProblem] = useState<Problem>()
  const [isOverdue, setOverdue] = useState(false)
  const value = days.join()
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)

  const forget = () => {
    setDraft(undefined)
    setProblem(undefined)
    setOverdue(false)
  }

  // The value changed from outside: show it. A change by this component must not overwrite rejected text.
  if (value !== known) {
    setKnown(value)
    if (value !== sent) forget()
    setSent(value)
  }

  const choose = (days: Day[]) => {
    if (days.join() === value) return
    setSent(days.join())
    send(days)
  }

  const reject = (problem: Problem) => {
    setProblem(problem)
    choose([])
    return 'refused' as const
  }

  /** Parses the typed text. @returns the days, or why there are none */
  const finish = (): readonly Day[] | 'refused' | 'waiting' => {
    if (draft === undefined) return days
    if (!dayText) {
      setOverdue(true)
      return 'waiting'
    }
    setOverdue(false)
    const typed = dayText.parse(draft, maxDays)
    if (!typed) return reject({ kind: 'not a date' })
    for (const day of typed) {
      const kind = obstacleOf(day, limits)
      if (kind) return reject({ kind, day })
    }
    forget()
    choose(typed)
    return typed
  }

  useEffect(() => {
    // Loading date-fns is not an event of this component.
    // eslint-disable-next-line react/set-state-in-effect
    if (isOverdue && dayText) finish()
  })

  return {
    draft,
    problem: problem ?? (isOverdue && hasFailed ? ({ kind: 'not loaded' } as const) : undefined),
    /** Whether the text is to be parsed as soon as date-fns is loaded. */
    isOverdue,
    finish,
    type: (text: string) => {
      setDraft(text)
      setProblem(undefined)
      setOverdue(false)
    },
    /** A selected day replaces the typed text. */
    pick: (days: Day[]) => {
      forget()
      choose(days)
    },
  }
}
