/** The settings and the password, for customers and staff (portal.md §2, §4, §5, §6). */
import { clerk } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { alone, slow } from '../tags.ts'
import { changePassword, openOtherBrowser, signInByApi, newcomer, createAccount, signIn } from './steps.ts'

test('a customer changes the settings [§6 customer]', async ({ page, portal }) => {
  await createAccount(portal)
  await signInByApi(page, newcomer)
  await page.goto('/settings')
  const firstName = page.getByLabel('Όνομα', { exact: true })
  const lastName = page.getByLabel('Επώνυμο')
  const telephone = page.getByLabel('Τηλέφωνο')
  const municipality = page.getByLabel('Δήμος', { exact: true })
  const update = page.getByRole('button', { name: 'Ενημέρωση' })
  const reset = page.getByRole('button', { name: 'Επαναφορά' })
  const expectUnchanged = async () => {
    await expect(update).toBeDisabled()
    await expect(reset).toBeDisabled()
  }

  await test.step('the profile is shown, with the email read-only [§2 settings values]', async () => {
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(newcomer.email)
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('readonly')
    await expect(firstName).toHaveValue('Ελένη')
    await expect(lastName).toHaveValue('Κωνσταντίνου')
    await expect(telephone).toHaveValue('6944 123456')
    await expect(municipality.getByRole('option', { selected: true })).toHaveText('Κοζάνης')
    await expectUnchanged()
  })

  await test.step('Update and Reset are enabled only while a field is changed [§4 settings]', async () => {
    await lastName.fill('Ράπτη')
    await expect(update).toBeEnabled()
    await expect(reset).toBeEnabled()
    await lastName.fill('Κωνσταντίνου')
    await expectUnchanged()
  })

  await test.step('Reset restores every field [§4 settings]', async () => {
    await firstName.fill('Ελένα')
    await lastName.fill('Ράπτη')
    await telephone.fill('210')
    await municipality.selectOption({ label: 'Εορδαίας' })
    await reset.click()
    await expect(firstName).toHaveValue('Ελένη')
    await expect(lastName).toHaveValue('Κωνσταντίνου')
    await expect(telephone).toHaveValue('6944 123456')
    await expect(municipality.getByRole('option', { selected: true })).toHaveText('Κοζάνης')
    await expectUnchanged()
  })

  await test.step('leaving with unsaved changes asks for confirmation', async () => {
    await telephone.fill('2461 012345')
    const question = page.getByRole('alertdialog', { name: 'Έχετε αλλαγές που δεν αποθηκεύσατε' })
    await page.getByRole('link', { name: 'Αλλαγή συνθηματικού' }).click()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Παραμονή στη σελίδα' }).click()
    await expect(page).toHaveURL(/\/settings$/)
    await expect(telephone).toHaveValue('2461 012345')
    // Closing and reloading: the browser's own dialog.
    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => window.location.reload()))
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await expect(telephone).toHaveValue('2461 012345')
  })

  await test.step('Update saves once, reloads the profile and clears the changed flag [§4 settings]', async () => {
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/users/me/')) calls.push(request.method())
    })
    await firstName.fill('Λένα')
    await update.dblclick()
    await expect(page.getByText('Οι αλλαγές σας αποθηκεύτηκαν')).toBeVisible()
    await expectUnchanged()
    await expect.poll(() => calls).toEqual(['PATCH', 'GET'])
    await page.getByRole('link', { name: 'Αρχική' }).click()
    await expect(page.getByRole('heading', { name: 'Καλώς ήρθατε, Λένα' })).toBeVisible()
  })

  await test.step('an empty telephone and municipality are omitted from the request and stay unchanged [§5 absent values]', async () => {
    await page.goto('/settings')
    await telephone.fill('')
    await municipality.selectOption({ label: 'Επιλέξτε δήμο' })
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await update.click()
    expect((await sent).postDataJSON()).toEqual({ first_name: 'Λένα', last_name: 'Κωνσταντίνου' })
    await expect(telephone).toHaveValue('2461 012345')
    await expect(municipality.getByRole('option', { selected: true })).toHaveText('Κοζάνης')
  })

  await test.step('a server error is shown at its field and in a box', async () => {
    // Ten digits with separators: valid for the browser, too long for the server.
    await telephone.fill(`24610${'-'.repeat(28)}12345`)
    await update.click()
    await expect(page.getByRole('alert')).toContainText('Οι αλλαγές σας δεν αποθηκεύτηκαν')
    await expect(telephone).toHaveAccessibleDescription('Γράψτε έως 32 χαρακτήρες στο πεδίο «Τηλέφωνο».')
    await expect(telephone).toBeFocused()
  })
})

test(
  'the settings of staff have no telephone and municipality [§2 form fields] [§6 staff settings]',
  alone,
  async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await signInByApi(page, clerk)
    for (const at of ['/settings', '/admin/settings']) {
      await page.goto(at)
      await expect(page.getByLabel('Όνομα', { exact: true })).toHaveValue('Άννα')
      await expect(page.getByLabel('Τηλέφωνο')).toHaveCount(0)
      await expect(page.getByLabel('Δήμος', { exact: true })).toHaveCount(0)
      await page.getByLabel('Επώνυμο').fill(`Παπαδάκη ${at}`)
      await page.getByRole('button', { name: 'Ενημέρωση' }).click()
      await expect(page.getByText('Οι αλλαγές σας αποθηκεύτηκαν')).toBeVisible()
      await page.getByRole('link', { name: 'Αλλαγή συνθηματικού' }).click()
      await expect(page).toHaveURL(new RegExp(`${at}/password$`))
      await page.getByRole('link', { name: 'Επιστροφή στις ρυθμίσεις' }).click()
      await expect(page).toHaveURL(new RegExp(`${at}$`))
    }
    expect(asked).not.toContain('/api/municipalities/')
  },
)

test('unsaved edits leave nothing in the storage of the browser', async ({ page, portal }) => {
  await createAccount(portal)
  await signInByApi(page, newcomer)
  await page.goto('/settings')
  await page.getByLabel('Επώνυμο').fill('Αναποθήκευτη')
  await expect(page.getByRole('button', { name: 'Ενημέρωση' })).toBeEnabled()
  const kept = await page.evaluate(async () => ({
    stored: [...Object.entries(localStorage), ...Object.entries(sessionStorage)],
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }))
  expect(kept).toEqual({ stored: [], databases: [], caches: [] })
})

test(
  'a password change ends the other session and keeps this one',
  slow,
  async ({ browser, page, portal }) => {
    await createAccount(portal)
    const other = await openOtherBrowser(browser, portal)
    await signInByApi(other, newcomer)
    await other.goto('/')
    await signInByApi(page, newcomer)
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Αλλαγή συνθηματικού' }).click()
    const fields = ['Τρέχον συνθηματικό', 'Νέο συνθηματικό', 'Επαλήθευση νέου συνθηματικού']
    const submit = page.getByRole('button', { name: 'Αλλαγή συνθηματικού' })

    await test.step('any edit clears all errors [§4 password change]', async () => {
      for (const edited of fields) {
        await changePassword(page, 'θάλασσα-και-βουνό-3', 'λάθος-συνθηματικό-9')
        await expect(page.getByRole('alert')).toBeVisible()
        await page.getByLabel(edited, { exact: true }).press('End')
        await page.getByLabel(edited, { exact: true }).press('Backspace')
        await expect(page.getByRole('alert')).toHaveCount(0)
        await expect(page.getByLabel('Τρέχον συνθηματικό', { exact: true })).not.toHaveAttribute(
          'aria-invalid',
        )
      }
    })

    await test.step('success: the fields are read-only, the button is gone, and a mail is sent [§4 password change]', async () => {
      await changePassword(page, 'θάλασσα-και-βουνό-3', newcomer.password)
      await expect(page.getByText('Το συνθηματικό για τον λογαριασμό σας άλλαξε επιτυχώς')).toBeVisible()
      for (const label of fields)
        await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('readonly')
      await expect(submit).toHaveCount(0)
      const told = await portal.mails.next(newcomer.email)
      expect(told.subject).toContain('Νέο συνθηματικό στον λογαριασμό σας')
    })

    await test.step('this session continues, the other one has ended [§2 password page]', async () => {
      await page.getByRole('link', { name: 'Επιστροφή στις ρυθμίσεις' }).click()
      await page.reload()
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue(newcomer.email)
      await other.reload()
      await expect(other).toHaveURL(/\/login$/)
      await signIn(other, { ...newcomer, password: 'θάλασσα-και-βουνό-3' })
    })

    await test.step('with a reset link, the current password is not required [§2 password page]', async () => {
      await page.goto('/settings/password?uid=MQ&token=spoiled')
      await expect(page.getByLabel('Νέο συνθηματικό', { exact: true })).toBeVisible()
      await expect(page.getByLabel('Τρέχον συνθηματικό', { exact: true })).toHaveCount(0)
      await changePassword(page, 'βουνό-και-θάλασσα-5')
      await expect(page.getByRole('alert')).toContainText(
        'Ο σύνδεσμος επαναφοράς δεν είναι σωστός ή δεν ισχύει πια.',
      )
    })
  },
)
