import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPortal, serve } from './portal-in-test.tsx'

it('SignUpPage keeps the values, but no password, to correct the address after the sign-up', async () => {
  const server = serve(null)
  const sent: string[] = []
  server.replies['/api/auth/users/'] = (body) => {
    sent.push((body as { email: string }).email)
    return {}
  }
  const user = openPortal('/signup')
  const values = {
    Όνομα: 'Ελένη',
    Επώνυμο: 'Παππά',
    Τηλέφωνο: '6944123456',
    Email: 'eleni@example.co',
  }
  const setPassword = async () => {
    await user.type(screen.getByLabelText('Συνθηματικό'), 'ελιά-κι-αλάτι-73')
    await user.type(screen.getByLabelText('Επαλήθευση συνθηματικού'), 'ελιά-κι-αλάτι-73')
    await user.click(screen.getByRole('button', { name: 'Δημιουργία νέου λογαριασμού' }))
    await screen.findByRole('heading', { level: 1, name: 'Ο λογαριασμός σας δημιουργήθηκε' })
  }
  await screen.findByRole('option', { name: 'Κοζάνης' })
  for (const [label, value] of Object.entries(values)) await user.type(screen.getByLabelText(label), value)
  await user.selectOptions(screen.getByLabelText('Δήμος'), '2')
  await setPassword()
  expect(screen.getByText(/Μένει ένα βήμα/)).toBeTruthy()

  await user.click(
    within(screen.getByRole('main')).getByRole('button', { name: 'Διόρθωση της διεύθυνσης email' }),
  )
  const email = screen.getByLabelText('Email')
  expect(document.activeElement).toBe(email)
  for (const [label, value] of Object.entries({ ...values, Δήμος: '2', Συνθηματικό: '' }))
    expect(screen.getByLabelText(label)).toHaveProperty('value', value)
  await user.type(email, 'm')
  await setPassword()
  expect(screen.getByText(/Στείλαμε στη διεύθυνση eleni@example.com/)).toBeTruthy()
  expect(sent).toEqual(['eleni@example.co', 'eleni@example.com'])
})
