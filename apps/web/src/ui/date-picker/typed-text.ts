import { useEffect, useState } from 'react'
import type { DayText } from './day-text.ts'
import type { Day } from '#web/lib/days.ts'
import type { Limits, Obstacle } from './limits.ts'
import { obstacleOf } from './limits.ts'

/** Why what was typed isn't the value: it is no date, or one that can't be chosen. */
export type Problem = { kind: 'not a date' } | { kind: Obstacle; day: Day }

type TypedTextProps = {
  days: readonly Day[]
  most: 1 | 2
  limits: Limits
  /** Absent while date-fns loads: what is finished by then is read as soon as it is there. */
  dayText: DayText | undefined
  send: (days: Day[]) => void
}

/**
 * The text of the field while it isn't that of the value: what is being typed, or what was typed and rejected, which
 * stays to be mended. Read when one is done with it; rejected text makes the value empty (portal.md §4).
 */
export function useTypedText({ days, most, limits, dayText, send }: TypedTextProps) {
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

  // The value changed from outside: show that. Our own echo must not overwrite what was rejected.
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

  /** Reads what was typed. @returns the days that it became, or why it became none */
  const finish = (): readonly Day[] | 'refused' | 'waiting' => {
    if (draft === undefined) return days
    if (!dayText) {
      setOverdue(true)
      return 'waiting'
    }
    setOverdue(false)
    const typed = dayText.parse(draft, most)
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
    // date-fns has come over the network; that is no event of this component.
    // eslint-disable-next-line react/set-state-in-effect
    if (isOverdue && dayText) finish()
  })

  return {
    draft,
    problem,
    finish,
    type: (text: string) => {
      setDraft(text)
      setProblem(undefined)
      setOverdue(false)
    },
    /** What was picked takes the place of what was typed. */
    pick: (days: Day[]) => {
      forget()
      choose(days)
    },
  }
}
