/** Fixtures of the journeys: `portal`, a real server with its data, and pages of a new browser context. */
import { test as base } from '@playwright/test'
import { newcomer } from './journeys/steps.ts'
import { type Seed, openSeed } from './seed.ts'
import { openMails } from './mails.ts'
import { type Database, openPortal, type Portal, type Program } from './portal.ts'

type PerTest = {
  /** Additional environment variables of the server: `test.use({ environment: { … } })`. */
  environment: Record<string, string>
  /**
   * Whether the journey uses the same portal as others of its worker with the same `environment`: it does not stop the
   * server and does not depend on the total of accounts or records. `newcomer` has another address in each journey. The
   * tag @alone and `program` switch it off.
   */
  shared: boolean
  /** `test.use({ program: 'start' })` starts the server as `npm start` does. */
  program: Program
  portal: Portal
}
type PerWorker = {
  database: Database
  seed: Seed
  sharePortal: (environment: Record<string, string>) => Promise<Portal>
}

/** Many journeys sign up and sign in from the same address, and the clerk in each. */
const limits = {
  LIMIT_SIGN_IN_ACCOUNT: '1000/1h',
  LIMIT_SIGN_IN_ACCOUNT_TOTAL: '1000/1h',
  LIMIT_SIGN_UP_ADDRESS: '1000/1h',
  LIMIT_RESET_ADDRESS: '1000/1h',
}

let accounts = 0

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

  shared: [true, { option: true }],

  sharePortal: [
    async ({ seed }, use) => {
      const opened = new Map<string, ReturnType<typeof openAlone>>()
      await use(async (environment) => {
        const key = JSON.stringify(environment)
        const found = opened.get(key) ?? openAlone(seed, { ...limits, ...environment }, 'main')
        opened.set(key, found)
        return (await found).portal
      })
      for (const portal of opened.values()) await (await portal).close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  portal: [
    async ({ seed, environment, program, shared, sharePortal }, use, testInfo) => {
      const isShared = shared && program === 'main' && !testInfo.tags.includes('@alone')
      newcomer.email = isShared ? `eleni.k${(accounts += 1)}@example.gr` : 'eleni.k@example.gr'
      const { portal, close } = isShared
        ? { portal: await sharePortal(environment), close: async () => {} }
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
