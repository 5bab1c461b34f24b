import type { Profile } from '@portal/contract/accounts.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showPage } from '#web/api/page-in-test.tsx'
import { createQueryClient } from '#web/api/query-client.ts'
import { meOptions } from '#web/api/session.ts'
import { SettingsPage } from './settings-page.tsx'
import { refusal } from '#web/api/refusal-in-test.tsx'

const maria: Profile = {
  email: 'maria@example.gr',
  first_name: 'Μαρία',
  last_name: 'Παππά',
  is_staff: false,
  telephone: '6944123456',
  municipality: 2,
}
const clerk: Profile = { email: 'staff@example.gr', first_name: 'Άννα', last_name: 'Λύτρα', is_staff: true }
const municipalities = [
  { id: 1, name: 'Βοΐου', regional_unit: 'Κοζάνης' },
  { id: 2, name: 'Κοζάνης', regional_unit: 'Κοζάνης' },
  { id: 3, name: 'Ηρακλείου', regional_unit: 'Ηρακλείου' },
  { id: 4, name: 'Ηρακλείου', regional_unit: 'Βόρειου Τομέα Αθηνών' },
]

/** Requests to the mock server, which stores a profile like the real one. */
let requests: { method: string; path: string; body: unknown }[] = []
let stored: Profile
let rejection: Response | undefined

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

async function answer(address: string, { method = 'GET', body }: RequestInit): Promise<Response> {
  const [path = ''] = address.split('?')
  const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
  requests.push({ method, path, body: sent })
  if (path === '/api/municipalities/') return json(municipalities)
  if (path === '/api/points/mails/') return json({ mode: 'off' })
  if (path !== '/api/auth/users/me/') return json({ detail: 'Not found.' }, 404)
  if (method === 'PATCH') {
    if (rejection) return rejection
    const { municipality, ...names } = sent as Record<string, string>
    stored = {
      ...stored,
      ...names,
      first_name: (names['first_name'] ?? '').trim(),
      ...(municipality && { municipality: Number(municipality) }),
    }
  }
  return json(stored)
}

beforeEach(() => {
  requests = []
  rejection = undefined
  vi.stubGlobal('fetch', answer)
  document.cookie = 'signedin=yes'
  window.history.replaceState(null, '', '/settings')
})
async function open(profile: Profile) {
  stored = profile
  const client = createQueryClient()
  client.setQueryData(meOptions.queryKey, profile)
  const user = showPage(<SettingsPage />, client)
  if (!profile.is_staff) await screen.findByRole('option', { name: 'Κοζάνης' })
  return user
}

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const enabled = () => [!button('Ενημέρωση').disabled, !button('Επαναφορά').disabled]
const patches = () => requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)

describe('SettingsForm of a customer', () => {
  it('shows the profile, with the email read-only', async () => {
    await open(maria)
    expect(input('Email').value).toBe('maria@example.gr')
    expect(input('Email').readOnly).toBe(true)
    expect(input('Τηλέφωνο').value).toBe('6944123456')
    expect(screen.getByLabelText<HTMLSelectElement>('Δήμος').selectedOptions[0]?.text).toBe('Κοζάνης')
    expect(screen.getByRole('link', { name: 'Αλλαγή συνθηματικού' }).getAttribute('href')).toBe(
      '/settings/password',
    )
  })

  it('shows the regional unit of municipalities with the same name', async () => {
    await open(maria)
    const names = screen.getAllByRole<HTMLOptionElement>('option').map(({ text }) => text)
    expect(names).toContain('Ηρακλείου (Π.Ε. Ηρακλείου)')
    expect(names).toContain('Ηρακλείου (Π.Ε. Βόρειου Τομέα Αθηνών)')
  })

  it('enables Update and Reset only while a field is changed', async () => {
    const user = await open(maria)
    expect(enabled()).toEqual([false, false])
    await user.type(input('Όνομα'), 'ν')
    expect(enabled()).toEqual([true, true])
    await user.type(input('Όνομα'), '{Backspace}')
    expect(enabled()).toEqual([false, false])

    await user.selectOptions(screen.getByLabelText('Δήμος'), 'Βοΐου')
    await user.clear(input('Επώνυμο'))
    expect(enabled()).toEqual([true, true])
    await user.click(button('Επαναφορά'))
    expect(input('Επώνυμο').value).toBe('Παππά')
    expect(screen.getByLabelText<HTMLSelectElement>('Δήμος').value).toBe('2')
    expect(enabled()).toEqual([false, false])
    expect(document.activeElement).toBe(input('Όνομα'))
    expect(patches()).toEqual([])
  })

  it('saves and reloads the profile; Reset then restores the saved values [§4 settings]', async () => {
    const user = await open(maria)
    await user.type(input('Όνομα'), ' Ελένη ')
    await user.selectOptions(screen.getByLabelText('Δήμος'), 'Βοΐου')
    await user.click(button('Ενημέρωση'))
    const notice = await screen.findByText('Οι αλλαγές σας αποθηκεύτηκαν')
    expect(patches()).toEqual([
      { first_name: 'Μαρία Ελένη ', last_name: 'Παππά', telephone: '6944123456', municipality: '1' },
    ])
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ method: 'GET', path: '/api/auth/users/me/' }))
    expect(notice.closest('[role="status"]')).toBe(document.activeElement)
    expect(input('Όνομα').value).toBe('Μαρία Ελένη')
    expect(enabled()).toEqual([false, false])

    await user.type(input('Όνομα'), 'x')
    expect(screen.queryByText('Οι αλλαγές σας αποθηκεύτηκαν')).toBeNull()
    await user.click(button('Επαναφορά'))
    expect(input('Όνομα').value).toBe('Μαρία Ελένη')
  })

  it('omits an empty telephone and municipality from the request, and shows that they are unchanged', async () => {
    const user = await open(maria)
    await user.clear(input('Τηλέφωνο'))
    await user.selectOptions(screen.getByLabelText('Δήμος'), 'Επιλέξτε δήμο')
    await user.click(button('Ενημέρωση'))
    await screen.findByText('Όσα πεδία αφήσατε κενά έμειναν όπως ήταν.')
    expect(patches()).toEqual([{ first_name: 'Μαρία', last_name: 'Παππά' }])
    expect(input('Τηλέφωνο').value).toBe('6944123456')
    expect(screen.getByLabelText<HTMLSelectElement>('Δήμος').value).toBe('2')
  })

  it('shows a server error at its field and keeps the input', async () => {
    const user = await open(maria)
    rejection = refusal({ code: 'too_long', field: 'last_name', params: { max: 150 } })
    await user.type(input('Επώνυμο'), 'ς')
    await user.click(button('Ενημέρωση'))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(document.activeElement).toBe(input('Επώνυμο'))
    expect(screen.getAllByText('Γράψτε έως 150 χαρακτήρες στο πεδίο «Επώνυμο».')).toHaveLength(2)
    expect(input('Επώνυμο').value).toBe('Παππάς')
    expect(enabled()).toEqual([true, true])
  })

  it('rejects a malformed telephone and a name with a link without a request', async () => {
    const user = await open(maria)
    await user.type(input('Τηλέφωνο'), '9')
    await user.type(input('Όνομα'), ' www.example.gr')
    await user.click(button('Ενημέρωση'))
    expect(await screen.findByText(/^Γράψτε έναν έγκυρο αριθμό τηλεφώνου/)).toBeTruthy()
    expect(screen.getByText(/^Στο πεδίο «Όνομα» δεν γίνονται δεκτές/)).toBeTruthy()
    expect(patches()).toEqual([])
  })

  it('accepts an imported telephone that was not edited [security person fields]', async () => {
    const user = await open({ ...maria, telephone: '10123 εσωτ. 4' })
    await user.type(input('Επώνυμο'), 'ς')
    await user.click(button('Ενημέρωση'))
    await screen.findByText('Οι αλλαγές σας αποθηκεύτηκαν')
    expect(patches()).toMatchObject([{ last_name: 'Παππάς', telephone: '10123 εσωτ. 4' }])
  })
})

describe('SettingsForm', () => {
  it('has Update before Reset, which are stacked on a phone', async () => {
    await open(maria)
    const update = button('Ενημέρωση')
    expect(update.compareDocumentPosition(button('Επαναφορά'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })
})

describe('SettingsForm of staff', () => {
  it('has no telephone and municipality, and does not request the list', async () => {
    const user = await open(clerk)
    expect(screen.queryByLabelText('Τηλέφωνο')).toBeNull()
    expect(screen.queryByLabelText('Δήμος')).toBeNull()
    await user.type(input('Επώνυμο'), 'ς')
    await user.click(button('Ενημέρωση'))
    await screen.findByText('Οι αλλαγές σας αποθηκεύτηκαν')
    expect(patches()).toEqual([{ first_name: 'Άννα', last_name: 'Λύτρας' }])
    expect(requests.map(({ path }) => path)).not.toContain('/api/municipalities/')
  })
})
