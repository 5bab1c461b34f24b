/** The demonstration with its example of a partner's site and its outbox. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expectScreenFits } from '../layout.ts'
import { openMails } from '../mails.ts'
import { openPortal } from '../portal.ts'
import { slow } from '../tags.ts'
import { openOtherBrowser } from './steps.ts'

// One test for both: the demonstration takes longer to start than they do.
test(
  'npm run example signs in at the demonstration portal; the outbox pages fit at every width [partner site example] [§2 every width]',
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
