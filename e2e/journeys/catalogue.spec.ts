/**
 * Every message of portal.md §8 about accounts, exactly as quoted there, each caused at the real server. For messages
 * about a failing server, the server is stopped or replaced.
 */
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Portal } from '../portal.ts'
import {
  changePassword,
  enter,
  expectError,
  fillSignUp,
  linkIn,
  newcomer,
  openAccount,
  signUp,
} from './steps.ts'

// Most stop the server, and the passwords resemble this address.
test.use({ shared: false })

const passwordRejected = 'Μη αποδεκτό συνθηματικό'
const changeFailed = 'Αποτυχία αλλαγής συνθηματικού'
const signUpFailed = 'Παρουσιάστηκε κάποιο πρόβλημα κατά την δημιουργία του λογαριασμού σας'
const mismatch = 'Η επαλήθευση συνθηματικού δεν ταιριάζει με το συνθηματικό.'
const loginFailed = 'Αποτυχία σύνδεσης, παρακαλώ προσπαθήστε ξανά.'
const later = 'Παρακαλώ προσπαθήστε ξανά αργότερα.'
const linkInvalid = 'Ο κωδικός επαναφοράς δεν είναι έγκυρος ή έχει λήξει.'

/** A password for each rule, with its message. The names are those of the new account. */
const weak = [
  ['ab1-xz', ['Το συνθηματικό πρέπει να έχει τουλάχιστον 8 χαρακτήρες.']],
  ['password', ['Πολύ κοινό συνθηματικό.']],
  ['84759302718', ['Αυτό το συνθηματικό αποτελείται μόνο απο αριθμούς.']],
  ['eleni.k@exam', ['Το συνθηματικό μοιάζει πολύ με το email σας.']],
  ['ελένη-12', ['Το συνθηματικό μοιάζει πολύ με το όνομά σας.']],
  ['Κωνσταντίνου7', ['Το συνθηματικό μοιάζει πολύ με το επώνυμό σας.']],
  [
    '123456',
    [
      'Το συνθηματικό πρέπει να έχει τουλάχιστον 8 χαρακτήρες.',
      'Πολύ κοινό συνθηματικό.',
      'Αυτό το συνθηματικό αποτελείται μόνο απο αριθμούς.',
    ],
  ],
] as const

/** Replaces the portal by another server at its address, such as a gateway with its own error pages. */
async function insteadOf(portal: Portal, status: number, body: string, during: () => Promise<void>) {
  await portal.stop()
  const gateway = createServer((_, answer) => {
    answer.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' }).end(body)
  })
  gateway.listen(Number(new URL(portal.url).port), '127.0.0.1')
  await once(gateway, 'listening')
  try {
    await during()
  } finally {
    gateway.closeAllConnections()
    await new Promise((resolve) => gateway.close(resolve))
    await portal.start()
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('what is said at sign-in and around a lost password', async ({ page, portal }) => {
  await openAccount(portal)

  await test.step('login failure: a wrong password and an unknown address are one', async () => {
    await page.goto('/login')
    for (const email of [newcomer.email, 'nobody@example.gr']) {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Συνθηματικό', { exact: true }).fill('λάθος-συνθηματικό-9')
      await press(page, 'Είσοδος')
      await expect(page.getByRole('alert')).toContainText(loginFailed)
    }
  })

  await test.step('login failure: no server, an internal error, a proxy in its place', async () => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(newcomer.email)
    await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
    const box = page.getByRole('alert')
    await portal.stop()
    await press(page, 'Είσοδος')
    await expect(box).toContainText(`${loginFailed}Δεν υπάρχει επικοινωνία με την υπηρεσία.`)
    await portal.start()
    await insteadOf(portal, 403, '{"detail":"CSRF Failed: CSRF cookie not set."}', async () => {
      await press(page, 'Είσοδος')
      await expect(box).toContainText(`${loginFailed}Η σελίδα έμεινε ανοιχτή πολλή ώρα.`)
    })
    await insteadOf(portal, 502, '<h1>Bad gateway</h1>', async () => {
      await press(page, 'Είσοδος')
      await expect(box).toContainText(`${loginFailed}Η υπηρεσία δεν είναι διαθέσιμη αυτή τη στιγμή.`)
    })
  })

  await test.step('reset request success: the same for a known and an unknown address', async () => {
    for (const email of ['nobody@example.gr', newcomer.email]) {
      await page.goto('/password/reset')
      await page.getByLabel('Email').fill(email)
      await press(page, 'Αποστολή συνδέσμου επαναφοράς')
      const box = page.getByRole('status').filter({ hasText: 'Επιτυχές αίτημα επαναφοράς' })
      await expect(box).toContainText(
        `Αν υπάρχει λογαριασμός για τη διεύθυνση ${email}, θα σταλεί εκεί μήνυμα με σύνδεσμο επαναφοράς του συνθηματικού.`,
      )
    }
  })
  const link = linkIn((await portal.mails.next(newcomer.email)).text)

  await test.step('reset request: an address that is none', async () => {
    await page.goto('/password/reset')
    await page.getByLabel('Email').fill('eleni.k')
    await press(page, 'Αποστολή συνδέσμου επαναφοράς')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Εισάγετε μια έγκυρη διεύθυνση email.')
  })

  await test.step('reset request failure: the server is down', async () => {
    await page.getByLabel('Email').fill(newcomer.email)
    await portal.stop()
    await press(page, 'Αποστολή συνδέσμου επαναφοράς')
    await expect(page.getByRole('alert')).toContainText('Αποτυχία αιτήματος επαναφοράς συνθηματικού')
    await expect(page.getByRole('alert')).toContainText(later)
    await portal.start()
  })

  await test.step('password change: an invalid code, and the way to a new one', async () => {
    for (const path of [link.replace(/[^/]+$/, 'spoiled'), '/password/reset/confirm/xx/yy']) {
      await page.goto(path)
      await changePassword(page, 'θάλασσα-και-βουνό-3')
      await expectError(page, changeFailed, [linkInvalid])
    }
    await page.getByRole('alert').getByRole('link', { name: 'Ζητήστε νέο σύνδεσμο επαναφοράς' }).click()
    await expect(page).toHaveURL(/\/password\/reset$/)
  })

  await test.step('password change: each rule by itself, and several at once', async () => {
    await page.goto(link)
    for (const [password, message] of weak) {
      await changePassword(page, password)
      await expectError(page, passwordRejected, message)
      await expect(page.getByLabel('Νέο συνθηματικό', { exact: true })).toHaveAccessibleDescription(
        new RegExp(message[0]),
      )
    }
  })

  await test.step('password change: the two differ', async () => {
    await page.getByLabel('Νέο συνθηματικό', { exact: true }).fill('θάλασσα-και-βουνό-3')
    await page.getByLabel('Επαλήθευση νέου συνθηματικού', { exact: true }).fill('θάλασσα-και-βουνό-4')
    await press(page, 'Αλλαγή συνθηματικού')
    await expect(
      page.getByLabel('Επαλήθευση νέου συνθηματικού', { exact: true }),
    ).toHaveAccessibleDescription(mismatch)
  })

  await test.step('password change: anything else as it came', async () => {
    await insteadOf(portal, 409, '{"error":{"kind":"maintenance"}}', async () => {
      await changePassword(page, 'θάλασσα-και-βουνό-3')
      await expect(page.getByRole('alert')).toContainText(changeFailed)
      await expect(page.getByRole('alert')).toContainText(/"error":\s*\{\s*"kind":\s*"maintenance"\s*\}/)
    })
  })

  await test.step('password change: success', async () => {
    await changePassword(page, 'θάλασσα-και-βουνό-3')
    await expect(page.getByText('Το συνθηματικό για τον λογαριασμό σας άλλαξε επιτυχώς')).toBeVisible()
  })

  await test.step('the link works once', async () => {
    await page.goto(link)
    await changePassword(page, 'βουνό-και-θάλασσα-5')
    await expectError(page, changeFailed, [linkInvalid])
  })
})

test('what is said when one changes the password', async ({ page, portal }) => {
  await openAccount(portal)
  await enter(page, newcomer)
  await page.goto('/settings/password')

  await test.step('a wrong current password', async () => {
    await changePassword(page, 'θάλασσα-και-βουνό-3', 'λάθος-συνθηματικό-9')
    await expectError(page, changeFailed, ['Παρακαλώ εισάγετε το σωστό τρέχον συνθηματικό.'])
    await expect(page.getByLabel('Τρέχον συνθηματικό', { exact: true })).toHaveAccessibleDescription(
      'Παρακαλώ εισάγετε το σωστό τρέχον συνθηματικό.',
    )
  })

  await test.step('each rule by itself, and several at once', async () => {
    for (const [password, message] of weak) {
      await changePassword(page, password, newcomer.password)
      await expectError(page, passwordRejected, message)
    }
  })

  await test.step('nothing given, and two that differ', async () => {
    await page.reload()
    await press(page, 'Αλλαγή συνθηματικού')
    for (const label of ['Τρέχον συνθηματικό', 'Νέο συνθηματικό', 'Επαλήθευση νέου συνθηματικού'])
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
        new RegExp(`Παρακαλώ συμπληρώστε το πεδίο "${label}"\\.`),
      )
    await page.getByLabel('Τρέχον συνθηματικό', { exact: true }).fill(newcomer.password)
    await page.getByLabel('Νέο συνθηματικό', { exact: true }).fill('θάλασσα-και-βουνό-3')
    await page.getByLabel('Επαλήθευση νέου συνθηματικού', { exact: true }).fill('άλλο-συνθηματικό-3')
    await press(page, 'Αλλαγή συνθηματικού')
    await expect(
      page.getByLabel('Επαλήθευση νέου συνθηματικού', { exact: true }),
    ).toHaveAccessibleDescription(mismatch)
  })

  await test.step('success', async () => {
    await changePassword(page, 'θάλασσα-και-βουνό-3', newcomer.password)
    await expect(page.getByText('Το συνθηματικό για τον λογαριασμό σας άλλαξε επιτυχώς')).toBeVisible()
  })
})

test('what is said at sign-up and activation', async ({ page, portal }) => {
  const submit = () => press(page, 'Δημιουργία νέου λογαριασμού')
  await signUp(page, portal)
  await page.goto('/signup')

  await test.step('nothing given: every field says so, the municipality in the words of §5', async () => {
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
        new RegExp(`Παρακαλώ συμπληρώστε το πεδίο "${label}"\\.$`),
      )
    await expect(page.getByLabel('Όνομα', { exact: true })).toBeFocused()
  })

  await test.step('the email has an account, and the way to log in', async () => {
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

  await test.step('each rule for passwords by itself, and several at once', async () => {
    // The rule about the address uses the new one, which the weak password also resembles.
    await page.getByLabel('Email').fill('eleni.k@example.com')
    for (const [password, message] of weak) {
      await page.getByLabel('Συνθηματικό', { exact: true }).fill(password)
      await page.getByLabel('Επαλήθευση συνθηματικού', { exact: true }).fill(password)
      await submit()
      await expectError(page, passwordRejected, message)
    }
  })

  await test.step('the two differ', async () => {
    await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
    await submit()
    await expect(page.getByLabel('Επαλήθευση συνθηματικού', { exact: true })).toHaveAccessibleDescription(
      mismatch,
    )
    await page.getByLabel('Επαλήθευση συνθηματικού', { exact: true }).fill(newcomer.password)
  })

  await test.step('an address that is none', async () => {
    await page.getByLabel('Email').fill('eleni.k@example')
    await submit()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      /Εισάγετε μια έγκυρη διεύθυνση email\.$/,
    )
    await page.getByLabel('Email').fill('eleni.k@example.com')
  })

  await test.step('anything else as it came', async () => {
    await insteadOf(portal, 409, '{"error":{"kind":"maintenance"}}', async () => {
      await submit()
      await expect(page.getByRole('alert')).toContainText(signUpFailed)
      await expect(page.getByRole('alert')).toContainText(/"error":\s*\{\s*"kind":\s*"maintenance"\s*\}/)
    })
  })

  await test.step('success: a mail with instructions was sent', async () => {
    await submit()
    await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας δημιουργήθηκε' })).toBeFocused()
    await expect(
      page.getByText(
        'Στείλαμε στη διεύθυνση eleni.k@example.com μήνυμα με οδηγίες για την ενεργοποίησή του.',
      ),
    ).toBeVisible()
  })
  const link = linkIn((await portal.mails.next('eleni.k@example.com')).text)
  const failure = page.getByRole('heading', { name: 'Αποτυχία ενεργοποίησης λογαριασμου.' })

  await test.step('activation failure: the server is down; retry once it is back', async () => {
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
    await press(page, 'Δοκιμή ξανά')
    await expect(page.getByRole('heading', { name: 'Ο λογαριασμός σας ενεργοποιήθηκε' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Σύνδεση' })).toBeVisible()
  })

  await test.step('activation failure: it is active already; retry changes nothing', async () => {
    await page.goto(link)
    await expect(failure).toBeVisible()
    await expect(page.getByText('Ίσως ο λογαριασμός σας είναι ήδη ενεργός.')).toBeVisible()
    const again = page.waitForResponse((answer) => answer.url().endsWith('/users/activation/'))
    await press(page, 'Δοκιμή ξανά')
    expect((await again).status()).toBe(403)
    await expect(failure).toBeVisible()
  })
})

test.describe('too many tries', () => {
  test.use({
    environment: {
      LIMIT_SIGN_IN_ACCOUNT: '1/15m',
      LIMIT_RESET_ACCOUNT: '1/1h',
      LIMIT_SIGN_UP_ADDRESS: '1/3h',
      LIMIT_LINK_ADDRESS: '1/15m',
      LIMIT_PASSWORD_ACCOUNT: '1/15m',
    },
  })
  const wait = (how: string) =>
    new RegExp(`Έγιναν πολλές προσπάθειες σε λίγη ώρα\\. Παρακαλώ δοκιμάστε ξανά σε ${how}\\.`)
  const minutes = wait('(?:ένα λεπτό|\\d+ λεπτά)')

  test('are rejected with how long to wait, at each form', async ({ page, portal }) => {
    const problem = page.getByRole('alert')
    await test.step('sign-up: the first goes through, the second waits', async () => {
      await openAccount(portal)
      await page.goto('/signup')
      await fillSignUp(page, { email: 'another@example.gr' })
      await press(page, 'Δημιουργία νέου λογαριασμού')
      await expect(problem).toContainText(signUpFailed)
      await expect(problem).toContainText(wait('(?:\\d+ λεπτά|\\d+ ώρες)'))
    })
    await test.step('activation', async () => {
      await page.goto('/account/activate/xx/yy')
      await expect(page.getByRole('heading', { name: 'Αποτυχία ενεργοποίησης λογαριασμου.' })).toBeVisible()
      await expect(page.getByText(minutes)).toBeVisible()
    })
    await test.step('reset request: the failure of §8 with the reason', async () => {
      for (const box of [page.getByRole('status').filter({ hasText: 'Επιτυχές' }), problem]) {
        await page.goto('/password/reset')
        await page.getByLabel('Email').fill(newcomer.email)
        await press(page, 'Αποστολή συνδέσμου επαναφοράς')
        await expect(box).toBeVisible()
      }
      await expect(problem).toContainText('Αποτυχία αιτήματος επαναφοράς συνθηματικού')
      await expect(problem).toContainText(later)
      await expect(problem).toContainText(minutes)
    })
    await test.step('password change', async () => {
      await enter(page, newcomer)
      await page.goto('/settings/password')
      for (const message of ['Παρακαλώ εισάγετε το σωστό τρέχον συνθηματικό.', minutes]) {
        await changePassword(page, 'θάλασσα-και-βουνό-3', 'λάθος-συνθηματικό-9')
        await expect(problem).toContainText(changeFailed)
        await expect(problem.getByRole('listitem')).toHaveText([message])
      }
    })
    await test.step('sign-in', async () => {
      await page.context().clearCookies()
      await page.goto('/login')
      await page.getByLabel('Email').fill(newcomer.email)
      for (const message of [/Στείλτε ξανά το μήνυμα ενεργοποίησης/, minutes]) {
        await page.getByLabel('Συνθηματικό', { exact: true }).fill('λάθος-συνθηματικό-9')
        await press(page, 'Είσοδος')
        await expect(problem).toContainText(message)
        await expect(problem).toContainText(loginFailed)
      }
    })
  })
})
