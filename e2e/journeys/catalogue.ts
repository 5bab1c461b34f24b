/** The messages of portal.md §8 about accounts, exactly as quoted there, and what causes them. */
import type { Page } from '@playwright/test'

export const passwordRejected = 'Μη αποδεκτό συνθηματικό'
export const changeFailed = 'Αποτυχία αλλαγής συνθηματικού'
export const signUpFailed = 'Παρουσιάστηκε κάποιο πρόβλημα κατά την δημιουργία του λογαριασμού σας'
export const mismatch = 'Η επαλήθευση συνθηματικού δεν ταιριάζει με το συνθηματικό.'
export const loginFailed = 'Αποτυχία σύνδεσης, παρακαλώ προσπαθήστε ξανά.'
export const tryLater = 'Παρακαλώ προσπαθήστε ξανά αργότερα.'
export const linkInvalid = 'Ο σύνδεσμος επαναφοράς δεν είναι σωστός ή δεν ισχύει πια.'

/** A password for each rule, with its message. The names are those of the new account. */
export const weakPasswords = [
  ['ab1-xz', ['Το συνθηματικό πρέπει να έχει τουλάχιστον 8 χαρακτήρες.']],
  ['password', ['Πολύ κοινό συνθηματικό.']],
  ['84759302718', ['Αυτό το συνθηματικό αποτελείται μόνο απο αριθμούς.']],
  ['eleni.k@exam', ['Το συνθηματικό μοιάζει πολύ με το email σας. Διαλέξτε άλλο.']],
  ['ελένη-12', ['Το συνθηματικό μοιάζει πολύ με το όνομά σας. Διαλέξτε άλλο.']],
  ['Κωνσταντίνου7', ['Το συνθηματικό μοιάζει πολύ με το επώνυμό σας. Διαλέξτε άλλο.']],
  [
    '123456',
    [
      'Το συνθηματικό πρέπει να έχει τουλάχιστον 8 χαρακτήρες.',
      'Πολύ κοινό συνθηματικό.',
      'Αυτό το συνθηματικό αποτελείται μόνο απο αριθμούς.',
    ],
  ],
] as const

/**
 * Answers the page's calls like another server at the portal's address, such as a gateway with its own error pages. In
 * the browser: a server in the portal's place took 2 s of CPU time for its restart.
 */
export async function replaceServer(
  page: Page,
  answer: { status: number; body: string; headers?: Record<string, string> },
  during: () => Promise<void>,
) {
  const calls = '**/api/**'
  await page.route(calls, (route) => route.fulfill({ contentType: 'application/json', ...answer }))
  try {
    await during()
  } finally {
    await page.unroute(calls)
  }
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
