import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Component, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { DatePicker } from './date-picker.tsx'
import {
  clearButton,
  day,
  description,
  enter,
  field,
  focused,
  inEveryZone,
  months,
  outside,
  popup,
  show,
  step,
  todayButton,
} from './picker-in-test.tsx'
import type { DatePickerProps } from './props.ts'

inEveryZone(() => {
  describe('DatePicker calendar [§4 date picker opens and closes]', () => {
    it('opens on focus and leaves the focus in the field [§4 date picker opens and closes]', async () => {
      const { user } = show()
      expect(popup()).toBeNull()
      await user.tab()
      expect(popup()).toBeTruthy()
      expect(document.activeElement).toBe(field())
      expect(field().getAttribute('aria-expanded')).toBe('true')
    })

    it('closes on Escape with the focus in the field, and opens again on a click', async () => {
      const { user } = show()
      await user.click(field())
      await user.keyboard('{Escape}')
      expect(popup()).toBeNull()
      expect(document.activeElement).toBe(field())
      await user.click(field())
      expect(popup()).toBeTruthy()
    })

    it('closes on Escape inside the calendar, focuses the field, and stops the event', async () => {
      const { user } = show()
      const around = vi.fn<(event: Event) => void>()
      document.body.addEventListener('keydown', around)
      await user.click(field())
      await user.keyboard('{ArrowDown}')
      expect(focused()).toContain('11 Μαρτίου')
      around.mockClear()
      await user.keyboard('{Escape}')
      document.body.removeEventListener('keydown', around)
      expect(popup()).toBeNull()
      expect(document.activeElement).toBe(field())
      expect(around).not.toHaveBeenCalled()
    })

    it('closes on a press outside, not inside', async () => {
      const { user } = show()
      await user.click(field())
      await user.click(step('Επόμενος μήνας'))
      expect(popup()).toBeTruthy()
      expect(document.activeElement).toBe(field())
      fireEvent.pointerDown(outside())
      expect(popup()).toBeNull()
    })

    it('closes when the focus leaves the field or the calendar', async () => {
      const { user } = show()
      await user.tab()
      await user.tab()
      expect(popup()).toBeNull()
      expect(document.activeElement).toBe(outside())
      await user.tab({ shift: true })
      await user.keyboard('{ArrowDown}')
      expect(focused()).toContain('11 Μαρτίου')
      await user.tab()
      expect(document.activeElement).toBe(todayButton())
      await user.tab()
      expect(document.activeElement).toBe(outside())
      expect(popup()).toBeNull()
    })

    it('closes on a selection and focuses the field', async () => {
      const { user, told } = show()
      await user.click(field())
      await user.keyboard('{ArrowDown}{ArrowRight}{Enter}')
      expect(told).toEqual(['2026-03-12'])
      expect(popup()).toBeNull()
      expect(document.activeElement).toBe(field())
    })

    it('does not change when the window loses the focus and gets it back', async () => {
      const { user, told } = show()
      await user.click(field())
      await user.keyboard('{Escape}1/2')
      // The window loses the focus; the field stays document.activeElement.
      fireEvent.blur(field())
      fireEvent.focus(field())
      expect(popup()).toBeNull()
      expect(field().value).toBe('1/2')
      expect(field().hasAttribute('aria-invalid')).toBe(false)
      expect(told).toEqual([])
    })
  })

  describe('DatePicker range', () => {
    it('starts on the first click, ends on the second, and starts again on the third [§4 date picker selection]', async () => {
      const { user, told } = show({ type: 'range', keepOpenOnSelect: true })
      await user.click(field())
      await user.click(day('20 Μαρτίου'))
      await user.click(day('2 Απριλίου'))
      await user.click(day('5 Μαρτίου'))
      expect(told).toEqual([['2026-03-20'], ['2026-03-20', '2026-04-02'], ['2026-03-05']])
      expect(field().value).toBe('05/03/2026')
    })

    it('sorts its two days, which may be the same', async () => {
      const { user, told } = show({ type: 'range', keepOpenOnSelect: true })
      await user.click(field())
      await user.click(day('25 Απριλίου'))
      await user.click(day('29 Μαρτίου'))
      expect(field().value).toBe('29/03/2026 - 25/04/2026')
      await user.click(day('29 Μαρτίου'))
      await user.click(day('29 Μαρτίου'))
      expect(told.slice(1)).toEqual([
        ['2026-03-29', '2026-04-25'],
        ['2026-03-29'],
        ['2026-03-29', '2026-03-29'],
      ])
    })

    const previewed = () =>
      [...document.querySelectorAll('td[class*="preview"]:not([data-hidden])')].map((cell) =>
        cell.getAttribute('data-day'),
      )

    it('previews the days up to the pointer, forwards and backwards', async () => {
      const { user } = show({ type: 'range', value: ['2026-03-29'] })
      await user.click(field())
      await user.hover(day('31 Μαρτίου'))
      expect(previewed()).toEqual(['2026-03-30', '2026-03-31'])
      await user.hover(day('27 Μαρτίου'))
      expect(previewed()).toEqual(['2026-03-27', '2026-03-28'])
      await user.unhover(day('27 Μαρτίου'))
      expect(previewed()).toEqual([])
    })

    it('previews the days up to the focused one', async () => {
      const { user } = show({ type: 'range', value: ['2026-03-29'] })
      await user.click(field())
      await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}')
      expect(previewed()).toEqual(['2026-03-30', '2026-03-31'])
    })

    it('previews nothing without a start or with an end', async () => {
      const { user, set } = show({ type: 'range' })
      await user.click(field())
      await user.hover(day('31 Μαρτίου'))
      expect(previewed()).toEqual([])
      set(['2026-03-10', '2026-03-12'])
      await user.hover(day('20 Μαρτίου'))
      expect(previewed()).toEqual([])
    })
  })

  describe('DatePicker text', () => {
    it('is parsed on Enter, which closes the calendar [§4 date picker typing]', async () => {
      const { user, told } = show()
      await user.type(field(), '1/2/26{Enter}')
      expect(told).toEqual(['2026-02-01'])
      expect(field().value).toBe('01/02/2026')
      expect(popup()).toBeNull()
    })

    it('is parsed on blur: Tab keeps the typed value [§4 date picker typing]', async () => {
      const { user, told } = show()
      await user.type(field(), '29/3/2026')
      await user.tab()
      expect(told).toEqual(['2026-03-29'])
      expect(field().value).toBe('29/03/2026')
      expect(document.activeElement).toBe(clearButton())
    })

    it('is parsed on Enter and not again on blur', async () => {
      const { user, told } = show()
      await user.type(field(), '29/3/2026{Enter}')
      await user.tab()
      expect(told).toEqual(['2026-03-29'])
    })

    it('sets null when it is cleared', async () => {
      const { user, told } = show({ value: '2026-03-11' })
      await user.clear(field())
      await user.tab()
      expect(told).toEqual([null])
      expect(field().hasAttribute('aria-invalid')).toBe(false)
    })

    it('is parsed as a range: one date is the start, two are sorted', () => {
      const { told } = show({ type: 'range' })
      enter('29/03/2026')
      expect(field().value).toBe('29/03/2026')
      enter('25/10/2026 - 29/03/2026')
      expect(told).toEqual([['2026-03-29'], ['2026-03-29', '2026-10-25']])
      expect(field().value).toBe('29/03/2026 - 25/10/2026')
    })

    it('moves the calendar to the typed day', async () => {
      const { user } = show()
      await user.type(field(), '5/6/2027{ArrowDown}')
      expect(months()).toEqual(['Ιούνιος 2027'])
      expect(focused()).toBe('Σάββατο, 5 Ιουνίου 2027, επιλεγμένη')
    })

    it.each(['αύριο', '31/02/2026', '1/2', '1/2/020', '01/02/0020', '1/2/6', '1/2/3/4', '99/99/9999'])(
      '%s is rejected with the reason; the value is cleared and the text stays [§4 date picker typing]',
      async (text) => {
        const { user, told } = show({ value: '2026-03-11' })
        await user.click(field())
        fireEvent.change(field(), { target: { value: text } })
        await user.tab()
        expect(told).toEqual([null])
        expect(field().value).toBe(text)
        expect(field().getAttribute('aria-invalid')).toBe('true')
        expect(description()).toContain(
          'Αυτό που γράψατε δεν είναι ημερομηνία. Γράψτε, για παράδειγμα, 11/03/2026.',
        )
      },
    )

    it.each([
      ['09/03/2026', 'Η ημερομηνία 09/03/2026 δεν γίνεται δεκτή: επιλέξτε από 10/03/2026 και μετά.'],
      ['11/04/2026', 'Η ημερομηνία 11/04/2026 δεν γίνεται δεκτή: επιλέξτε έως και 10/04/2026.'],
      ['15/03/2026', 'Η ημερομηνία 15/03/2026 δεν είναι διαθέσιμη. Επιλέξτε άλλη.'],
    ])('%s, outside the limits, is rejected with the reason [§5 date picker limits]', (text, reason) => {
      const { told } = show({
        value: '2026-03-11',
        minDate: '2026-03-10',
        maxDate: '2026-04-10',
        filterDate: (day) => day !== '2026-03-15',
      })
      enter(text)
      expect(told).toEqual([null])
      expect(field().value).toBe(text)
      expect(description()).toContain(reason)
    })

    it('closes the calendar if it is invalid, because that would cover the reason', async () => {
      const { user } = show({ keepOpenOnSelect: true })
      await user.type(field(), 'αύριο')
      expect(popup()).toBeTruthy()
      await user.keyboard('{Enter}')
      expect(popup()).toBeNull()
      expect(document.activeElement).toBe(field())
    })

    it('of a range is checked at both ends; the limits themselves are accepted', () => {
      const { told } = show({ type: 'range', minDate: '2026-03-10', maxDate: '2026-04-10' })
      enter('10/03/2026 - 11/04/2026')
      expect(description()).toContain('Η ημερομηνία 11/04/2026 δεν γίνεται δεκτή')
      enter('10/03/2026 - 10/04/2026')
      expect(told).toEqual([['2026-03-10', '2026-04-10']])
      expect(field().hasAttribute('aria-invalid')).toBe(false)
    })

    it('loses its error on typing, selecting, clearing or a new value', async () => {
      const { user, set } = show()
      const isRejected = () => field().getAttribute('aria-invalid') === 'true'
      enter('αύριο')
      expect(isRejected()).toBe(true)
      await user.type(field(), '1')
      expect(isRejected()).toBe(false)
      await user.keyboard('{Enter}')
      expect(isRejected()).toBe(true)
      await user.click(field())
      await user.click(day('12 Μαρτίου'))
      expect([isRejected(), field().value]).toEqual([false, '12/03/2026'])
      enter('αύριο')
      await user.click(clearButton() as HTMLElement)
      expect([isRejected(), field().value]).toEqual([false, ''])
      enter('αύριο')
      set('2026-03-29')
      expect([isRejected(), field().value]).toEqual([false, '29/03/2026'])
    })

    it('keeps the caret in the middle', async () => {
      const { user } = show({ value: '2026-03-11' })
      await user.click(field())
      field().setSelectionRange(1, 2)
      await user.keyboard('5')
      expect(field().value).toBe('15/03/2026')
      expect(field().selectionStart).toBe(2)
    })

    it('keeps the caret after the same digit with allowOnlyNumbers', async () => {
      const { user } = show({ allowOnlyNumbers: true })
      await user.type(field(), '1032026')
      field().setSelectionRange(1, 1)
      await user.keyboard('x')
      expect([field().value, field().selectionStart]).toEqual(['1032026', 1])
      await user.keyboard('1')
      expect([field().value, field().selectionStart]).toEqual(['11032026', 2])
    })

    it('can be pasted', async () => {
      const { user, told } = show()
      await user.click(field())
      await user.paste('2026-03-29')
      expect(field().value).toBe('2026-03-29')
      await user.tab()
      expect(told).toEqual(['2026-03-29'])
      expect(field().value).toBe('29/03/2026')
    })

    it('is parsed on the first Enter in a form; the next Enter submits the form', async () => {
      const sent = vi.fn<(event: Event) => void>((event) => event.preventDefault())
      const { user, told } = show()
      document.addEventListener('submit', sent)
      await user.type(field(), '1/2/26')
      const first = fireEvent.keyDown(field(), { key: 'Enter' })
      const second = fireEvent.keyDown(field(), { key: 'Enter' })
      document.removeEventListener('submit', sent)
      expect([first, second]).toEqual([false, true])
      expect(told).toEqual(['2026-02-01'])
    })
  })

  describe('DatePicker keyboard navigation', () => {
    it('moves by 1 and by 7 days with arrow keys, across months and clock changes [§2 date picker moves]', async () => {
      const { user } = show({ value: '2026-03-28' })
      await user.click(field())
      await user.keyboard('{ArrowDown}{ArrowRight}')
      expect(focused()).toBe('Κυριακή, 29 Μαρτίου 2026')
      await user.keyboard('{ArrowDown}')
      expect(focused()).toBe('Κυριακή, 5 Απριλίου 2026')
      expect(months()).toEqual(['Απρίλιος 2026'])
      await user.keyboard('{ArrowUp}{ArrowLeft}')
      expect(focused()).toContain('Σάββατο, 28 Μαρτίου 2026')
    })

    it('moves by a month with Page Up and Page Down, and within the week with Home and End', async () => {
      const { user } = show({ value: '2026-03-11' })
      await user.click(field())
      await user.keyboard('{ArrowDown}{PageDown}')
      expect(focused()).toBe('Σάββατο, 11 Απριλίου 2026')
      await user.keyboard('{PageUp}{Home}')
      expect(focused()).toBe('Δευτέρα, 9 Μαρτίου 2026')
      await user.keyboard('{End}')
      expect(focused()).toBe('Κυριακή, 15 Μαρτίου 2026')
    })

    it('skips disabled days', async () => {
      const { user } = show({ value: '2026-03-11', filterDate: (day) => day !== '2026-03-12' })
      await user.click(field())
      await user.keyboard('{ArrowDown}{ArrowRight}')
      expect(focused()).toBe('Παρασκευή, 13 Μαρτίου 2026')
    })

    it('does not move on End if the last day of the week is disabled', async () => {
      const { user } = show({ value: '2026-03-11', maxDate: '2026-03-13' })
      await user.click(field())
      await user.keyboard('{ArrowDown}{End}')
      expect(focused()).toContain('11 Μαρτίου')
    })

    it('focuses the calendar’s buttons if every day is disabled', async () => {
      const { user } = show({ filterDate: () => false })
      await user.click(field())
      await user.keyboard('{ArrowDown}')
      expect(focused()).toBe('Προηγούμενο έτος')
    })
  })

  describe('DatePicker month and year buttons', () => {
    it('move by 1 and by 12 months [§2 date picker moves]', async () => {
      const { user } = show()
      await user.click(field())
      await user.click(step('Επόμενος μήνας'))
      expect(months()).toEqual(['Απρίλιος 2026'])
      await user.click(step('Επόμενο έτος'))
      expect(months()).toEqual(['Απρίλιος 2027'])
      await user.click(step('Προηγούμενος μήνας'))
      await user.click(step('Προηγούμενο έτος'))
      expect(months()).toEqual(['Μάρτιος 2026'])
    })
  })

  describe('DatePicker for screen readers', () => {
    it('is a Greek grid: captions in the nominative, days in the genitive, full names of weekdays [§2 date picker names]', async () => {
      const { user } = show({ value: '2026-03-29' })
      await user.click(field())
      expect(screen.getByRole('dialog', { name: 'Ημερολόγιο: Ημερομηνία' })).toBeTruthy()
      const grid = screen.getByRole('grid', { name: 'Μάρτιος 2026' })
      expect(screen.getAllByRole('columnheader').map((th) => th.getAttribute('aria-label'))).toEqual([
        'Δευτέρα',
        'Τρίτη',
        'Τετάρτη',
        'Πέμπτη',
        'Παρασκευή',
        'Σάββατο',
        'Κυριακή',
      ])
      expect(grid.querySelectorAll('[role="gridcell"] button')).toHaveLength(31)
      expect(day('11 Μαρτίου').getAttribute('aria-label')).toBe('Σήμερα, Τετάρτη, 11 Μαρτίου 2026')
      expect(day('29 Μαρτίου').getAttribute('aria-label')).toBe('Κυριακή, 29 Μαρτίου 2026, επιλεγμένη')
      const chosen = [...grid.querySelectorAll('[aria-selected="true"]')]
      expect(chosen.map((cell) => cell.textContent)).toEqual(['29'])
      expect(grid.closest('[lang]')?.getAttribute('lang')).toBe('el')
    })

    it('has Greek names of its buttons [§2 date picker names]', async () => {
      const { user } = show()
      await user.click(field())
      for (const name of [
        'Σήμερα',
        'Επόμενος μήνας',
        'Προηγούμενος μήνας',
        'Επόμενο έτος',
        'Προηγούμενο έτος',
      ])
        expect(screen.getByRole('button', { name })).toBeTruthy()
    })

    it('marks every day of a range as selected', async () => {
      const { user } = show({ type: 'range', value: ['2026-03-28', '2026-03-30'] })
      await user.click(field())
      expect(day('29 Μαρτίου').getAttribute('aria-label')).toBe('Κυριακή, 29 Μαρτίου 2026, επιλεγμένη')
      expect(document.querySelectorAll('[aria-selected="true"]:not([data-hidden])')).toHaveLength(3)
    })

    it('uses a Greek Τ for the narrow Tuesday, not a Latin one', () => {
      show({ format: 'EEEEE DD/MM/YYYY', value: '2026-03-10' })
      expect(field().value).toBe('\u03A4 10/03/2026')
    })

    it('describes how to enter the calendar', () => {
      show()
      expect(description()).toContain('Με το κάτω βέλος μπαίνετε στο ημερολόγιο.')
    })
  })
})

/** Error boundary: shows that a component threw. */
class Caught extends Component<{ children: ReactNode }> {
  override state = { error: undefined as unknown }
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <p role="alert">{error instanceof RangeError ? `RangeError: ${error.message}` : 'other'}</p>
  }
}

describe('DatePicker option check [§8 date picker errors]', () => {
  const errorDetailOf = async (options: Partial<DatePickerProps>) => {
    const silent = vi.spyOn(console, 'error').mockReturnValue()
    const draw = (key: string) => (
      <Caught key={key}>
        <DatePicker label="Ημερομηνία" {...(options as object)} onChange={() => {}} />
      </Caught>
    )
    const { rerender } = render(draw('now'))
    await act(async () => (await import('./calendar-modules.ts')).loadCalendarModules())
    rerender(draw('with date-fns'))
    const said = screen.queryByRole('alert')?.textContent
    silent.mockRestore()
    return said
  }

  it.each([-1, 7, 1.5])('throws a RangeError for a week start of %s', async (start) => {
    const sentence = `RangeError: weekStartsOn must be between 0 and 6 inclusively: ${start}`
    expect(await errorDetailOf({ firstDayOfWeek: start })).toBe(sentence)
  })

  it.each([-1, 7])('throws a RangeError for a week start of %s in formatOptions', async (weekStartsOn) => {
    expect(await errorDetailOf({ formatOptions: { weekStartsOn } })).toContain(
      'RangeError: weekStartsOn must be',
    )
  })

  it.each([0, 8])(
    'throws a RangeError for a first week that contains the date %s',
    async (firstWeekContainsDate) => {
      expect(await errorDetailOf({ formatOptions: { firstWeekContainsDate } })).toBe(
        `RangeError: firstWeekContainsDate must be between 1 and 7 inclusively: ${firstWeekContainsDate}`,
      )
    },
  )

  it('throws a RangeError for an unescaped Latin letter in the format', async () => {
    expect(await errorDetailOf({ format: 'DD/MM/YYYY n' })).toContain(
      'unescaped latin alphabet character `n`',
    )
  })

  it.each(['YYYY y', 'DD/MM/YYYY t', 'h H', 'DD/MM/YYYY I'])(
    'throws a RangeError for incompatible tokens: %s',
    async (format) => {
      expect(await errorDetailOf({ format })).toMatch(/^RangeError: The format string mustn't contain/)
    },
  )

  it.each([{ firstDayOfWeek: 0 }, { firstDayOfWeek: 6 }, { formatOptions: { firstWeekContainsDate: 7 } }])(
    'accepts %j',
    async (options) => {
      expect(await errorDetailOf(options)).toBeUndefined()
    },
  )
})

describe('a form that is submitted before the calendar is loaded', () => {
  /** A form of two days; tests of other files may have loaded the calendar. */
  async function open(first = '11/02/2026') {
    vi.resetModules()
    const { DatePicker } = await import('./date-picker.tsx')
    const sent: unknown[] = []
    function Form() {
      const [from, setFrom] = useState<string | null>(null)
      const [until, setUntil] = useState<string | null>(null)
      return (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            sent.push([from, until])
          }}
        >
          <DatePicker label="Από" locale="el" format="DD/MM/YYYY" value={from} onChange={setFrom} />
          <DatePicker label="Έως" locale="el" format="DD/MM/YYYY" value={until} onChange={setUntil} />
          <button type="submit">Αποστολή</button>
        </form>
      )
    }
    render(<Form />)
    for (const [name, value] of [
      ['Από', first],
      ['Έως', '03/03/2026'],
    ] as const) {
      fireEvent.change(field(name), { target: { value } })
      fireEvent.blur(field(name))
    }
    return sent
  }

  it('is sent with the typed days once they are read', async () => {
    const sent = await open()
    fireEvent.click(screen.getByText('Αποστολή'))
    expect(sent).toEqual([])
    await expect.poll(() => sent).toEqual([['2026-02-11', '2026-03-03']])
  })

  it('is not sent if the text is changed meanwhile', async () => {
    const sent = await open()
    fireEvent.click(screen.getByText('Αποστολή'))
    fireEvent.change(field('Από'), { target: { value: '12/02/2026' } })
    await act(async () => void (await import('./calendar.tsx')))
    expect(sent).toEqual([])
    fireEvent.blur(field('Από'))
    fireEvent.click(screen.getByText('Αποστολή'))
    await expect.poll(() => sent).toEqual([['2026-02-12', '2026-03-03']])
  })

  it('is not sent with text that is no day, whose error is not covered', async () => {
    const sent = await open('31/02/2026')
    fireEvent.click(screen.getByText('Αποστολή'))
    await expect.poll(() => document.activeElement).toBe(field('Από'))
    expect(field('Από').getAttribute('aria-invalid')).toBe('true')
    expect(popup()).toBeNull()
    expect(sent).toEqual([])
  })

  it('says so if the calendar cannot be loaded, and sends nothing', async () => {
    vi.doMock('./calendar.tsx', () => Promise.reject(new Error('no network')))
    const sent = await open()
    fireEvent.click(screen.getByText('Αποστολή'))
    await expect.poll(() => field('Από').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText('Το ημερολόγιο δεν φορτώθηκε.').length).toBeGreaterThan(0)
    expect(sent).toEqual([])
    vi.doUnmock('./calendar.tsx')
  })
})
