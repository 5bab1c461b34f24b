import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { createQueryClient } from '#web/api/query-client.ts'
import { Allowed, Only } from './common/guards.tsx'
import { clerk, serve } from './portal-in-test.tsx'

const { role: _, ...roleless } = clerk

const openStaffOnly = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/admin/secret']}>
        <Routes>
          <Route path="admin" element={<Only who={['staff']} />}>
            <Route element={<Allowed permission="staff.manage" />}>
              <Route path="secret" element="The secret page" />
            </Route>
            <Route index element="The first page" />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )

it.each([
  ['a role with the permission the page', { ...clerk, role: 'operator' }, 'The secret page'],
  ['a role without it the first page', { ...clerk, role: 'manager' }, 'The first page'],
  ['staff without a role the first page', roleless, 'The first page'],
] as const)('Allowed shows %s [security roles]', async (_what, profile, page) => {
  serve(profile)
  openStaffOnly()
  expect(await screen.findByText(page)).toBeTruthy()
})
