/** Fixtures of the journeys: `portal`, a real server with its data, and pages of a new browser context. */
import { test as base } from '@playwright/test'
import { newcomer } from './journeys/steps.ts'
import { copySeed, type People } from './seed.ts'
import { openMails } from './mails.ts'
import { withPartners } from './partners.ts'
import { type Database, openPortal, type Portal, type Program } from './portal.ts'

type PerTest = {
  /** Additional environment variables of the server: `test.use({ environment: { … } })`. */
  environment: Record<string, string>
  people: People
  /**
   * Whether the journey uses the same portal as others of its worker with the same `people`: it leaves the server running,
   * and does not depend on the total of accounts or records. `newcomer` has another address in each journey. The
   * tag @alone, `program` and `environment` switch it off.
   */
  shared: boolean
  /** `test.use({ program: 'start' })` starts the server as `npm start` does. */
  program: Program
  portal: Portal
}
type PerWorker = {
  database: Database
  sharePortal: (people: People) => Promise<Portal>
}

/** Many journeys sign up and sign in from the same address, and the clerk in each. */
const limits = {
  LIMIT_SIGN_IN_ACCOUNT: '1000/1h',
  LIMIT_SIGN_IN_ACCOUNT_TOTAL: '1000/1h',
  LIMIT_SIGN_UP_NETWORK: '1000/1h',
  LIMIT_RESET_NETWORK: '1000/1h',
}

let accounts = 0

/** A portal with its own data and SMTP server. */
async function openAlone(
  database: Database,
  people: People,
  environment: Record<string, string>,
  program: Program,
) {
  const { data, remove } = await copySeed(database, people)
  const mails = await openMails()
  const cleanUp = async () => {
    await mails.close()
    await remove()
  }
  try {
    const portal = await openPortal(data, mails, { ...withPartners, ...environment }, program)
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

  people: ['few', { option: true }],

  shared: [true, { option: true }],

  // One for each `people`, open until the worker ends: a start and stop take 2 s of CPU time, an idle portal 2 % of a core.
  sharePortal: [
    async ({ database }, use) => {
      const opened = new Map<People, Awaited<ReturnType<typeof openAlone>>>()
      await use(async (people) => {
        const known = opened.get(people) ?? (await openAlone(database, people, limits, 'main'))
        opened.set(people, known)
        return known.portal
      })
      await Promise.all([...opened.values()].map(({ close }) => close()))
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  portal: [
    async ({ browser, database, people, environment, program, shared, sharePortal }, use, testInfo) => {
      const isOwn = Object.keys(environment).length > 0 || program !== 'main'
      const isShared = shared && !isOwn && !testInfo.tags.includes('@alone')
      newcomer.email = isShared ? `eleni.k${(accounts += 1)}@example.gr` : 'eleni.k@example.gr'
      const { portal, close } = isShared
        ? { portal: await sharePortal(people), close: async () => {} }
        : await openAlone(database, people, environment, program)
      try {
        await use(portal)
      } finally {
        // Open pages keep drawing, and calling their portal.
        await Promise.all(browser.contexts().map((context) => context.close()))
        await close()
        if (testInfo.status !== testInfo.expectedStatus)
          await testInfo.attach('server log', { body: portal.log(), contentType: 'text/plain' })
      }
    },
    { timeout: 300_000 },
  ],

  baseURL: ({ portal }, use) => use(portal.url),
})

export { expect } from '@playwright/test'
