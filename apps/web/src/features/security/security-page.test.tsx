import type { Session } from '@portal/contract/sessions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showPage } from '#web/api/page-in-test.tsx'
import { createQueryClient } from '#web/api/query-client.ts'
import { meOptions, type Profile } from '#web/api/session.ts'
import { SecurityPage } from './security-page.tsx'
import { refusal } from '#web/api/refusal-in-test.tsx'

const here: Session = {
  id: '00000000-0000-4000-8000-000000000001',
  browser: 'Firefox',
  system: 'Windows',
  network: '203.0.113.*',
  created_at: '2026-11-02T09:30:00+02:00',
  last_seen_at: '2026-11-02T10:00:00+02:00',
  current: true,
}
const there: Session = {
  ...here,
  id: '00000000-0000-4000-8000-000000000002',
  browser: 'Safari',
  system: 'iPhone',
  last_seen_at: '2026-11-02T11:45:00+02:00',
  current: false,
}
const maria: Profile = {
  email: 'maria@example.gr',
  first_name: 'Μαρία',
  last_name: 'Παππά',
  is_staff: false,
}
let kept: Session[] = []
/** Status of the mock server's response to the next change. */
let status: number
let sent: string[] = []

beforeEach(() => {
  kept = [there, here]
  status = 204
  sent = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (path === '/api/auth/sessions/') return new Response(JSON.stringify(kept))
    if (method !== 'POST') return new Response('{}', { status: 404 })
    sent.push(path)
    if (status === 204) kept = kept.filter(({ id }) => !path.includes(id))
    return status === 204
      ? new Response(null, { status })
      : refusal({ code: status === 404 ? 'not_found' : 'unavailable' })
  })
  document.cookie = 'signedin=; max-age=0'
  window.history.replaceState(null, '', '/settings/security')
})
async function open() {
  const client = createQueryClient()
  const user = showPage(<SecurityPage />, client)
  await screen.findByRole('heading', { name: 'Firefox σε Windows' })
  return { user, client }
}
const card = (name: string) => screen.getByRole('listitem', { name })
const endOf = (name: string) => within(card(name)).getByRole('button', { name: 'Τερματισμός σύνδεσης' })

describe('Sessions', () => {
  it('lists this device first, with its times and network; it signs out instead of ending', async () => {
    await open()
    const [first, second] = screen.getAllByRole('listitem')
    expect(first?.textContent).toContain('Αυτή η συσκευή')
    expect(first?.textContent).toContain('Τελευταία χρήσηΤώρα')
    expect(
      within(first as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/logout')
    expect(second?.textContent).toContain('Σύνδεση02/11/2026, 09:30Τελευταία χρήση02/11/2026, 11:45')
    expect(second?.textContent).toContain('203.0.113.*')
    expect(second?.textContent).not.toContain('Αυτή η συσκευή')
  })

  it('ends another session only after confirmation, removes it and focuses the result', async () => {
    const { user } = await open()
    await user.click(endOf('Safari σε iPhone'))
    await user.click(screen.getByRole('button', { name: 'Ακύρωση' }))
    expect(sent).toEqual([])
    await user.click(endOf('Safari σε iPhone'))
    const question = screen.getByRole('alertdialog', { name: 'Να τερματιστεί η σύνδεση «Safari σε iPhone»;' })
    await user.click(within(question).getByRole('button', { name: 'Τερματισμός σύνδεσης' }))
    const result = await screen.findByText('Η σύνδεση «Safari σε iPhone» δεν ισχύει πια.')
    expect(sent).toEqual([`/api/auth/sessions/${there.id}/end/`])
    expect(screen.queryByRole('heading', { name: 'Safari σε iPhone' })).toBeNull()
    expect(result.closest('[role="status"]')).toBe(document.activeElement)
  })

  it('treats a session that has already ended as ended, and shows other errors at it', async () => {
    const { user } = await open()
    const end = async () => {
      await user.click(endOf('Safari σε iPhone'))
      const question = screen.getByRole('alertdialog')
      await user.click(within(question).getByRole('button', { name: 'Τερματισμός σύνδεσης' }))
    }
    status = 503
    await end()
    expect((await within(card('Safari σε iPhone')).findByRole('alert')).textContent).toContain(
      'Η σύνδεση δεν τερματίστηκε',
    )
    status = 404
    await end()
    expect(await screen.findByText('Η σύνδεση «Safari σε iPhone» δεν ισχύει πια.')).toBeTruthy()
  })

  it('signs out everywhere after confirmation and forgets the profile', async () => {
    const { user, client } = await open()
    client.setQueryData(meOptions.queryKey, maria)
    await user.click(screen.getByRole('button', { name: 'Αποσύνδεση από παντού' }))
    const question = screen.getByRole('alertdialog', { name: 'Αποσύνδεση από παντού;' })
    expect(question.textContent).toContain('και από αυτήν')
    await user.click(within(question).getByRole('button', { name: 'Αποσύνδεση από παντού' }))
    await waitFor(() => expect(client.getQueryData(meOptions.queryKey)).toBeNull())
    expect(sent).toEqual(['/api/auth/sessions/end_all/'])
  })
})
