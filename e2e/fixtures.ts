/** Fixtures of the journeys: `portal`, a real server with its own data, and pages of a new browser context. */
import { test as base } from '@playwright/test'
import { type Seed, openSeed } from './seed.ts'
import { openMails } from './mails.ts'
import { type Database, openPortal, type Portal, type Program } from './portal.ts'

type PerTest = {
  /** Additional environment variables of the server: `test.use({ environment: { … } })`. */
  environment: Record<string, string>
  /** Whether the journey only reads, so that it can share a portal with the other such journeys of its worker. */
  shared: boolean
  /** `test.use({ program: 'start' })` starts the server as `npm start` does. */
  program: Program
  portal: Portal
}
type PerWorker = {
  database: Database
  seed: Seed
  sharedPortal: () => Promise<Portal>
}

/** A portal with its own data and SMTP server. */
async function openAlone(seed: Seed, environment: Record<string, string>, program: Program) {
  const { data, remove } = await seed.copy()
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

  seed: [
    async ({ database }, use) => {
      const seed = await openSeed(database)
      await use(seed)
      await seed.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  shared: [false, { option: true }],

  sharedPortal: [
    async ({ seed }, use) => {
      let opened: ReturnType<typeof openAlone> | undefined
      await use(async () => (await (opened ??= openAlone(seed, {}, 'main'))).portal)
      await (await opened)?.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  portal: [
    async ({ seed, environment, program, shared, sharedPortal }, use, testInfo) => {
      const { portal, close } = shared
        ? { portal: await sharedPortal(), close: async () => {} }
        : await openAlone(seed, environment, program)
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
