import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { useUnsavedChanges } from './unsaved-changes.tsx'

function Form() {
  const [changed, setChanged] = useState(false)
  const dialog = useUnsavedChanges(changed)
  return (
    <>
      <h1>Φόρμα</h1>
      <button type="button" onClick={() => setChanged(true)}>
        Αλλαγή
      </button>
      <Link to="/other">Αλλού</Link>
      {dialog}
    </>
  )
}

beforeEach(() => window.history.replaceState(null, '', '/form'))

const open = () => {
  render(
    <BrowserRouter>
      <Routes>
        <Route path="form" element={<Form />} />
        <Route path="other" element={<h1>Άλλη σελίδα</h1>} />
      </Routes>
    </BrowserRouter>,
  )
  return userEvent.setup()
}
const click = (user: ReturnType<typeof userEvent.setup>, role: string, name: string) =>
  user.click(screen.getByRole(role, { name, hidden: true }))

describe('useUnsavedChanges', () => {
  it('allows navigation while nothing is changed', async () => {
    const user = open()
    await click(user, 'link', 'Αλλού')
    expect(screen.getByRole('heading').textContent).toBe('Άλλη σελίδα')
  })

  it('asks before a link is followed, with the options to stay and to leave', async () => {
    const user = open()
    await click(user, 'button', 'Αλλαγή')
    await click(user, 'link', 'Αλλού')
    expect(screen.getByRole('alertdialog').textContent).toContain('Έχετε αλλαγές που δεν αποθηκεύσατε')
    await click(user, 'button', 'Παραμονή στη σελίδα')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByRole('heading').textContent).toBe('Φόρμα')

    await click(user, 'link', 'Αλλού')
    await click(user, 'button', 'Έξοδος χωρίς αποθήκευση')
    await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Άλλη σελίδα'))
    expect(window.location.pathname).toBe('/other')
  })

  it('makes the browser ask before the page is closed', async () => {
    const user = open()
    const close = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(close()).toBe(false)
    await click(user, 'button', 'Αλλαγή')
    expect(close()).toBe(true)
  })
})
