/**
 * A page that the browser translates in place, as Chrome, Edge and Safari do for people who do not read Greek: the
 * translator replaces each text by elements with other words, also those that the page adds later.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { clerk } from '../seed.ts'
import { eleniRecords, records } from './staff-seed.ts'
import { createAccount, newcomer, signInByApi } from './steps.ts'

/** Marks of a text that the translator has replaced. */
const [before, after] = ['⟦', '⟧']

/** Returns the errors of the page. */
async function translate(page: Page): Promise<Error[]> {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.addInitScript(
    ([before, after]) => {
      const wrap = (text: Text) => {
        const parent = text.parentElement
        if (!parent || parent.closest('script, style, title, textarea, option, svg, font')) return
        if (!text.data.trim()) return
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.textContent = `${before}${text.data}${after}`
        outer.append(inner)
        text.replaceWith(outer)
      }
      const wrapAll = (root: Node) => {
        if (root instanceof Text) return wrap(root)
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        const texts: Text[] = []
        while (walker.nextNode()) texts.push(walker.currentNode as Text)
        texts.forEach(wrap)
      }
      new MutationObserver((changes) => {
        for (const { target, addedNodes, type } of changes) {
          if (type === 'characterData') wrapAll(target)
          else addedNodes.forEach(wrapAll)
        }
      }).observe(document, { subtree: true, childList: true, characterData: true })
    },
    [before, after] as const,
  )
  return errors
}

const said = (text: string) => new RegExp(`${before}[^${after}]*${text}[^${after}]*${after}`)
const button = (page: Page, name: string) => page.getByRole('button', { name: said(name) })

test('a translated page works from the sign-up to a claim [browsers translated]', async ({
  page,
  portal,
}) => {
  const errors = await translate(page)
  await test.step('sign-up with an error, then without', async () => {
    await page.goto('/signup')
    await expect(page.getByRole('heading', { level: 1, name: said('Εγγραφή') })).toBeVisible()
    await page.getByLabel(said('Όνομα')).first().fill('Ελένη')
    await button(page, 'Δημιουργία νέου λογαριασμού').click()
    await expect(page.getByText(said('Παρακαλώ συμπληρώστε')).first()).toBeVisible()
  })
  await createAccount(portal)
  await test.step('sign-in with a wrong password, then with the right one', async () => {
    await page.goto('/login')
    await page.getByLabel(said('Email')).fill(newcomer.email)
    await page.getByLabel(said('Συνθηματικό')).fill('wrong-password-1')
    await button(page, 'Είσοδος').click()
    await expect(page.getByText(said('Αποτυχία σύνδεσης'))).toBeVisible()
    await page.getByLabel(said('Συνθηματικό')).fill(newcomer.password)
    await button(page, 'Είσοδος').click()
    await expect(page.getByRole('heading', { level: 1, name: said('Καλώς ήρθατε') })).toBeVisible()
  })
  await test.step('settings: a change, its result, and a text that changes', async () => {
    await page.goto('/settings')
    const name = page.getByLabel(said('Όνομα')).first()
    await name.fill('Άννα')
    await button(page, 'Ενημέρωση').click()
    await expect(page.getByText(said('αποθηκεύτηκαν'))).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: said('Καλώς ήρθατε, Άννα') })).toBeVisible()
  })
  await test.step('a claim', async () => {
    await page.goto('/claims')
    await page.getByLabel(said('Κωδικός αυτοκόλλητου')).fill('2345-6789-AEH5')
    const today = new Date().toLocaleDateString('el', { timeZone: 'Europe/Athens', dateStyle: 'short' })
    await page.getByLabel(said('Ποια ημέρα')).fill(today)
    await page.getByLabel(said('Ποια ημέρα')).press('Enter')
    await button(page, 'Αποστολή').click()
    await expect(page.getByText(said('Λάβαμε την αναφορά σας'))).toBeVisible()
    await expect(page.getByText(said('Εξετάζεται'))).toBeVisible()
  })
  expect(errors).toEqual([])
})

test.describe('staff', () => {
  test.use({ people: 'many' })

  test('a translated list of points follows pages and days [browsers translated]', async ({ page }) => {
    const errors = await translate(page)
    await signInByApi(page, clerk)
    await page.goto('/admin/points')
    await expect(page.getByText(said(`1–20 από ${records}`))).toBeVisible()
    await page.getByRole('navigation', { name: 'Σελίδες' }).getByRole('link', { name: /2$/ }).click()
    await expect(page.getByText(said(`21–40 από ${records}`))).toBeVisible()
    await page.getByRole('radio', { name: said('Άλλο διάστημα') }).check()
    await page.getByLabel(said('Έως')).fill('31/12/2024')
    await page.getByLabel(said('Έως')).press('Enter')
    await expect(page.getByText(said(`1–20 από ${records - eleniRecords.length}`))).toBeVisible()
    const coming = page.waitForEvent('download')
    await button(page, 'Εξαγωγή').click()
    expect((await coming).suggestedFilename()).toBe('points_until_2024-12-31.xlsx')
    expect(errors).toEqual([])
  })
})
