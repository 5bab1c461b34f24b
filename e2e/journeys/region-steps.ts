/** What a new operator enters in the console of an empty portal, in the order of its list of first steps. */
import { expect, type Page } from '@playwright/test'

type Account = { email: string; password: string }

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** The way from a screen of the console to the next step. */
export const toNextStep = (page: Page, what: string) =>
  page
    .getByRole('navigation', { name: 'Πρώτα βήματα' })
    .getByRole('link', { name: `Επόμενο: ${what}` })
    .click()

export async function fillFirstAccount(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Όνομα', { exact: true }).fill('Άννα')
  await page.getByLabel('Επώνυμο').fill('Γεωργίου')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Συνθηματικό', { exact: true }).fill(password)
  await page.getByLabel('Επαλήθευση συνθηματικού', { exact: true }).fill(password)
  await button(page, 'Δημιουργία λογαριασμού').click()
}

/** @param redemption the site of coupons; '': the portal's own offers */
export async function fillCompany(page: Page, redemption: string): Promise<void> {
  for (const [label, value] of [
    ['Όνομα υπηρεσίας', 'Κύκλος Κοζάνης'],
    ['Φορέας ή εταιρεία', 'Δήμος Κοζάνης'],
    ['Τίτλος στην καρτέλα του περιηγητή', 'Κύκλος Κοζάνης'],
    ['Τηλέφωνο', '2461 350000'],
    ['Διεύθυνση email', 'kyklos@example.gr'],
    ['Ταχυδρομική διεύθυνση', 'Πλατεία Νίκης 1, Κοζάνη'],
    ['Ανακύκλωση τηγανελαίου', 'https://oil.kyklos.example.gr'],
    ['Επαναχρησιμοποίηση', 'https://reuse.kyklos.example.gr'],
    ['Εξαργύρωση πόντων', redemption],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  await button(page, 'Αποθήκευση').click()
}

export async function fillMunicipality(page: Page): Promise<void> {
  await page.getByLabel('Όνομα στη γενική').fill('Κοζάνης')
  await page.getByLabel('Περιφερειακή ενότητα').fill('Κοζάνης')
  await page.getByLabel('Περιφέρεια', { exact: true }).fill('Δυτική Μακεδονία')
  await button(page, 'Προσθήκη δήμου').click()
}

/** The manager who approves rates; a question follows. */
export async function fillColleague(page: Page, { email }: Account): Promise<void> {
  await page.getByLabel('Όνομα', { exact: true }).fill('Νίκος')
  await page.getByLabel('Επώνυμο').fill('Ράπτης')
  await page.getByLabel('Email').fill(email)
  await expect(page.getByLabel('Ρόλος')).toHaveValue('manager')
  await button(page, 'Προσθήκη').click()
}

/** A rate of litres from today on; ends at its preview. */
export async function fillRate(page: Page, points: number): Promise<void> {
  await page.getByLabel('Είδος παράδοσης').selectOption('oil_collected')
  await page.getByLabel('Πόντοι', { exact: true }).fill(String(points))
  await button(page, 'Προεπισκόπηση').click()
  await expect(page.getByText(`θα δίνουν ${points} πόντους ανά λίτρο`, { exact: false })).toBeVisible()
}

export async function fillPlace(page: Page): Promise<void> {
  await page.getByLabel('Όνομα', { exact: true }).fill('ΑΤΜ Λαϊκής')
  await page.getByLabel('Κωδικός').fill('Κ-01')
  await page.getByLabel('Είδος').selectOption({ label: 'Πράσινο ΑΤΜ' })
  await page.getByLabel('Δήμος', { exact: true }).selectOption({ label: 'Κοζάνης' })
  await page.getByLabel('Διεύθυνση', { exact: true }).fill('Φιλίππου 40')
  // As maps copy it.
  await page.getByLabel('Γεωγραφικό πλάτος').fill('40.2969, 21.7915')
  await expect(page.getByLabel('Γεωγραφικό μήκος')).toHaveValue('21,7915')
  await page.getByLabel('Όλο το 24ωρο').check()
  await button(page, 'Προσθήκη σημείου').click()
}
