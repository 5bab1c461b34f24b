/**
 * The messages of portal.md §8 about sign-in and passwords, each caused at the real server, and those of the rate limits.
 * For messages about a failing server, the server is stopped, or its answers are replaced.
 */
import { expect, test } from '../fixtures.ts'
import {
  changeFailed,
  tryLater,
  linkInvalid,
  loginFailed,
  mismatch,
  passwordRejected,
  press,
  replaceServer,
  signUpFailed,
  weakPasswords,
} from './catalogue.ts'
import {
  changePassword,
  signInByApi,
  expectError,
  fillSignUp,
  linkIn,
  newcomer,
  createAccount,
} from './steps.ts'

test('messages of sign-in and password reset', async ({ page, portal }) => {
  await createAccount(portal)

  await test.step('login failure: the same for a wrong password and an unknown address [§8 login failure]', async () => {
    await page.goto('/login')
    for (const email of [newcomer.email, 'nobody@example.gr']) {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Συνθηματικό', { exact: true }).fill('λάθος-συνθηματικό-9')
      await press(page, 'Είσοδος')
      await expect(page.getByRole('alert')).toContainText(loginFailed)
    }
  })

  await test.step('login failure: no response, a missing CSRF cookie, the error page of a proxy [§8 failure reasons]', async () => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(newcomer.email)
    await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
    const box = page.getByRole('alert')
    await portal.stop()
    await press(page, 'Είσοδος')
    await expect(box).toContainText(`${loginFailed}Δεν υπάρχει επικοινωνία με την υπηρεσία.`)
    await portal.start()
    const headers = { 'X-Error-Code': 'csrf_cookie_missing' }
    await replaceServer(page, { status: 403, body: '{"detail":"?"}', headers }, async () => {
      await press(page, 'Είσοδος')
      await expect(box).toContainText(`${loginFailed}Για λόγους ασφάλειας δεν δεχτήκαμε αυτό που στείλατε.`)
    })
    await replaceServer(page, { status: 502, body: '<h1>Bad gateway</h1>' }, async () => {
      await press(page, 'Είσοδος')
      await expect(box).toContainText(`${loginFailed}Η υπηρεσία δεν είναι διαθέσιμη αυτή τη στιγμή.`)
    })
  })

  await test.step('reset request success: the same for a known and an unknown address [§8 reset request]', async () => {
    for (const email of ['nobody@example.gr', newcomer.email]) {
      await page.goto('/password/reset')
      await page.getByLabel('Email').fill(email)
      await press(page, 'Αποστολή συνδέσμου επαναφοράς')
      const box = page.getByRole('status').filter({ hasText: 'Επιτυχές αίτημα επαναφοράς' })
      await expect(box).toContainText(
        `Αν υπάρχει ενεργός λογαριασμός για τη διεύθυνση ${email}, θα στείλουμε εκεί μήνυμα με σύνδεσμο επαναφοράς του συνθηματικού.`,
      )
    }
  })
  const link = linkIn((await portal.mails.next(newcomer.email)).text)

  await test.step('reset request: an invalid address [§2 reset request]', async () => {
    await page.goto('/password/reset')
    await page.getByLabel('Email').fill('eleni.k')
    await press(page, 'Αποστολή συνδέσμου επαναφοράς')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Εισάγετε μια έγκυρη διεύθυνση email.')
  })

  await test.step('reset request failure: the server is down [§8 reset request]', async () => {
    await page.getByLabel('Email').fill(newcomer.email)
    await portal.stop()
    await press(page, 'Αποστολή συνδέσμου επαναφοράς')
    await expect(page.getByRole('alert')).toContainText('Αποτυχία αιτήματος επαναφοράς συνθηματικού')
    await expect(page.getByRole('alert')).toContainText(tryLater)
    await portal.start()
  })

  await test.step('password change: an invalid link, with a link to request another one [§8 invalid token]', async () => {
    for (const path of [link.replace(/[^/]+$/, 'spoiled'), '/password/reset/confirm/xx/yy']) {
      await page.goto(path)
      await changePassword(page, 'θάλασσα-και-βουνό-3')
      await expectError(page, changeFailed, [linkInvalid])
    }
    await page.getByRole('alert').getByRole('link', { name: 'Ζητήστε νέο σύνδεσμο επαναφοράς' }).click()
    await expect(page).toHaveURL(/\/password\/reset$/)
  })

  await test.step('password change: each password rule alone, and several together [§8 password change errors]', async () => {
    await page.goto(link)
    for (const [password, message] of weakPasswords) {
      await changePassword(page, password)
      await expectError(page, passwordRejected, message)
      await expect(page.getByLabel('Νέο συνθηματικό', { exact: true })).toHaveAccessibleDescription(
        new RegExp(message[0]),
      )
    }
  })

  await test.step('password change: the passwords differ [§5 passwords]', async () => {
    await page.getByLabel('Νέο συνθηματικό', { exact: true }).fill('θάλασσα-και-βουνό-3')
    await page.getByLabel('Επαλήθευση νέου συνθηματικού', { exact: true }).fill('θάλασσα-και-βουνό-4')
    await press(page, 'Αλλαγή συνθηματικού')
    await expect(
      page.getByLabel('Επαλήθευση νέου συνθηματικού', { exact: true }),
    ).toHaveAccessibleDescription(mismatch)
  })

  await test.step('password change: an unknown error as raw JSON [§8 password change errors]', async () => {
    await replaceServer(page, { status: 409, body: '{"error":{"kind":"maintenance"}}' }, async () => {
      await changePassword(page, 'θάλασσα-και-βουνό-3')
      await expect(page.getByRole('alert')).toContainText(changeFailed)
      await expect(page.getByRole('alert')).toContainText(/"error":\s*\{\s*"kind":\s*"maintenance"\s*\}/)
    })
  })

  await test.step('password change: success [§8 password change success]', async () => {
    await changePassword(page, 'θάλασσα-και-βουνό-3')
    await expect(page.getByText('Το συνθηματικό για τον λογαριασμό σας άλλαξε επιτυχώς')).toBeVisible()
  })

  await test.step('password change: a link that was used before [§8 invalid token]', async () => {
    await page.goto(link)
    await changePassword(page, 'βουνό-και-θάλασσα-5')
    await expectError(page, changeFailed, [linkInvalid])
  })
})

test('messages of the password change in the settings', async ({ page, portal }) => {
  await createAccount(portal)
  await signInByApi(page, newcomer)
  await page.goto('/settings/password')

  await test.step('a wrong current password [§8 password change errors]', async () => {
    await changePassword(page, 'θάλασσα-και-βουνό-3', 'λάθος-συνθηματικό-9')
    await expectError(page, changeFailed, ['Παρακαλώ γράψτε το σωστό τρέχον συνθηματικό.'])
    await expect(page.getByLabel('Τρέχον συνθηματικό', { exact: true })).toHaveAccessibleDescription(
      'Παρακαλώ γράψτε το σωστό τρέχον συνθηματικό.',
    )
  })

  await test.step('each password rule alone, and several together [§8 password change errors]', async () => {
    for (const [password, message] of weakPasswords) {
      await changePassword(page, password, newcomer.password)
      await expectError(page, passwordRejected, message)
    }
  })

  await test.step('empty fields, and passwords that differ [§5 passwords]', async () => {
    await page.reload()
    await press(page, 'Αλλαγή συνθηματικού')
    for (const label of ['Τρέχον συνθηματικό', 'Νέο συνθηματικό', 'Επαλήθευση νέου συνθηματικού'])
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
        new RegExp(`Παρακαλώ συμπληρώστε το πεδίο «${label}»\\.`),
      )
    await page.getByLabel('Τρέχον συνθηματικό', { exact: true }).fill(newcomer.password)
    await page.getByLabel('Νέο συνθηματικό', { exact: true }).fill('θάλασσα-και-βουνό-3')
    await page.getByLabel('Επαλήθευση νέου συνθηματικού', { exact: true }).fill('άλλο-συνθηματικό-3')
    await press(page, 'Αλλαγή συνθηματικού')
    await expect(
      page.getByLabel('Επαλήθευση νέου συνθηματικού', { exact: true }),
    ).toHaveAccessibleDescription(mismatch)
  })

  await test.step('success [§8 password change success]', async () => {
    await changePassword(page, 'θάλασσα-και-βουνό-3', newcomer.password)
    await expect(page.getByText('Το συνθηματικό για τον λογαριασμό σας άλλαξε επιτυχώς')).toBeVisible()
  })
})

test.describe('rate limits', () => {
  test.use({
    environment: {
      LIMIT_SIGN_IN_ACCOUNT: '1/15m',
      LIMIT_RESET_ACCOUNT: '1/1h',
      LIMIT_SIGN_UP_NETWORK: '1/3h',
      LIMIT_LINK_NETWORK: '1/15m',
      LIMIT_PASSWORD_ACCOUNT: '1/15m',
    },
  })
  const wait = (how: string) =>
    new RegExp(`Έγιναν πολλές προσπάθειες\\. Παρακαλώ δοκιμάστε ξανά σε ${how}\\.`)
  const minutes = wait('(?:ένα λεπτό|\\d+ λεπτά)')

  test('show the waiting time at each form [§8 too many tries]', async ({ page, portal }) => {
    const problem = page.getByRole('alert')
    await test.step('sign-up: the second one has to wait, unless the first is activated', async () => {
      await createAccount(portal)
      await page.goto('/signup')
      await fillSignUp(page, { email: 'first@example.gr' })
      await press(page, 'Δημιουργία νέου λογαριασμού')
      await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας δημιουργήθηκε' })).toBeVisible()
      await page.goto('/signup')
      await fillSignUp(page, { email: 'another@example.gr' })
      await press(page, 'Δημιουργία νέου λογαριασμού')
      await expect(problem).toContainText(signUpFailed)
      await expect(problem).toContainText(wait('(?:\\d+ λεπτά|\\d+ ώρες)'))
    })
    await test.step('activation', async () => {
      await page.goto('/account/activate/xx/yy')
      await expect(page.getByRole('heading', { name: 'Αποτυχία ενεργοποίησης λογαριασμου.' })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Αποτυχία ενεργοποίησης λογαριασμου.' })).toBeVisible()
      await expect(page.getByText(minutes)).toBeVisible()
    })
    await test.step('reset request: the failure of §8 with the reason [§8 reset request]', async () => {
      for (const box of [page.getByRole('status').filter({ hasText: 'Επιτυχές' }), problem]) {
        await page.goto('/password/reset')
        await page.getByLabel('Email').fill(newcomer.email)
        await press(page, 'Αποστολή συνδέσμου επαναφοράς')
        await expect(box).toBeVisible()
      }
      await expect(problem).toContainText('Αποτυχία αιτήματος επαναφοράς συνθηματικού')
      await expect(problem).toContainText(tryLater)
      await expect(problem).toContainText(minutes)
    })
    await test.step('password change', async () => {
      await signInByApi(page, newcomer)
      await page.goto('/settings/password')
      for (const message of ['Παρακαλώ γράψτε το σωστό τρέχον συνθηματικό.', minutes]) {
        await changePassword(page, 'θάλασσα-και-βουνό-3', 'λάθος-συνθηματικό-9')
        await expect(problem).toContainText(changeFailed)
        await expect(problem.getByRole('listitem')).toHaveText([message])
      }
    })
    await test.step('sign-in', async () => {
      await page.context().clearCookies()
      await page.goto('/login')
      await page.getByLabel('Email').fill(newcomer.email)
      for (const message of [/Νέα αποστολή του μηνύματος ενεργοποίησης/, minutes]) {
        await page.getByLabel('Συνθηματικό', { exact: true }).fill('λάθος-συνθηματικό-9')
        await press(page, 'Είσοδος')
        await expect(problem).toContainText(message)
        await expect(problem).toContainText(loginFailed)
      }
    })
  })
})
