import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { MunicipalityField } from './municipality-field.tsx'

afterEach(() => vi.unstubAllGlobals())

const list = [
  { id: 1, name: 'Βοΐου', regional_unit: 'Κοζάνης' },
  // With the prefix, as some registers store it.
  { id: 2, name: 'Δήμος Κοζάνης', regional_unit: 'Κοζάνης' },
]

function Form() {
  const [value, setValue] = useState('2')
  return (
    <MunicipalityField
      label="Δήμος"
      name="municipality"
      value={value}
      error={undefined}
      onChange={(event) => setValue(event.target.value)}
    />
  )
}

const field = () => screen.getByLabelText<HTMLSelectElement>('Δήμος')

it('MunicipalityField shows loading, a failure and a retry button, and keeps the selection', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const fetched = vi.fn<() => Promise<Response>>(() => promise)
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Form />
    </QueryClientProvider>,
  )
  expect(field().selectedOptions[0]?.text).toBe('Οι δήμοι φορτώνονται…')

  resolve(new Response('{}', { status: 503 }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Ο κατάλογος των δήμων δεν είναι διαθέσιμος.')

  fetched.mockResolvedValue(new Response(JSON.stringify(list)))
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Νέα προσπάθεια' }))
  await screen.findByRole('option', { name: 'Βοΐου' })
  expect(field().selectedOptions[0]?.text).toBe('Κοζάνης')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.selectOptions(field(), 'Βοΐου')
  expect(field().value).toBe('1')
})
