import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { address, clerk, openPortal, serve } from './portal-in-test.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Opens the screen of municipalities; `sent` are the added ones. */
async function open() {
  const server = serve({ ...clerk, role: 'operator' })
  const sent: string[] = []
  const answer = server.answer.bind(server)
  server.answer = async (path, init) => {
    const known = server.profile
    if (path === '/api/auth/token/login') {
      const reply = await answer(path, init)
      if (reply.ok) server.setProfile({ ...clerk, role: 'operator' })
      return reply
    }
    if (!known || !path.startsWith('/api/manage/')) return answer(path, init)
    if (path === '/api/manage/municipalities/' && init.method === 'POST') {
      sent.push(typeof init.body === 'string' ? init.body : '')
      return new Response(null, { status: 204 })
    }
    const reply = path === '/api/manage/municipalities/' ? [] : { steps: [], mail_test: null }
    return new Response(JSON.stringify(reply), { status: 200 })
  }
  const user = openPortal('/admin/manage/municipalities')
  const form = await screen.findByRole('form', { name: 'Νέος δήμος' })
  await user.type(within(form).getByLabelText('Όνομα στη γενική'), 'Άνω Κάμπου')
  await user.type(within(form).getByLabelText('Περιφερειακή ενότητα'), 'Κοζάνης')
  await user.type(within(form).getByLabelText('Περιφέρεια'), 'Μακεδονία')
  server.setProfile(null)
  await user.click(within(form).getByRole('button', { name: 'Προσθήκη δήμου' }))
  return { server, sent, user, dialog: await screen.findByRole('dialog', { name: 'Η σύνδεσή σας έληξε' }) }
}

it('keeps what was typed when the session ends, and sends it after a sign-in in place [lost session]', async () => {
  const { sent, user, dialog } = await open()
  expect(dialog.textContent).toContain(clerk.email)
  expect(sent).toEqual([])
  await user.type(within(dialog).getByLabelText('Συνθηματικό'), 'x')
  await user.click(within(dialog).getByRole('button', { name: 'Είσοδος' }))
  await screen.findByText('Προστέθηκε: Δήμος Άνω Κάμπου.')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain('Άνω Κάμπου')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('goes to the sign-in page if the person leaves the dialog [lost session]', async () => {
  const { sent, user, dialog } = await open()
  await user.click(within(dialog).getByRole('button', { name: 'Μετάβαση στη σελίδα σύνδεσης' }))
  await screen.findByRole('heading', { name: 'Σύνδεση' })
  expect(address()).toBe('/login?next=%2Fadmin%2Fmanage%2Fmunicipalities')
  expect(sent).toEqual([])
})
