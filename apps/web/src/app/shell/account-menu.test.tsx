import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { createQueryClient } from '#web/api/query-client.ts'
import { AccountMenu } from './account-menu.tsx'
import { maria } from '../portal-in-test.tsx'

it.each([
  ['a settings address', '/settings', ['Ρυθμίσεις', 'Αποσύνδεση']],
  ['no settings address', undefined, ['Αποσύνδεση']],
])('AccountMenu with %s (%s) lists %j [§2 account menu]', async (_, settings, items) => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <AccountMenu profile={maria} settings={settings} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.queryAllByRole('link')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Λογαριασμός: maria@example.gr' }))
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(items)
})
