import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { clerk, maria, openPortal, serve } from './portal-in-test.tsx'

const title = 'Email για τους πόντους σας'

describe('PointsMailsSection', () => {
  it('is off, and saves a choice at once [points mails]', async () => {
    const server = serve(maria)
    const user = openPortal('/settings')
    const section = await screen.findByRole('region', { name: title })
    const choice = within(section).getByRole<HTMLSelectElement>('combobox', { name: 'Πότε θέλετε email;' })
    expect(choice.value).toBe('off')
    await user.selectOptions(choice, 'Το πολύ μία φορά την ημέρα, στις 9 το πρωί')
    expect(await within(section).findByText('Η επιλογή σας αποθηκεύτηκε.')).not.toBeNull()
    expect([choice.value, server.mode]).toEqual(['daily', 'daily'])
  })

  it('is not shown to staff', async () => {
    const server = serve(clerk)
    openPortal('/admin/settings')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('region', { name: title })).toBeNull()
    expect(server.requests).not.toContain('GET /api/points/mails/')
  })
})

describe('PointsMailsOffPage', () => {
  it('turns the mails off with one button, without a sign-in [points mails]', async () => {
    const server = serve(null)
    server.mode = 'daily'
    const user = openPortal('/account/points-mails/0d0ca3b5-29d5-4d85-9c4c-0d4a0a1b3c11')
    const button = await screen.findByRole('button', { name: 'Διακοπή των email για τους πόντους' })
    expect(server.mode).toBe('daily')
    await user.click(button)
    await screen.findByRole('heading', { name: 'Τα email για τους πόντους σταμάτησαν' })
    expect(server.mode).toBe('off')
  })
})
