import type { ConnectedSite } from '@portal/contract/partners.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showPage } from '#web/api/page-in-test.tsx'
import { ConnectedSitesPage } from './connected-sites-page.tsx'

const third: ConnectedSite = {
  site: 'coupons',
  name: 'Πράσινο κουπόνι',
  home_url: 'https://coupons.example.gr/home',
  company: 'Πράσινο Κουπόνι ΙΚΕ',
  purpose: 'Εκπτώσεις σε καταστήματα',
  purpose_en: null,
  privacy_url: 'https://coupons.example.gr/privacy',
  first_party: false,
  connected_at: '2026-11-02T09:30:00+02:00',
  scopes: ['openid', 'email', 'points', 'points:redeem'],
}
const own: ConnectedSite = { ...third, site: 'oil', name: 'Συλλογή τηγανελαίου', first_party: true }

let kept: ConnectedSite[] = []
/** Status of the mock server's response to the next change. */
let status: number
let sent: unknown[] = []

beforeEach(() => {
  kept = [third, own]
  status = 204
  sent = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path === '/api/auth/users/me/sites/') return new Response(JSON.stringify(kept))
    if (path !== '/api/auth/users/me/sites/withdraw/' || method !== 'POST')
      return new Response('{}', { status: 404 })
    const given = JSON.parse(body as string) as { site: string }
    sent.push(given)
    if (status !== 503) kept = kept.filter(({ site }) => site !== given.site)
    return new Response(status === 204 ? null : '{"detail":"Not found."}', { status })
  })
  document.cookie = 'signedin=; max-age=0'
  window.history.replaceState(null, '', '/settings/sites')
})
async function open() {
  const user = showPage(<ConnectedSitesPage />)
  await screen.findByRole('link', { name: 'Επιστροφή στις ρυθμίσεις' })
  return user
}
type User = ReturnType<typeof showPage>
const card = (name: string) => screen.findByRole('listitem', { name })
const ask = async (user: User, name: string) => {
  await user.click(within(await card(name)).getByRole('button', { name: 'Ανάκληση' }))
  return screen.getByRole('alertdialog', { name: `Ανάκληση της πρόσβασης του ιστότοπου «${name}»;` })
}
const confirm = (user: User, question: HTMLElement) =>
  user.click(within(question).getByRole('button', { name: 'Ανάκληση' }))

describe('ConnectedSitesPage', () => {
  it('lists each site with whose it is, its home page, what it learns and since when', async () => {
    await open()
    const shown = await card('Πράσινο κουπόνι')
    expect(shown.textContent).toContain('Ιστότοπος άλλης εταιρείας, με τη συγκατάθεσή σας')
    expect(shown.textContent).toContain(
      'να σας αναγνωρίζει, να βλέπει τη διεύθυνση email σας, να βλέπει τους πόντους σας, να παίρνει πόντους σας για κουπόνια',
    )
    for (const text of ['Εκπτώσεις σε καταστήματα', 'Πράσινο Κουπόνι ΙΚΕ'])
      expect(shown.textContent).toContain(text)
    const notice = within(shown).getAllByRole('link', { name: 'coupons.example.gr' })[1]
    expect(notice?.getAttribute('href')).toBe(third.privacy_url)
    expect(shown.textContent).toContain('02/11/2026, 09:30')
    const [home] = within(shown).getAllByRole('link', { name: 'coupons.example.gr' })
    expect(home?.getAttribute('href')).toBe(third.home_url)
    expect((await card('Συλλογή τηγανελαίου')).textContent).toContain('Δικός μας ιστότοπος')
  })

  it('withdraws only after confirmation, removes the site and focuses the result', async () => {
    const user = await open()
    await user.click(within(await ask(user, 'Πράσινο κουπόνι')).getByRole('button', { name: 'Ακύρωση' }))
    expect(sent).toEqual([])
    const question = await ask(user, 'Πράσινο κουπόνι')
    expect(question.textContent).toContain('Ο ιστότοπος κρατά όσα έχει ήδη μάθει.')
    await confirm(user, question)
    const result = await screen.findByText(/«Πράσινο κουπόνι» τερματίστηκε/)
    expect(sent).toEqual([{ site: 'coupons' }])
    expect(screen.queryByRole('listitem', { name: 'Πράσινο κουπόνι' })).toBeNull()
    expect(result.closest('[role="status"]')).toBe(document.activeElement)
  })

  it('says of the operator’s own site that a new sign-in reads the same again', async () => {
    const user = await open()
    const question = await ask(user, 'Συλλογή τηγανελαίου')
    expect(question.textContent).toContain('Αν συνδεθείτε ξανά, θα μάθει πάλι τα ίδια στοιχεία')
    expect(question.textContent).not.toContain('Όσα έχει ήδη μάθει')
  })

  it('shows an error at its site, and treats a withdrawn site as withdrawn', async () => {
    const user = await open()
    status = 503
    await confirm(user, await ask(user, 'Πράσινο κουπόνι'))
    const problem = await within(await card('Πράσινο κουπόνι')).findByRole('alert')
    expect(problem.textContent).toContain('Η πρόσβαση δεν ανακλήθηκε')
    status = 404
    await confirm(user, await ask(user, 'Πράσινο κουπόνι'))
    expect(await screen.findByText(/«Πράσινο κουπόνι» τερματίστηκε/)).toBeTruthy()
  })

  it('explains an empty list', async () => {
    kept = []
    await open()
    expect(await screen.findByText('Δεν υπάρχουν συνδεδεμένοι ιστότοποι')).toBeTruthy()
  })
})
