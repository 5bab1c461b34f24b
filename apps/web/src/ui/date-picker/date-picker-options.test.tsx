import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  clearButton,
  day,
  description,
  enter,
  field,
  focused,
  inEveryZone,
  months,
  popup,
  setClock,
  show,
  step,
  todayButton,
  weekdays,
} from './picker-in-test.tsx'

inEveryZone(() => {
  describe('DatePicker option [§3 date picker options]', () => {
    it('type: shows one month for one date [§2 date picker months]', async () => {
      const { user } = show()
      await user.click(field())
      expect(months()).toEqual(['Μάρτιος 2026'])
    })

    it('type: shows two months for a range [§2 date picker months]', async () => {
      const { user } = show({ type: 'range' })
      await user.click(field())
      expect(months()).toEqual(['Μάρτιος 2026', 'Απρίλιος 2026'])
    })

    it('value: is shown in the field, also after a change [§9 dates]', () => {
      const { set, told } = show({ value: '2026-03-29' })
      expect(field().value).toBe('29/03/2026')
      set('2026-10-25')
      expect(field().value).toBe('25/10/2026')
      set(null)
      expect(field().value).toBe('')
      expect(told).toEqual([])
    })

    it('value: is an array of one or two dates for a range', () => {
      const { set } = show({ type: 'range', value: ['2026-03-29'] })
      expect(field().value).toBe('29/03/2026')
      set(['2026-03-29', '2026-10-25'])
      expect(field().value).toBe('29/03/2026 - 25/10/2026')
    })

    it.each(['2026-02-30', 'χθες', '0020-01-01', ''])(
      'value: shows nothing for %j, which is not a day',
      (value) => {
        show({ value })
        expect(field().value).toBe('')
      },
    )

    it('onChange: receives a date or null', async () => {
      const one = show()
      await one.user.click(field())
      await one.user.click(day('12 Μαρτίου'))
      await one.user.click(clearButton() as HTMLElement)
      expect(one.told).toEqual(['2026-03-12', null])
    })

    it('onChange: receives an array of one or two dates for a range, or null [§9 dates]', async () => {
      const { user, told } = show({ type: 'range' })
      await user.click(field())
      await user.click(day('29 Μαρτίου'))
      await user.click(day('25 Απριλίου'))
      await user.click(clearButton() as HTMLElement)
      expect(told).toEqual([['2026-03-29'], ['2026-03-29', '2026-04-25'], null])
    })

    it.each([
      [undefined, '2026-03-01'],
      ['DD/MM/YYYY', '01/03/2026'],
      ['D.M.YY', '1.3.26'],
      ['D MMMM YYYY', '1 Μαρτίου 2026'],
      ["D 'Day' MMM YYYY", '1 Day Μαρ 2026'],
    ])('format: %s shows %s [§2 date picker months]', (format, text) => {
      show({ format, value: '2026-03-01' })
      expect(field().value).toBe(text)
    })

    it('format: is also the placeholder, unless one is given', () => {
      const { change } = show()
      expect(field().placeholder).toBe('DD/MM/YYYY')
      change({ format: undefined })
      expect(field().placeholder).toBe('YYYY-MM-DD')
      change({ placeholder: 'σήμερα' })
      expect(field().placeholder).toBe('σήμερα')
    })

    it('format: is in the placeholder of a range twice', () => {
      show({ type: 'range' })
      expect(field().placeholder).toBe('DD/MM/YYYY - DD/MM/YYYY')
    })

    it('formatOptions: are passed to date-fns', () => {
      const week = { format: 'w', value: '2026-01-03' }
      const { change } = show({ ...week, formatOptions: { weekStartsOn: 6, firstWeekContainsDate: 1 } })
      expect(field().value).toBe('2')
      change({ ...week, formatOptions: { weekStartsOn: 0, firstWeekContainsDate: 7 } })
      expect(field().value).toBe('52')
    })

    it('formatOptions: weekStartsOn also applies to the calendar', async () => {
      const { user } = show({ formatOptions: { weekStartsOn: 6 } })
      await user.click(field())
      expect(weekdays()).toEqual(['Σά', 'Κυ', 'Δε', 'Τρ', 'Τε', 'Πέ', 'Πα'])
    })

    it('locale: defaults to English; a later change takes effect', async () => {
      const { user, change } = show({ locale: undefined, format: 'D MMMM YYYY', value: '2026-03-11' })
      expect(field().value).toBe('11 March 2026')
      await user.click(field())
      expect(months()).toEqual(['March 2026'])
      // The visible number is a word of the name (WCAG 2.5.3): not '2nd'.
      expect(screen.getByRole('button', { name: 'Monday, 2 March 2026' }).textContent).toBe('2')
      change({ locale: 'el', format: 'D MMMM YYYY' })
      expect(field().value).toBe('11 Μαρτίου 2026')
      expect(months()).toEqual(['Μάρτιος 2026'])
    })

    it('locale: logs a warning for an unknown one and falls back to en-US [§8 date picker errors]', async () => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      const { user, change } = show({ locale: 'xx', format: 'D MMMM YYYY', value: '2026-03-11' })
      expect(warn.mock.calls).toEqual([['"xx" is not a valid locale']])
      expect(field().value).toBe('11 March 2026')
      await user.click(field())
      expect(months()).toEqual(['March 2026'])
      change({ locale: 'el-GR', format: 'D MMMM YYYY' })
      expect(field().value).toBe('11 Μαρτίου 2026')
      expect(warn).toHaveBeenCalledTimes(1)
      warn.mockRestore()
    })

    it('firstDayOfWeek: defaults to the locale’s, Monday in Greek and Sunday in English', async () => {
      const { user, change } = show()
      await user.click(field())
      expect(weekdays()).toEqual(['Δε', 'Τρ', 'Τε', 'Πέ', 'Πα', 'Σά', 'Κυ'])
      change({ locale: 'en-US' })
      expect(weekdays()[0]).toBe('Su')
      change({ firstDayOfWeek: 3 })
      expect(weekdays()[0]).toBe('Τε')
    })

    it('minDate, maxDate: disable days outside, but not the limits themselves [§5 date picker limits]', async () => {
      const { user, told } = show({ minDate: '2026-03-10', maxDate: '2026-03-29', keepOpenOnSelect: true })
      await user.click(field())
      for (const outside of ['9 Μαρτίου', '30 Μαρτίου']) {
        expect(day(outside).disabled).toBe(true)
        await user.click(day(outside))
      }
      await user.click(day('10 Μαρτίου'))
      await user.click(day('29 Μαρτίου'))
      expect(told).toEqual(['2026-03-10', '2026-03-29'])
    })

    it('minDate, maxDate: make months outside unreachable', async () => {
      const { user } = show({ minDate: '2026-02-28', maxDate: '2026-04-01' })
      await user.click(field())
      await user.click(step('Προηγούμενος μήνας'))
      expect(months()).toEqual(['Φεβρουάριος 2026'])
      expect(step('Προηγούμενος μήνας').getAttribute('aria-disabled')).toBe('true')
      expect(step('Προηγούμενο έτος').getAttribute('aria-disabled')).toBe('true')
      await user.click(step('Προηγούμενος μήνας'))
      expect(months()).toEqual(['Φεβρουάριος 2026'])
      for (let press = 0; press < 3; press += 1) await user.click(step('Επόμενος μήνας'))
      expect(months()).toEqual(['Απρίλιος 2026'])
      expect(step('Επόμενος μήνας').getAttribute('aria-disabled')).toBe('true')
    })

    it('minDate, maxDate: limit a step of 12 months [§2 date picker moves]', async () => {
      const { user } = show({ value: '2026-03-11', minDate: '2025-08-20', maxDate: '2027-01-05' })
      await user.click(field())
      await user.click(step('Επόμενο έτος'))
      expect(months()).toEqual(['Ιανουάριος 2027'])
      await user.click(step('Προηγούμενο έτος'))
      expect(months()).toEqual(['Ιανουάριος 2026'])
      await user.click(step('Προηγούμενο έτος'))
      expect(months()).toEqual(['Αύγουστος 2025'])
    })

    it('minDate, maxDate: limit the two months of a range, and show only one if no other is allowed', async () => {
      const { user, change } = show({ type: 'range', maxDate: '2026-03-11' })
      await user.click(field())
      expect(months()).toEqual(['Φεβρουάριος 2026', 'Μάρτιος 2026'])
      await user.click(step('Επόμενο έτος'))
      expect(months()).toEqual(['Φεβρουάριος 2026', 'Μάρτιος 2026'])
      expect(step('Επόμενος μήνας').getAttribute('aria-disabled')).toBe('true')
      await user.click(step('Προηγούμενος μήνας'))
      expect(months()).toEqual(['Ιανουάριος 2026', 'Φεβρουάριος 2026'])
      change({ minDate: '2026-03-01', maxDate: '2026-03-11' })
      expect(months()).toEqual(['Μάρτιος 2026'])
    })

    it('filterDate: disables the days for which it returns false [§5 date picker limits]', async () => {
      const { user, told } = show({ filterDate: (day) => day !== '2026-03-29' })
      await user.click(field())
      expect(day('29 Μαρτίου').disabled).toBe(true)
      await user.click(day('29 Μαρτίου'))
      expect(told).toEqual([])
      await user.click(day('30 Μαρτίου'))
      expect(told).toEqual(['2026-03-30'])
    })

    it('clearable: shows a clear button instead of the icon while there is text', async () => {
      const { user, told, container } = show()
      const icon = () => container.querySelector('svg.lucide-calendar-days')
      expect(clearButton()).toBeNull()
      expect(icon()).toBeTruthy()
      await user.type(field(), '1')
      expect(icon()).toBeNull()
      await user.click(clearButton() as HTMLElement)
      expect(field().value).toBe('')
      expect(document.activeElement).toBe(field())
      expect(clearButton()).toBeNull()
      expect(told).toEqual([])
    })

    it('clearable: shows no clear button if false', () => {
      show({ clearable: false, value: '2026-03-11' })
      expect(clearButton()).toBeNull()
    })

    it('clearOnSameDateClick: clears the selected day when it is clicked again [§4 date picker selection]', async () => {
      const { user, told } = show({ value: '2026-03-11' })
      await user.click(field())
      await user.click(day('11 Μαρτίου'))
      expect(told).toEqual([null])
      expect(popup()).toBeNull()
    })

    it('clearOnSameDateClick: keeps the day if false [§4 date picker selection]', async () => {
      const { user, told } = show({ value: '2026-03-11', clearOnSameDateClick: false })
      await user.click(field())
      await user.click(day('11 Μαρτίου'))
      expect(told).toEqual([])
      expect(popup()).toBeNull()
    })

    it('keepOpenOnSelect: keeps the calendar open after one date, which otherwise closes it [§4 date picker opens and closes]', async () => {
      const { user, change } = show()
      await user.click(field())
      await user.click(day('12 Μαρτίου'))
      expect(popup()).toBeNull()
      change({ keepOpenOnSelect: true })
      await user.click(field())
      await user.click(day('13 Μαρτίου'))
      expect(popup()).toBeTruthy()
    })

    it('keepOpenOnSelect: keeps the calendar of a range open after the second date, which otherwise closes it', async () => {
      const { user, change } = show({ type: 'range' })
      await user.click(field())
      await user.click(day('12 Μαρτίου'))
      expect(popup()).toBeTruthy()
      await user.click(day('13 Μαρτίου'))
      expect(popup()).toBeNull()
      change({ keepOpenOnSelect: true })
      await user.click(field())
      await user.click(day('14 Μαρτίου'))
      await user.click(day('15 Μαρτίου'))
      expect(popup()).toBeTruthy()
    })

    it('keepOpenOnClear: keeps the calendar open after clearing, which otherwise closes it [§4 date picker opens and closes]', async () => {
      const { user, change, set } = show({ value: '2026-03-11' })
      await user.click(field())
      await user.click(clearButton() as HTMLElement)
      expect(popup()).toBeNull()
      change({ keepOpenOnClear: true })
      set('2026-03-11')
      await user.click(field())
      await user.click(clearButton() as HTMLElement)
      expect(popup()).toBeTruthy()
      set('2026-03-11')
      await user.click(day('11 Μαρτίου'))
      expect(field().value).toBe('')
      expect(popup()).toBeTruthy()
    })

    it('allowOnlyNumbers: removes everything but digits while typing [§5 date picker digits]', async () => {
      const { user, told } = show({ allowOnlyNumbers: true })
      await user.type(field(), '2α9/0-3.2026')
      expect(field().value).toBe('29032026')
      await user.keyboard('{Enter}')
      expect(field().value).toBe('29/03/2026')
      expect(told).toEqual(['2026-03-29'])
    })

    it('allowOnlyNumbers: parses a range of sixteen digits [§5 date picker digits]', async () => {
      const { user, told } = show({ type: 'range', allowOnlyNumbers: true })
      await user.type(field(), '29/03/2026 - 25/10/2026')
      expect(field().value).toBe('2903202625102026')
      await user.tab()
      expect(told).toEqual([['2026-03-29', '2026-10-25']])
    })

    it('readOnly: prevents opening, typing and clearing', async () => {
      const { user, told } = show({ readOnly: true, value: '2026-03-11' })
      await user.click(field())
      await user.keyboard('5{ArrowDown}{Enter}')
      expect(popup()).toBeNull()
      expect(field().value).toBe('11/03/2026')
      expect(clearButton()).toBeNull()
      expect(told).toEqual([])
    })

    it('datePickerOnly: prevents typing; the calendar works', async () => {
      const { user, told } = show({ datePickerOnly: true, value: '2026-03-11' })
      await user.type(field(), '5')
      expect(field().value).toBe('11/03/2026')
      await user.click(day('12 Μαρτίου'))
      expect(told).toEqual(['2026-03-12'])
    })

    it('inline: shows the calendar without a field', async () => {
      const { user, told } = show({ inline: true, value: '2026-03-11' })
      expect(screen.queryByRole('combobox')).toBeNull()
      const group = screen.getByRole('group', { name: 'Ημερομηνία' })
      expect(within(group).getByRole('grid', { name: 'Μάρτιος 2026' })).toBeTruthy()
      await user.click(day('12 Μαρτίου'))
      expect(told).toEqual(['2026-03-12'])
    })

    it('inline: disables every day if disabled', () => {
      show({ inline: true, disabled: true })
      expect(day('12 Μαρτίου').disabled).toBe(true)
      expect(todayButton()?.disabled).toBe(true)
    })

    it('showToday: shows a button that selects today', async () => {
      const { user, told } = show({ value: '2025-06-01' })
      await user.click(field())
      await user.click(todayButton() as HTMLElement)
      expect(told).toEqual(['2026-03-11'])
    })

    it('showToday: disables the button if today is not allowed', async () => {
      const { user, change } = show({ maxDate: '2026-03-10' })
      await user.click(field())
      expect(todayButton()?.disabled).toBe(true)
      change({ filterDate: (day) => day !== '2026-03-11' })
      expect(todayButton()?.disabled).toBe(true)
      change({})
      expect(todayButton()?.disabled).toBe(false)
    })

    it('showToday: shows no button if false', async () => {
      const { user } = show({ showToday: false })
      await user.click(field())
      expect(todayButton()).toBeNull()
    })

    it('showOutsideDays: shows days of other months only if true', async () => {
      const { user, change } = show()
      await user.click(field())
      expect(screen.queryByLabelText(/ 1 Απριλίου/)).toBeNull()
      change({ showOutsideDays: true })
      expect(day('1 Απριλίου')).toBeTruthy()
    })

    it('disabled: prevents opening, typing and clearing', async () => {
      const { user } = show({ disabled: true, value: '2026-03-11' })
      await user.click(field())
      expect(popup()).toBeNull()
      expect(field().disabled).toBe(true)
      expect(clearButton()).toBeNull()
    })

    it('error: is in the description of the field', () => {
      show({ error: 'Επιλέξτε ημερομηνία.' })
      expect(description()).toContain('Επιλέξτε ημερομηνία.')
      expect(field().getAttribute('aria-invalid')).toBe('true')
    })

    it('label, id, name: are set on the field', () => {
      show({ label: 'Από', id: 'from', name: 'from', hideLabel: true })
      expect(field('Από').id).toBe('from')
      expect(field('Από').name).toBe('from')
    })

    it('required: sets aria-required', () => {
      const { change } = show({ required: true })
      expect(field().getAttribute('aria-required')).toBe('true')
      change({ required: false })
      expect(field().hasAttribute('aria-required')).toBe(false)
    })

    it('autoFocus: focuses the field, which opens the calendar', () => {
      show({ autoFocus: true })
      expect(document.activeElement).toBe(field())
      expect(popup()).toBeTruthy()
    })
  })

  describe('DatePicker today [§3 date picker options]', () => {
    it.each([
      ['2026-03-10T21:59:59Z', '2026-03-10', 'Τρίτη, 10 Μαρτίου 2026'],
      ['2026-03-10T22:00:00Z', '2026-03-11', 'Τετάρτη, 11 Μαρτίου 2026'],
      // Daylight saving time: midnight is an hour earlier in UTC.
      ['2026-03-29T20:59:59Z', '2026-03-29', 'Κυριακή, 29 Μαρτίου 2026'],
      ['2026-03-29T21:00:00Z', '2026-03-30', 'Δευτέρα, 30 Μαρτίου 2026'],
      ['2026-10-24T21:00:00Z', '2026-10-25', 'Κυριακή, 25 Οκτωβρίου 2026'],
      ['2026-10-25T21:59:59Z', '2026-10-25', 'Κυριακή, 25 Οκτωβρίου 2026'],
      ['2026-10-25T22:00:00Z', '2026-10-26', 'Δευτέρα, 26 Οκτωβρίου 2026'],
    ])('is, at %s, the day %s', async (time, today, name) => {
      setClock(time)
      const { user, told } = show()
      await user.click(field())
      await user.keyboard('{ArrowDown}')
      expect(focused()).toBe(`Σήμερα, ${name}`)
      await user.click(todayButton() as HTMLElement)
      expect(told).toEqual([today])
    })
  })

  describe('DatePicker on days of a clock change [§3 date picker options]', () => {
    it.each([
      ['2026-03-29', '29/03/2026', '29 Μαρτίου', ['28 Μαρτίου', '30 Μαρτίου']],
      ['2026-10-25', '25/10/2026', '25 Οκτωβρίου', ['24 Οκτωβρίου', '26 Οκτωβρίου']],
    ])('shows, parses, selects and passes over %s', async (iso, text, name, [before, after]) => {
      const { user, told, set } = show({ value: iso })
      expect(field().value).toBe(text)
      await user.click(field())
      await user.keyboard('{ArrowDown}{ArrowLeft}')
      expect(focused()).toContain(before)
      await user.keyboard('{ArrowRight}{ArrowRight}')
      expect(focused()).toContain(after)
      await user.keyboard('{ArrowUp}{ArrowDown}{ArrowLeft}')
      expect(focused()).toContain(name)
      set(null)
      await user.click(day(name))
      expect(told).toEqual([iso])
      set(null)
      enter(text)
      expect(told).toEqual([iso, iso])
    })
  })
})
