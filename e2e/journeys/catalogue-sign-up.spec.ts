/** The messages of portal.md §8 about sign-up and activation, each caused at the real server. */
import { expect, test } from '../fixtures.ts'
import { mismatch, passwordRejected, press, replaceServer, signUpFailed, weakPasswords } from './catalogue.ts'
import { expectError, fillSignUp, linkIn, newcomer, signIn, signUp } from './steps.ts'

test('messages of sign-up and activation [§4 sign-up]', async ({ page, portal }) => {
  const submit = () => press(page, 'Δημιουργία νέου λογαριασμού')
  await signUp(page, portal)
  await page.goto('/signup')

  await test.step('sign-up: a message at every empty field, for the municipality that of §5 [§5 sign-up]', async () => {
    await submit()
    for (const label of [
      'Όνομα',
      'Επώνυμο',
      'Τηλέφωνο',
      'Δήμος',
      'Email',
      'Συνθηματικό',
      'Επαλήθευση συνθηματικού',
    ])
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
        // §5 quotes the sentence for the municipality.
        new RegExp(`Παρακαλώ συμπληρώστε το πεδίο ${label === 'Δήμος' ? '"Δήμος"' : `«${label}»`}\\.$`),
      )
    await expect(page.getByLabel('Όνομα', { exact: true })).toBeFocused()
  })

  await test.step('sign-up: the address has an account, with a link to log in [§2 sign-up result] [§8 sign-up errors]', async () => {
    await fillSignUp(page)
    await submit()
    await expectError(page, signUpFailed, [
      'Υπάρχει ήδη λογαριασμός που χρησιμοποιεί αυτήν την διεύθυνση email.',
    ])
    await expect(page.getByRole('alert').getByRole('link', { name: 'Σύνδεση' })).toHaveAttribute(
      'href',
      '/login',
    )
  })

  await test.step('sign-up: each password rule alone, and several together [§5 password rules] [§8 sign-up errors]', async () => {
    // The rule about the address uses the new one, which the weak password also resembles.
    await page.getByLabel('Email').fill('eleni.k@example.com')
    for (const [password, message] of weakPasswords) {
      await page.getByLabel('Συνθηματικό', { exact: true }).fill(password)
      await page.getByLabel('Επαλήθευση συνθηματικού', { exact: true }).fill(password)
      await submit()
      await expectError(page, passwordRejected, message)
    }
  })

  await test.step('sign-up: the passwords differ [§5 sign-up]', async () => {
    await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
    await submit()
    await expect(page.getByLabel('Επαλήθευση συνθηματικού', { exact: true })).toHaveAccessibleDescription(
      mismatch,
    )
    await page.getByLabel('Επαλήθευση συνθηματικού', { exact: true }).fill(newcomer.password)
  })

  await test.step('sign-up: an invalid address [§8 sign-up errors]', async () => {
    await page.getByLabel('Email').fill('eleni.k@example')
    await submit()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      /Εισάγετε μια έγκυρη διεύθυνση email\.$/,
    )
    await page.getByLabel('Email').fill('eleni.k@example.com')
  })

  await test.step('sign-up: an unknown error as raw JSON [§8 sign-up errors]', async () => {
    await replaceServer(page, { status: 409, body: '{"error":{"kind":"maintenance"}}' }, async () => {
      await submit()
      await expect(page.getByRole('alert')).toContainText(signUpFailed)
      await expect(page.getByRole('alert')).toContainText(/"error":\s*\{\s*"kind":\s*"maintenance"\s*\}/)
    })
  })

  await test.step('sign-up success: a mail with instructions was sent [§2 sign-up result]', async () => {
    await submit()
    await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας δημιουργήθηκε' })).toBeFocused()
    await expect(
      page.getByText(
        'Στείλαμε στη διεύθυνση eleni.k@example.com μήνυμα με οδηγίες για την ενεργοποίηση του λογαριασμού σας.',
      ),
    ).toBeVisible()
  })
  const link = linkIn((await portal.mails.next('eleni.k@example.com')).text)
  const failure = page.getByRole('heading', { name: 'Αποτυχία ενεργοποίησης λογαριασμου.' })

  await test.step('activation failure: the server is down; a retry succeeds once it is back [§2 activation] [§8 activation failure]', async () => {
    await page.goto('/account/activate/xx/yy')
    await expect(failure).toBeVisible()
    await expect(page.getByRole('link', { name: 'Επιστροφή' })).toHaveAttribute('href', '/login')
    await portal.stop()
    // Opens the link's page without a reload, which a stopped server could not answer.
    await page.evaluate((to) => {
      window.history.pushState(null, '', to)
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, new URL(link).pathname)
    await expect(page.getByText('Δεν υπάρχει επικοινωνία με την υπηρεσία.')).toBeVisible()
    await expect(failure).toBeVisible()
    await portal.start()
    await press(page, 'Νέα προσπάθεια')
    await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας ενεργοποιήθηκε' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Σύνδεση' })).toBeVisible()
  })

  await test.step('activation failure: the account is active already; a retry fails again [§8 activation failure]', async () => {
    await page.goto(link)
    await expect(failure).toBeVisible()
    await expect(page.getByText('Ίσως ο λογαριασμός σας είναι ήδη ενεργός.')).toBeVisible()
    const again = page.waitForResponse((answer) => answer.url().endsWith('/users/activation/'))
    await press(page, 'Νέα προσπάθεια')
    expect((await again).status()).toBe(403)
    await expect(failure).toBeVisible()
  })
})

test('sign-up and sign-in accept texts that were pasted with invisible characters', async ({
  page,
  portal,
}) => {
  const pasted = {
    firstName: '\u202aΕλέ\u200bνη\u202c',
    lastName: '\ufeffΠαπαδά\u2011Ζήση\u00a0',
    telephone: '\u2066(+30) 694\u00a0412\u20113456\u2069',
    email: '\u200epasted@example.gr\u200b',
  }
  await page.goto('/signup')
  await fillSignUp(page, pasted)
  await press(page, 'Δημιουργία νέου λογαριασμού')
  await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας δημιουργήθηκε' })).toBeVisible()
  await page.goto(linkIn((await portal.mails.next('pasted@example.gr')).text))
  await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας ενεργοποιήθηκε' })).toBeVisible()
  await signIn(page, { email: pasted.email, password: newcomer.password })
  await page.goto('/settings')
  await expect(page.getByLabel('Όνομα', { exact: true })).toHaveValue('Ελένη')
  await expect(page.getByLabel('Επώνυμο')).toHaveValue('Παπαδά-Ζήση')
  await expect(page.getByLabel('Τηλέφωνο')).toHaveValue('(+30) 694 412-3456')
})
