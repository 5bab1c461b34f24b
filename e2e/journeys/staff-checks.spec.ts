/** Managers decide on requests of other staff and resolve flags of unusual sums of points. */
import { expectAccessible } from '../accessible.ts'
import { clerk } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { expectScreenFits } from '../layout.ts'
import { openProgram } from './partner-program.ts'
import { createAccount, newcomer, signInByApi } from './steps.ts'

test.use({ environment: { FOUR_EYES_ABOVE: '1000', CAP_PERSON_DAY: '100' } })

const manager = { email: 'manager@example.gr', password: 'γραφείο-με-ευθύνη-7' }

test('a manager approves and rejects requests, and resolves a flag', async ({ browser, page, portal }) => {
  const run = async (args: string[], stdin = '') => {
    const { code, stdout, stderr } = await portal.cli(args, stdin)
    expect(code, stderr).toBe(0)
    return stdout
  }
  /** Opens the checks as another person. */
  const newBrowser = async (person: { email: string; password: string }) => {
    const other = await browser.newPage({ baseURL: portal.url })
    await signInByApi(other, person)
    await other.goto('/admin/checks')
    return other
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
  const flags = page.getByRole('region', { name: 'Ασυνήθιστοι πόντοι και ενέργειες υπαλλήλων' })
  await expect(requests.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)

  await test.step('a new manager is confirmed, and told when approvals begin [security approvers]', async () => {
    const second = { email: 'second@example.gr', password: 'γραφείο-με-ευθύνη-8' }
    const named = ['--first-name', 'Ρένα', '--last-name', 'Κόντου', '--role', 'manager']
    await run(['staff', 'add', second.email, ...named, '--password-stdin'], second.password)
    const other = await newBrowser(second)
    await expect(other.getByText('Περιμένετε να επιβεβαιώσει τον λογαριασμό σας')).toBeVisible()
    await expect(other.getByRole('button', { name: 'Έγκριση: Αίτημα 1' })).toHaveCount(0)
    await page.reload()
    const waiting = page.getByRole('region', { name: 'Μέλη της Εποπτείας που περιμένουν επιβεβαίωση' })
    await waiting.getByRole('button', { name: 'Επιβεβαίωση: Ρένα Κόντου' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Επιβεβαίωση για την Εποπτεία: Ρένα Κόντου;' })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Επιβεβαίωση' }).press('Enter')
    await expect(page.getByText('Επιβεβαιώθηκε: Ρένα Κόντου.')).toBeVisible()
    await expect(waiting).toHaveCount(0)
    await other.reload()
    await expect(other.getByText('Ο λογαριασμός σας επιβεβαιώθηκε.')).toBeVisible()
    await expectAccessible(other)
  })
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
  await test.step('a replaced rate shows what it replaces [partners rates]', async () => {
    await run(['rates', 'add', ...rate, ...as])
    await run(['approvals', 'approve', '3', '--as', manager.email])
    const [id = ''] = /\d+/.exec(await run(['rates', 'list'])) ?? []
    await run(['rates', 'replace', id, '--points', '20', '--from', '2099-01-01', ...as])
    await page.reload()
    const request = requests.getByRole('listitem').filter({ hasText: 'Αίτημα 4: Αντικατάσταση τιμής πόντων' })
    for (const text of ['20 πόντοι ανά λίτρο', '200 πόντοι ανά λίτρο', 'Αντικαθιστά την τιμή'])
      await expect(request.getByText(text, { exact: true })).toBeVisible()
    await requests.getByRole('button', { name: 'Έγκριση: Αίτημα 4' }).click()
    await page.getByRole('button', { name: 'Οριστική έγκριση' }).click()
    await expect(page.getByText('Το αίτημα 4 εγκρίθηκε.')).toBeVisible()
    expect(await run(['rates', 'list'])).toMatch(
      /200 a litre +2026-01-01 – 2098-12-31\n.* 20 a litre +2099-01-01/,
    )
  })
  await test.step('a flag is resolved with a note and stays in the list of all [security caps]', async () => {
    await flags.getByRole('button', { name: /^Ολοκλήρωση ελέγχου/ }).click()
    await page.getByLabel(/Σημείωση/).fill('Ταβέρνα: το λάδι ενός μήνα')
    await page.getByRole('button', { name: 'Ολοκλήρωση ελέγχου' }).click()
    await expect(page.getByText('Καμία ειδοποίηση δεν περιμένει έλεγχο')).toBeVisible()
    await page.getByRole('link', { name: 'Όλοι' }).click()
    await expect(flags.getByText('Ταβέρνα: το λάδι ενός μήνα')).toBeVisible()
    await expect(requests.getByText('Η τιμή είναι δεκαπλάσια')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('a text that mentions an erased person is removed, another is left [privacy erasure]', async () => {
    const pelagia = { email: 'pelagia@example.gr', firstName: 'Πελαγία', lastName: 'Τσούτσα' }
    await createAccount(portal, { ...pelagia, telephone: '6940000001' })
    const add = [
      'points',
      'add',
      newcomer.email,
      '--points',
      '5000',
      '--description',
      'item_delivered',
      ...as,
    ]
    for (const reason of ['Το έφερε η κ. Πελαγία Τσούτσα, τηλ. 6940000001', 'Το είδε ο κ. Τσούτσα'])
      await run([...add, '--reason', reason])
    const erase = ['participant', 'erase', pelagia.email]
    expect(await run([...erase, '--dry-run'])).toContain('2 texts about others may mention the person')
    await run([...erase, '--confirm', pelagia.email])

    await page.goto('/admin/checks')
    const texts = page.getByRole('region', { name: 'Κείμενα για χρήστες που διαγράφηκαν' })
    await expect(texts.locator('mark')).toHaveText(['Πελαγία Τσούτσα', 'Τσούτσα'])
    await expectScreenFits(page, '/admin/checks', () => expect(texts.locator('mark')).toHaveCount(2))
    await expectAccessible(page)
    await texts
      .getByRole('button', { name: /^Αφαίρεση/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await expect(texts.getByRole('button', { name: 'Οριστική αφαίρεση' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Το κείμενο αφαιρέθηκε.')).toBeVisible()
    await texts.getByRole('button', { name: /^Να μείνει/ }).click()
    await texts.getByRole('button', { name: 'Να μείνει οριστικά' }).click()
    await expect(page.getByText('Κανένα κείμενο δεν περιμένει έλεγχο')).toBeVisible()
    await expect(requests.getByText('Το είδε ο κ. Τσούτσα')).toBeVisible()
    await expect(requests.getByText(/Πελαγία/)).toHaveCount(0)
  })
})

test("a manager locks a citizen's account and unlocks it [security locks]", async ({
  page,
  portal,
  browser,
}) => {
  const names = ['--first-name', 'Νίκος', '--last-name', 'Ράπτης', '--role', 'manager', '--password-stdin']
  const boss = { ...manager, email: 'locks@example.gr' }
  await portal.cli(['staff', 'add', boss.email, ...names], boss.password)
  await createAccount(portal)
  const own = await browser.newPage({ baseURL: portal.url })
  await signInByApi(own, newcomer)
  await own.goto('/settings')
  await expect(own.getByRole('heading', { level: 1 })).toBeVisible()
  await signInByApi(page, boss)
  const [person] = (await (await page.request.get(`/api/participants/?search=${newcomer.email}`)).json()) as {
    id: number
  }[]
  await page.goto(`/admin/users/${person?.id}`)
  await page.getByRole('button', { name: 'Κλείδωμα λογαριασμού' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel(/^Λόγος/).selectOption('stolen')
  await dialog.getByLabel('Διάρκεια').selectOption('7')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Κλείδωμα λογαριασμού' }).click()
  await expect(page.getByText('Ο λογαριασμός κλειδώθηκε.')).toBeVisible()
  await expect(page.getByText(/^Κλειδωμένος από υπάλληλο/)).toBeVisible()
  await expectAccessible(page)
  const mail = await portal.mails.next(newcomer.email)
  expect(mail.subject).toContain('Ο λογαριασμός σας κλειδώθηκε')
  expect(mail.text).toContain('υπάρχει υποψία ότι χρησιμοποιεί τον λογαριασμό κάποιος άλλος')
  await own.goto('/settings')
  await expect(own).toHaveURL(/\/login/)
  await page.getByRole('button', { name: 'Ξεκλείδωμα λογαριασμού' }).click()
  await dialog.getByRole('button', { name: 'Ξεκλείδωμα λογαριασμού' }).click()
  await expect(page.getByText('Ο λογαριασμός ξεκλειδώθηκε.')).toBeVisible()
  await signInByApi(own, newcomer)
})
