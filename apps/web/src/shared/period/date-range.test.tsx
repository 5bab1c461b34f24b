import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { DateRange } from './date-range.tsx'
import type { Range } from './period.ts'

it('keeps the first day if the last one is chosen before the address has changed [§2 custom period]', async () => {
  const changes: Range[] = []
  render(<DateRange period="custom" from="" to="" onChange={(range) => changes.push(range)} />)
  const user = userEvent.setup()
  await user.type(screen.getByRole('combobox', { name: 'Από' }), '11/02/2026{Enter}')
  await user.type(screen.getByRole('combobox', { name: 'Έως' }), '03/03/2026{Enter}')
  await expect.poll(() => changes.at(-1)).toEqual({ period: 'custom', from: '2026-02-11', to: '2026-03-03' })
})
