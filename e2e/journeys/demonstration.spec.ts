/** The demonstration with its example of a partner's site, its desks and its outbox. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expectScreenFits } from '../layout.ts'
import { openMails } from '../mails.ts'
import { openPortal } from '../portal.ts'
import { slow } from '../tags.ts'
import { openOtherBrowser } from './steps.ts'

/** Opens a printed link, and chooses the PIN of the desk. */
async function enrol(page: Page, link = '') {
  await page.goto(link)
  await page.getByLabel('PIN με 4 έως 6 ψηφία').fill('2580')
  await page.getByLabel('Το ίδιο PIN ξανά').fill('2580')
  await page.getByRole('button', { name: 'Σύνδεση συσκευής' }).click()
}

// One test for all: the demonstration takes longer to start than they do.
test(
  'npm run example signs in at the demonstration portal; the printed links open desks; the outbox pages fit at every width [partner site example] [§2 every width]',
  slow,
  async ({ browser }, testInfo) => {
    const folder = testInfo.outputPath('data')
    const mails = await openMails()
    const portal = await openPortal({ folder }, mails, { DEMO: 'yes', SMTP_URL: '' })
    const page = await openOtherBrowser(browser, portal)
    try {
      await test.step('the example is registered in the data folder [partner site example]', async () => {
        const example = spawn(
          process.execPath,
          [fileURLToPath(new URL('../../scripts/example.mjs', import.meta.url))],
          {
            // A shell with the portal's own port.
            env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: new URL(portal.url).port },
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        )
        try {
          const [said] = (await once(example.stdout, 'data')) as [Buffer]
          await page.goto(/http:\S+/.exec(said.toString())?.[0] ?? '')
          await page.getByRole('link', { name: 'Σύνδεση με την υπηρεσία πόντων' }).click()
          await page.getByLabel('Email').fill('maria@example.gr')
          await page.getByLabel('Συνθηματικό', { exact: true }).fill('ladi-se-fos-24')
          await page.getByRole('button', { name: 'Είσοδος' }).click()
          await expect(
            page.getByRole('heading', { name: 'Έχετε συνδεθεί ως Μαρία Παπαδοπούλου' }),
          ).toBeVisible()
          await page.getByRole('button', { name: 'Παράδοση 2 λίτρων' }).click()
          await expect(page.getByRole('status')).toHaveText(/^Παραλάβαμε 2 λίτρα: πήρατε \d+ πόντους\.$/)
        } finally {
          const ended = once(example, 'exit')
          example.kill()
          await ended
        }
      })
      await test.step("a printed link opens the reuse centre's desk, where the citizen's card gets points", async () => {
        await page.goto(`${portal.url}/card`)
        const shown = page.getByRole('region', { name: 'Κωδικός κάρτας' })
        const card = await shown.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/).innerText()
        const phone = await openOtherBrowser(browser, portal, { viewport: { width: 390, height: 860 } })
        await enrol(phone, /reuse centre +(http\S+)/.exec(portal.log())?.[1])
        const desk = phone.getByRole('main')
        await desk.getByRole('button', { name: 'Τηγανέλαιο' }).click()
        await desk.getByLabel('Κωδικός αυτοκόλλητου').fill(card.replace(/\s/g, ''))
        await desk.getByRole('button', { name: 'Συνέχεια', exact: true }).click()
        await expect(desk).toContainText('Μαρία Π.')
        await desk.getByRole('button', { name: '3', exact: true }).click()
        await desk.getByRole('button', { name: 'Καταχώριση και επόμενο' }).click()
        const fresh = page.getByRole('region', { name: 'Μόλις στο ταμείο' })
        await expect(fresh.getByText(/\+60 πόντοι$/)).toBeVisible()
        await phone.context().close()
      })
      await test.step('a coupon of the portal is used at the bakery, once', async () => {
        await page.goto(`${portal.url}/coupons`)
        await page
          .getByRole('main')
          .getByRole('link', { name: /Ένα χωριάτικο ψωμί/ })
          .click()
        const code = await page
          .getByRole('main')
          .getByText(/^([2-9A-Z]{4}[\s-]*){3}$/)
          .first()
          .innerText()
        await enrol(page, /bakery +(http\S+)/.exec(portal.log())?.[1])
        await page.getByLabel('Κωδικός κουπονιού').fill(code.replace(/\s/g, ''))
        await page.getByRole('button', { name: 'Έλεγχος', exact: true }).click()
        await page.getByRole('button', { name: 'Εξαργύρωση τώρα' }).click()
        await expect(page.getByRole('heading', { name: 'Εξαργυρώθηκε', exact: true })).toBeVisible()
      })
      await test.step('the outbox lists a mail and shows it [§2 every width]', async () => {
        await page.request.post(`${portal.url}/api/auth/users/reset_password/`, {
          data: { email: 'maria@example.gr' },
        })
        await expect
          .poll(() => existsSync(`${folder}/outbox`) && readdirSync(`${folder}/outbox`).length)
          .toBeTruthy()
        await expectScreenFits(page, '/outbox/', () =>
          expect(page.getByRole('listitem').first()).toBeVisible(),
        )
        const one = await page.getByRole('listitem').first().getByRole('link').first().getAttribute('href')
        await expectScreenFits(page, one ?? '', () =>
          expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
        )
        await expectAccessible(page)
      })
    } finally {
      await portal.stop()
      await mails.close()
    }
  },
)
