import { writeFile } from 'node:fs/promises'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { clerk } from '../seed.ts'
import { fillSignUp, linkIn, newcomer, signIn, widths } from './steps.ts'

test.use({ shared: false })

// The screens at the width of a tablet are checked in everyone.spec.ts and widths.spec.ts.
for (const width of widths.filter((width) => width !== 820)) {
  test(
    `a citizen signs up, activates by mail and sees the first points; staff see them too (${width} px)`,
    // On the embedded database at one width: widths differ only in the browser.
    { tag: width === widths[0] ? '@embedded' : [] },
    async ({ browser, portal }, testInfo) => {
      const viewport = { width, height: 860 }
      const page = await (await browser.newContext({ baseURL: portal.url, viewport })).newPage()

      await page.goto('/')
      await expect(page).toHaveURL(/\/login$/)
      await expect(page).toHaveTitle('Σύνδεση · Πόντοι Ανακύκλωσης')
      await expectAccessible(page)
      await page.goto('/signup')
      // The 13 municipalities of the demonstration's region, and the placeholder.
      await expect(page.getByLabel('Δήμος', { exact: true }).getByRole('option')).toHaveCount(14)
      await fillSignUp(page)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Δημιουργία νέου λογαριασμού' }).click()
      await expect(page.getByText(newcomer.email)).toBeVisible()
      await expectAccessible(page)

      // The activation page posts without a click.
      const mail = await portal.mails.next(newcomer.email)
      expect(mail.subject).toContain('Ενεργοποίηση λογαριασμού')
      await page.goto(linkIn(mail.text))
      await expect(page.getByText('Ο λογαριασμός σας ενεργοποιήθηκε')).toBeVisible()
      await expectAccessible(page)

      await signIn(page, newcomer)
      await expect(page.getByRole('heading', { name: 'Καλώς ήρθατε, Ελένη' })).toBeVisible()
      await expect(page.getByText('Δεν έχετε ακόμη κινήσεις πόντων')).toBeVisible()
      await expectAccessible(page)

      const file = testInfo.outputPath('deliveries.csv')
      await writeFile(
        file,
        [
          'email,points,description,created_at,reference',
          `${newcomer.email},1240,oil_collected,2026-11-12T10:42:00+02:00,atm-1`,
          `${newcomer.email},40,item_reused,2026-11-08T18:05:00+02:00,reuse-1`,
          `${newcomer.email},-200,coupon_created,2026-11-14T12:30:00+02:00,coupon-1`,
        ].join('\n'),
      )
      const imported = await portal.cli(['import', 'points', file])
      expect(imported.code, imported.stderr).toBe(0)
      await page.reload()
      await expect(page.getByText('1.080', { exact: true })).toBeVisible()
      await expect(page.getByText('+1.240')).toBeVisible()
      await expect(page.getByText('−200')).toBeVisible()
      await expect(page.getByText('12/11/2026, 10:42')).toBeVisible()
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(page.getByRole('button', { name: /^Έκδοση κουπονιού/ })).toBeInViewport({ ratio: 1 })
      await expectAccessible(page)

      const clerkPage = await (await browser.newContext({ baseURL: portal.url, viewport })).newPage()
      await signIn(clerkPage, clerk)
      await expect(clerkPage).toHaveURL(/\/admin\/users$/)
      const search = clerkPage.getByRole('searchbox', { name: 'Αναζήτηση χρήστη' })
      await search.fill('κωνσταντινου ελενη')
      await search.press('Enter')
      await expect(clerkPage.getByText('6944 123456')).toBeVisible()
      await expect(clerkPage.getByText('Κοζάνης')).toBeVisible()
      await expectAccessible(clerkPage)
      await clerkPage.getByRole('link', { name: 'Ιστορικό πόντων' }).click()
      await expect(clerkPage).toHaveURL(/\/admin\/points\/\d+\/page\/1$/)
      await expect(clerkPage.getByRole('heading', { level: 1 })).toHaveText(/^Ιστορικό/)
      await expect(clerkPage.getByText('+1.240').last()).toBeVisible()
      await expect(clerkPage.getByText('Έκδοση κουπονιού')).toBeVisible()
      await expectAccessible(clerkPage)
    },
  )
}
