/** What a journey is given: `portal`, a real server on data of its own, and pages of a fresh browser context. */
import { test as base } from '@playwright/test'
import { type Estate, openEstate } from './seed.ts'
import { openMails } from './mails.ts'
import { type Database, openPortal, type Portal, type Program } from './portal.ts'

type PerTest = {
  /** Further variables of the server's environment: `test.use({ environment: { … } })`. */
  environment: Record<string, string>
  /** Whether the journey reads alone, so that it may have the portal that all such journeys of a worker have. */
  shared: boolean
  /** `test.use({ program: 'start' })` starts the server as `npm start` does. */
  program: Program
  portal: Portal
}
type PerWorker = {
  database: Database
  estate: Estate
  sharedPortal: () => Promise<Portal>
}

/** A portal on data of its own, with the SMTP server that it sends to. */
async function openAlone(estate: Estate, environment: Record<string, string>, program: Program) {
  const { data, remove } = await estate.copy()
  const mails = await openMails()
  const cleanUp = async () => {
    await mails.close()
    await remove()
  }
  try {
    const portal = await openPortal(data, mails, environment, program)
    return { portal, close: () => portal.stop().finally(cleanUp) }
  } catch (error) {
    await cleanUp()
    throw error
  }
}

export const test = base.extend<PerTest, PerWorker>({
  database: ['embedded', { option: true, scope: 'worker' }],
  environment: [{}, { option: true }],
  program: ['main', { option: true }],

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
      await use(async () => (await (opened ??= openAlone(estate, {}, 'main'))).portal)
      await (await opened)?.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  portal: [
    async ({ estate, environment, program, shared, sharedPortal }, use, testInfo) => {
      const { portal, close } = shared
        ? { portal: await sharedPortal(), close: async () => {} }
        : await openAlone(estate, environment, program)
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
