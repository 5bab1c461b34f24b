import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { maria, openPortal, serve } from '../portal-in-test.tsx'

const served_at = '2026-11-26T12:00:00.000Z'
const shownText = () => screen.queryByText(/^Άλλαξ/)?.textContent ?? ''

describe('ChangedTexts', () => {
  it('shows one notice after the other with a link, until they are closed [notices announced]', async () => {
    const server = serve(maria)
    server.news = [
      { page: 'privacy', number: 2, served_at },
      { page: 'terms', number: 4, served_at },
    ]
    const user = openPortal('/')
    await waitFor(() => expect(shownText()).toContain('Άλλαξε η ενημέρωση για τα προσωπικά δεδομένα.'))
    const notice = screen.getByText(/^Άλλαξε η ενημέρωση/).closest<HTMLElement>('[role="status"]')
    if (!notice) throw new Error('The notice has no live region.')
    const link = within(notice).getByRole('link', { name: 'Διαβάστε τη νέα έκδοση' })
    expect(link.getAttribute('href')).toBe('/pages/privacy')
    await user.click(within(notice).getByRole('button', { name: 'Εντάξει' }))
    await waitFor(() => expect(shownText()).toContain('Άλλαξαν οι όροι χρήσης.'))
    await user.click(within(notice).getByRole('button', { name: 'Εντάξει' }))
    await waitFor(() => expect(shownText()).toBe(''))
    expect(server.requests.filter((request) => request === 'POST /api/notices/dismiss/')).toHaveLength(2)
  })

  it('asks for nothing as long as no text was changed, or without a session', async () => {
    const server = serve(maria)
    openPortal('/')
    await screen.findByRole('button', { name: 'Λογαριασμός: maria@example.gr' })
    expect(server.requests).not.toContain('GET /api/notices/')
  })
})
