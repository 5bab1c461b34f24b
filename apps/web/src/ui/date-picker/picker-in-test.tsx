import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatePicker } from './date-picker.tsx'
import { loadCalendarModules } from './calendar-modules.ts'
import type { DatePickerProps } from './props.ts'

/** Time zones of browsers, and their UTC offsets in July in minutes (negated): both extremes, and Athens. */
const zones = [
  { zone: 'America/Los_Angeles', behind: 420, tags: [] },
  { zone: 'Europe/Athens', behind: -180, tags: ['slow'] },
  { zone: 'Pacific/Kiritimati', behind: -840, tags: ['slow'] },
]

/** Wednesday, 11 March 2026, noon in Athens. */
const noon = '2026-03-11T10:00:00Z'

/** Runs tests in each of the time zones (`npm test` without --full: in one), on 11 March 2026 in Athens. */
export function inEveryZone(tests: () => void) {
  for (const { zone, behind, tags } of zones)
    describe(`in ${zone}`, { tags }, () => {
      const home = process.env['TZ']
      beforeAll(loadCalendarModules)
      beforeEach(() => {
        process.env['TZ'] = zone
        setClock(noon)
      })
      afterEach(() => {
        process.env['TZ'] = home
      })
      it('has the clock of its zone', () => {
        expect(new Date(2026, 6, 1).getTimezoneOffset()).toBe(behind)
      })
      tests()
    })
}

export const setClock = (time: string) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
}

type Options = Partial<Omit<DatePickerProps, 'type' | 'value' | 'onChange'>>

/** The options that the portal uses. */
const greek: Options = { label: 'Ημερομηνία', locale: 'el', format: 'DD/MM/YYYY' }

type ShowOptions = Options & { type?: 'basic' | 'range'; value?: string | string[] | null }

/**
 * Renders a date picker with state.
 * @returns the calls of `onChange` in order, and a function that changes the options
 */
export function show({ type = 'basic', value = null, ...options }: ShowOptions = {}) {
  const told: unknown[] = []
  let setFromOutside: (value: string | string[] | null) => void
  function Host(given: Options) {
    const [held, setHeld] = useState(value)
    setFromOutside = setHeld
    const onChange = (value: string | string[] | null) => {
      told.push(value)
      setHeld(value)
    }
    const shared = { ...greek, ...given } as Options & { label: string }
    return type === 'range' ? (
      <DatePicker {...shared} type="range" value={held as string[] | null} onChange={onChange} />
    ) : (
      <DatePicker {...shared} value={held as string | null} onChange={onChange} />
    )
  }
  const draw = (options: Options) => (
    <>
      <Host {...options} />
      <button type="button">έξω</button>
    </>
  )
  const { rerender, container } = render(draw(options))
  return {
    told,
    container,
    user: userEvent.setup(),
    change: (options: Options) => rerender(draw(options)),
    set: (value: string | string[] | null) => act(() => setFromOutside(value)),
  }
}

// By label, not by role: computing role and name of each of a calendar's days takes a tenth of a second.
export const field = (name = 'Ημερομηνία') =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
export const popup = () => document.querySelector('[role="dialog"]')
export const outside = () => screen.getByText('έξω')
export const clearButton = () => screen.queryByLabelText(/^(Καθαρισμός|Clear): /)
export const step = (name: string) => screen.getByLabelText<HTMLButtonElement>(name)
export const todayButton = () => screen.queryByText<HTMLButtonElement>('Σήμερα')

/** A day by its full name, or a part of it: '11 Μαρτίου'. */
export const day = (name: string) =>
  screen.getByLabelText<HTMLButtonElement>(new RegExp(`(^| )${name}( |,|$)`))
export const months = () =>
  [...document.querySelectorAll('[role="grid"]')].map((grid) => grid.getAttribute('aria-label'))
export const weekdays = () =>
  [...(document.querySelector('[role="grid"]')?.querySelectorAll('th') ?? [])].map(
    ({ textContent }) => textContent,
  )
export const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName

/** The field's accessible description. */
export const description = () =>
  (field().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.querySelector(`[id="${id}"]`)?.textContent)
    .join(' ')

/** Pastes a text into the field and commits it. */
export function enter(text: string) {
  fireEvent.change(field(), { target: { value: text } })
  fireEvent.keyDown(field(), { key: 'Enter' })
}
