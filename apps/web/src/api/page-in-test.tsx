import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { createQueryClient } from './query-client.ts'

/** Shows a page without the rest of the app, at the window's address. */
export function showPage(page: ReactNode, client = createQueryClient()) {
  render(
    <QueryClientProvider client={client}>
      <BrowserRouter>{page}</BrowserRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
