/** The messages of portal.md §8 about accounts, exactly as quoted there, and what causes them. */
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { Page } from '@playwright/test'
import type { Portal } from '../portal.ts'

export const passwordRejected = 'Μη αποδεκτό συνθηματικό'
export const changeFailed = 'Αποτυχία αλλαγής συνθηματικού'
export const signUpFailed = 'Παρουσιάστηκε κάποιο πρόβλημα κατά την δημιουργία του λογαριασμού σας'
export const mismatch = 'Η επαλήθευση συνθηματικού δεν ταιριάζει με το συνθηματικό.'
export const loginFailed = 'Αποτυχία σύνδεσης, παρακαλώ προσπαθήστε ξανά.'
export const tryLater = 'Παρακαλώ προσπαθήστε ξανά αργότερα.'
export const linkInvalid = 'Ο κωδικός επαναφοράς δεν είναι έγκυρος ή έχει λήξει.'

/** A password for each rule, with its message. The names are those of the new account. */
export const weakPasswords = [
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
export async function replaceServer(
  portal: Portal,
  status: number,
  body: string,
  during: () => Promise<void>,
) {
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

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
