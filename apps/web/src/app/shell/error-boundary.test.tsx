import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

let broken = true
function Page() {
  if (broken) throw new TypeError('undefined is not a function')
  return <p>the page</p>
}
const Missing = lazyPart(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
const heading = () => screen.findByRole('heading', { level: 1 })
const draw = (child: React.ReactNode, place = '/a') => (
  <ErrorBoundary place={place}>
    <Suspense>{child}</Suspense>
  </ErrorBoundary>
)

describe('ErrorBoundary', () => {
  it('offers a reload if the code of a page fails to load', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
    render(draw(<Missing />))
    expect((await heading()).textContent).toContain('νεότερη έκδοση')
    expect(screen.queryByRole('button', { name: 'Νέα προσπάθεια' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Ανανέωση σελίδας' }))
    expect(reload).toHaveBeenCalled()
  })

  it('shows an error if a page throws, and a retry button [§8 crashed page]', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    broken = true
    render(draw(<Page />))
    expect((await heading()).textContent).toContain('Παρουσιάστηκε πρόβλημα')
    expect((await heading()).textContent).not.toContain('έκδοση')
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Νέα προσπάθεια' }))
    expect(screen.getByText('the page')).toBeTruthy()
  })

  it('clears the error when the address changes', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    broken = true
    const { rerender } = render(draw(<Page />))
    await heading()
    broken = false
    rerender(draw(<Page />, '/b'))
    expect(screen.getByText('the page')).toBeTruthy()
  })
})
