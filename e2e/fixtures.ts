/** What a journey is given: `portal`, a real server on data of its own, and pages of a fresh browser context. */
import { test as base } from '@playwright/test'
import { type Estate, openEstate } from './estate.ts'
import { openMails } from './mails.ts'
import { type Database, openPortal, type Portal } from './portal.ts'

type PerTest = {
  /** Further variables of the server's environment: `test.use({ environment: { … } })`. */
  environment: Record<string, string>
  portal: Portal
}
type PerWorker = {
  database: Database
  estate: Estate
}

export const test = base.extend<PerTest, PerWorker>({
  database: ['embedded', { option: true, scope: 'worker' }],
  environment: [{}, { option: true }],

  estate: [
    async ({ database }, use) => {
      const estate = await openEstate(database)
      await use(estate)
      await estate.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  portal: [
    async ({ estate, environment }, use, testInfo) => {
      const { data, remove } = await estate.copy()
      const mails = await openMails()
      try {
        const portal = await openPortal(data, mails, environment)
        try {
          await use(portal)
        } finally {
          await portal.stop()
          if (testInfo.status !== testInfo.expectedStatus)
            await testInfo.attach('server log', { body: portal.log(), contentType: 'text/plain' })
        }
      } finally {
        await mails.close()
        await remove()
      }
    },
    { timeout: 120_000 },
  ],

  baseURL: ({ portal }, use) => use(portal.url),
})

export { expect } from '@playwright/test'
