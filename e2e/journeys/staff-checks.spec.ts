/** Managers decide on requests of other staff and resolve flags of unusual sums of points. */
import { expectAccessible } from '../accessible.ts'
import { clerk } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { openProgram } from './partner-program.ts'
import { createAccount, newcomer, signInByApi } from './steps.ts'

test.use({ environment: { FOUR_EYES_ABOVE: '1000', CAP_PERSON_DAY: '100' } })

const manager = { email: 'manager@example.gr', password: 'γραφείο-με-ευθύνη-7' }

test('a manager approves and rejects requests, and resolves a flag', async ({ page, portal }) => {
  const run = async (args: string[], stdin = '') => {
    const { code, stdout, stderr } = await portal.cli(args, stdin)
    expect(code, stderr).toBe(0)
    return stdout
  }
  const names = ['--first-name', 'Νίκος', '--last-name', 'Ράπτης', '--role', 'manager']
  await run(['staff', 'add', manager.email, ...names, '--password-stdin'], manager.password)
  await createAccount(portal)
  await signInByApi(page, manager)
  const people = (await (await page.request.get('/api/participants/')).json()) as { id: number }[]
  const { record } = await openProgram(portal, 'Λάδι')
  await record({
    reference: 'tavern',
    participant: { id: people[0]?.id },
    description: 'oil_collected',
    points: 120,
    happened_at: '2026-03-01T10:00:00+02:00',
  })
  const as = ['--as', clerk.email]
  const kind = ['--description', 'oil_collected', '--reason', 'Η συσκευή δεν κατέγραψε την παράδοση']
  const requested = await run(['points', 'add', newcomer.email, '--points', '5000', ...kind, ...as])
  expect(requested).toContain('Request 1 waits for the approval')
  const rate = ['oil_collected', '--unit', 'litre', '--points', '200', '--from', '2026-01-01']
  await run(['rates', 'add', ...rate, ...as])

  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Περισσότερα' }).click()
  await page.getByRole('link', { name: 'Έλεγχοι' }).click()
  await expect(page.getByRole('heading', { name: 'Έλεγχοι', level: 1 })).toBeFocused()
  const requests = page.getByRole('region', { name: 'Αιτήματα για έγκριση' })
  const flags = page.getByRole('region', { name: 'Ασυνήθιστοι πόντοι και αναγνώσεις' })
  await expect(requests.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)

  await test.step('an approved manual record is in the ledger [security four eyes]', async () => {
    await requests.getByRole('button', { name: 'Έγκριση: Αίτημα 1' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Οριστική έγκριση' }).click()
    await expect(page.getByText('Το αίτημα 1 εγκρίθηκε.')).toBeVisible()
    const points = (await (await page.request.get('/api/points/')).json()) as {
      results: { points: number }[]
    }
    expect(points.results.map((one) => one.points).sort((a, b) => a - b)).toEqual([120, 5_000])
  })
  await test.step('a rejected rate is not added [security four eyes]', async () => {
    await requests.getByRole('button', { name: 'Απόρριψη: Αίτημα 2' }).click()
    await page.getByLabel(/Σημείωση/).fill('Η τιμή είναι δεκαπλάσια')
    await page.getByRole('button', { name: 'Οριστική απόρριψη' }).click()
    await expect(page.getByText('Το αίτημα 2 απορρίφθηκε.')).toBeVisible()
    await expect(page.getByText('Κανένα αίτημα δεν περιμένει έγκριση')).toBeVisible()
    expect(await run(['rates', 'list'])).toContain('There are no rates.')
  })
  await test.step('a flag is resolved with a note and stays in the list of all [security caps]', async () => {
    await flags.getByRole('button', { name: /^Ελέγχθηκε/ }).click()
    await page.getByLabel(/Σημείωση/).fill('Ταβέρνα: το λάδι ενός μήνα')
    await page.getByRole('button', { name: 'Ολοκλήρωση ελέγχου' }).click()
    await expect(page.getByText('Καμία ειδοποίηση δεν περιμένει έλεγχο')).toBeVisible()
    await page.getByRole('link', { name: 'Όλοι' }).click()
    await expect(flags.getByText('Ταβέρνα: το λάδι ενός μήνα')).toBeVisible()
    await expect(requests.getByText('Η τιμή είναι δεκαπλάσια')).toBeVisible()
    await expectAccessible(page)
  })
})
