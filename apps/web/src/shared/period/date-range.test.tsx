import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { DateRange } from './date-range.tsx'
import type { Range } from './period.ts'

it('keeps both days if they are typed while the calendar loads [§2 custom period]', async () => {
  // Tests of other files have loaded the calendar.
  vi.resetModules()
  const { DateRange } = await import('./date-range.tsx')
  const changes: Range[] = []
  render(<DateRange period="custom" from="" to="" onChange={(range) => changes.push(range)} />)
  for (const [name, value] of [
    ['Από', '11/02/2026'],
    ['Έως', '03/03/2026'],
  ] as const) {
    const field = screen.getByRole('combobox', { name })
    fireEvent.change(field, { target: { value } })
    fireEvent.keyDown(field, { key: 'Enter' })
  }
  expect(changes).toEqual([])
  await expect.poll(() => changes.at(-1)).toEqual({ period: 'custom', from: '2026-02-11', to: '2026-03-03' })
})

it('keeps the first day if the last one is chosen before the address has changed [§2 custom period]', async () => {
  const changes: Range[] = []
  // The parts of an address: only those of the range are changed.
  const view = { period: 'custom', from: '', to: '', page: 2 } as const
  render(<DateRange {...view} onChange={(range) => changes.push(range)} />)
  const user = userEvent.setup()
  await user.type(screen.getByRole('combobox', { name: 'Από' }), '11/02/2026{Enter}')
  await user.type(screen.getByRole('combobox', { name: 'Έως' }), '03/03/2026{Enter}')
  await expect.poll(() => changes.at(-1)).toEqual({ period: 'custom', from: '2026-02-11', to: '2026-03-03' })
})
