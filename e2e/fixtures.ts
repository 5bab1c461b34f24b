/** What a journey is given: `portal`, a real server on data of its own, and pages of a fresh browser context. */
import { test as base } from '@playwright/test'
import { type Estate, openEstate } from './estate.ts'
import { openMails } from './mails.ts'
import { type Database, openPortal, type Portal } from './portal.ts'

type PerTest = {
  /** Further variables of the server's environment: `test.use({ environment: { … } })`. */
  environment: Record<string, string>
  /** Whether the journey reads alone, so that it may have the portal that all such journeys of a worker have. */
  shared: boolean
  portal: Portal
}
type PerWorker = {
  database: Database
  estate: Estate
  sharedPortal: () => Promise<Portal>
}

/** A portal on data of its own, with the SMTP server that it sends to. */
async function openAlone(estate: Estate, environment: Record<string, string>) {
  const { data, remove } = await estate.copy()
  const mails = await openMails()
  const cleanUp = async () => {
    await mails.close()
    await remove()
  }
  try {
    const portal = await openPortal(data, mails, environment)
    return { portal, close: () => portal.stop().finally(cleanUp) }
  } catch (error) {
    await cleanUp()
    throw error
  }
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

  shared: [false, { option: true }],

  sharedPortal: [
    async ({ estate }, use) => {
      let opened: ReturnType<typeof openAlone> | undefined
      await use(async () => (await (opened ??= openAlone(estate, {}))).portal)
      await (await opened)?.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  portal: [
    async ({ estate, environment, shared, sharedPortal }, use, testInfo) => {
      const { portal, close } = shared
        ? { portal: await sharedPortal(), close: async () => {} }
        : await openAlone(estate, environment)
      try {
        await use(portal)
      } finally {
        await close()
        if (testInfo.status !== testInfo.expectedStatus)
          await testInfo.attach('server log', { body: portal.log(), contentType: 'text/plain' })
      }
    },
    { timeout: 120_000 },
  ],

  baseURL: ({ portal }, use) => use(portal.url),
})

export { expect } from '@playwright/test'
