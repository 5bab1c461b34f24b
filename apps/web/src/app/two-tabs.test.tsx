import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { address, clerk, maria, openPortal, serve, signIn } from './portal-in-test.tsx'

const otherTab = new BroadcastChannel('session')
const firstName = () => screen.findByLabelText<HTMLInputElement>('Όνομα')
const eleni = { ...maria, email: 'eleni@example.gr', first_name: 'Ελένη' }

describe('two tabs', () => {
  it('a sign-in to another account switches the other tab and reports its unsaved changes', async () => {
    const server = serve(maria)
    const user = openPortal('/settings')
    await user.type(await firstName(), '-Ελένη')
    server.setProfile(eleni)
    otherTab.postMessage('changed')
    expect(
      await screen.findByText(
        'Σε άλλη καρτέλα συνδεθήκατε ως eleni@example.gr. Όσες αλλαγές δεν είχατε αποθηκεύσει ως maria@example.gr δεν στάλθηκαν.',
      ),
    ).toBeTruthy()
    await waitFor(async () => expect((await firstName()).value).toBe('Ελένη'))
    expect(screen.getByRole('button', { name: 'Λογαριασμός: eleni@example.gr' })).toBeTruthy()
    expect(server.requests.filter((call) => call.startsWith('PATCH'))).toEqual([])

    await user.click(screen.getByRole('button', { name: 'Εντάξει' }))
    expect(screen.queryByText(/Σε άλλη καρτέλα/)).toBeNull()

    // Maria's draft is restored.
    server.setProfile(maria)
    otherTab.postMessage('changed')
    await waitFor(async () => expect((await firstName()).value).toBe('Μαρία-Ελένη'))
  })

  it('a new address of the same account is shown in the other tab, without a report of a sign-in', async () => {
    const own = { ...maria, account: 'tag' }
    const server = serve(own)
    openPortal('/settings')
    expect((await firstName()).value).toBe('Μαρία')
    server.setProfile({ ...own, email: 'new@example.gr' })
    otherTab.postMessage('changed')
    expect(await screen.findByRole('button', { name: 'Λογαριασμός: new@example.gr' })).toBeTruthy()
    expect(screen.queryByText(/Σε άλλη καρτέλα/)).toBeNull()
  })

  it('a sign-in that the other tab missed is detected when it saves a form', async () => {
    const server = serve(maria)
    const user = openPortal('/settings')
    await user.type(await firstName(), '-Ελένη')
    server.setProfile(eleni)
    await user.click(screen.getByRole('button', { name: 'Ενημέρωση' }))
    expect(await screen.findByText(/Όσες αλλαγές δεν είχατε αποθηκεύσει ως maria@example.gr/)).toBeTruthy()
    await waitFor(async () => expect((await firstName()).value).toBe('Ελένη'))
    expect(server.profile).toEqual(eleni)
  })

  it('a sign-out redirects the other tab to /login; a sign-in restores its unsaved input', async () => {
    const server = serve(maria)
    const user = openPortal('/settings')
    await user.clear(await firstName())
    await user.type(await firstName(), 'Μαρίνα')
    server.setProfile(null)
    otherTab.postMessage('changed')
    expect(await screen.findByText(/Η σύνδεσή σας έληξε/)).toBeTruthy()
    expect(address()).toBe('/login?next=%2Fsettings')
    server.setProfile(maria)
    otherTab.postMessage('changed')
    await waitFor(async () => expect((await firstName()).value).toBe('Μαρίνα'))
    expect(screen.queryByText(/Σε άλλη καρτέλα/)).toBeNull()
  })

  it('a sign-in also signs in the other tab and reports that its form was not sent [§4 other tabs]', async () => {
    const server = serve(null)
    const user = openPortal('/signup')
    await user.type(await firstName(), 'Νίκος')
    server.setProfile(maria)
    otherTab.postMessage('changed')
    expect(
      await screen.findByText(
        'Σε άλλη καρτέλα συνδεθήκατε ως maria@example.gr. Όσα συμπληρώνατε εδώ δεν στάλθηκαν.',
      ),
    ).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/'))
  })

  it('a sign-in and a sign-out notify the other tab and show no notice in their own', async () => {
    const told = vi.fn<() => void>()
    otherTab.addEventListener('message', told)
    serve(null)
    const user = openPortal('/login')
    await signIn(user, clerk.email)
    await screen.findByRole('heading', { level: 1, name: 'Χρήστες' })
    await waitFor(() => expect(told).toHaveBeenCalledTimes(1))
    expect(screen.queryByText(/Σε άλλη καρτέλα/)).toBeNull()
    await user.click(screen.getByRole('button', { name: `Λογαριασμός: ${clerk.email}` }))
    await user.click(screen.getByRole('link', { name: 'Αποσύνδεση' }))
    await screen.findByRole('heading', { level: 1, name: 'Σύνδεση' })
    await waitFor(() => expect(told).toHaveBeenCalledTimes(2))
    otherTab.removeEventListener('message', told)
  })
})
