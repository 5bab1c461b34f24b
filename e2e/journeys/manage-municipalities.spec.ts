/** An operator adds a municipality, renames it and removes it; one with people stays. */
import { expectAccessible } from '../accessible.ts'
import { operator } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { expectFitsEverywhere } from '../layout.ts'
import { createAccount, signInByApi } from './steps.ts'

test('an operator adds, renames and removes a municipality; one with accounts stays [municipalities console]', async ({
  page,
  portal,
}) => {
  await createAccount(portal)
  await page.setViewportSize({ width: 1280, height: 860 })
  await signInByApi(page, operator)
  await page.goto('/admin/manage')
  await page.getByRole('navigation', { name: 'Διαχείριση' }).getByRole('link', { name: 'Δήμοι' }).click()
  const list = page.getByRole('region', { name: 'Δήμοι που συμμετέχουν' })
  const used = list.getByRole('row', { name: /^Κοζάνης/ })

  await test.step('one with accounts is not removed, and the page says why', async () => {
    await used.getByRole('button', { name: /^Αφαίρεση/ }).click()
    await expect(list.getByRole('alert')).toBeFocused()
    await expect(list.getByText(/^Δεν αφαιρείται, γιατί συνδέονται με αυτόν: \d+ λογαριασμ/)).toBeVisible()
    await expectFitsEverywhere(page, 'municipalities', [390, 1024])
    await expectAccessible(page)
  })

  await test.step('a new one is added, renamed and removed', async () => {
    const form = page.getByRole('form', { name: 'Νέος δήμος' })
    await form.getByLabel('Όνομα στη γενική').fill('Άνω Κάμπου')
    await form.getByRole('button', { name: 'Προσθήκη δήμου' }).click()
    await expect(form.getByLabel('Περιφερειακή ενότητα')).toBeFocused()
    await form.getByLabel('Περιφερειακή ενότητα').fill('Κοζάνης')
    await form.getByLabel('Περιφέρεια', { exact: true }).fill('Δυτική Μακεδονία')
    await form.getByRole('button', { name: 'Προσθήκη δήμου' }).click()
    await expect(page.getByText('Προστέθηκε: Δήμος Άνω Κάμπου.')).toBeVisible()

    await list.getByRole('button', { name: 'Αλλαγή: Άνω Κάμπου' }).click()
    const names = page.getByRole('form', { name: 'Αλλαγή: Δήμος Άνω Κάμπου' })
    await names.getByLabel('Όνομα στη γενική').fill('Κάτω Κάμπου')
    await expectAccessible(page)
    await names.getByRole('button', { name: 'Αποθήκευση' }).click()
    await expect(page.getByText('Αποθηκεύτηκε: Δήμος Κάτω Κάμπου.')).toBeVisible()

    await list.getByRole('button', { name: 'Αφαίρεση: Κάτω Κάμπου' }).click()
    const question = page.getByRole('alertdialog', { name: 'Αφαίρεση: Δήμος Κάτω Κάμπου;' })
    await question.getByRole('button', { name: 'Αφαίρεση' }).click()
    await expect(page.getByText('Αφαιρέθηκε: Δήμος Κάτω Κάμπου.')).toBeVisible()
    await expect(list.getByRole('row', { name: /Κάμπου/ })).toHaveCount(0)
  })
})
