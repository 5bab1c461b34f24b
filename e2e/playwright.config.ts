import { defineConfig } from '@playwright/test'
import { findBrowser } from './browser.ts'
import type { Database } from './portal.ts'
import { filesOnlyInFull, isQuick } from './tags.ts'

// The workers read this file too: pass them the browser that was found first.
const browser = await findBrowser()
if (browser) process.env['CHROME_BIN'] = browser

const isFull = process.env['TEST_QUICK'] === undefined
const omitted = isFull ? /@slow/ : /@slow|@full/

/** For one database: `npx playwright test --config e2e/playwright.config.ts --project embedded`. */
export default defineConfig<object, { database: Database }>({
  testDir: '.',
  testIgnore: isFull ? [] : filesOnlyInFull,
  outputDir: '../test-results',
  globalSetup: './set-up.ts',
  // A worker uses a core for its browser and portal. Three workers on two cores are no faster.
  workers: 2,
  fullyParallel: true,
  // A machine that stops for seconds fails a journey by chance; twice is a defect. The summary names what passed at last.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  // Only for hanging journeys: a busy machine of continuous integration took more than 10 s for a click.
  timeout: 600_000,
  expect: { timeout: 40_000 },
  use: {
    locale: 'el-GR',
    timezoneId: 'Europe/Athens',
    trace: 'off',
    // Without frames of transitions to draw and wait for.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // A tenth of the CPU time: no process of its own that draws with an emulated GPU.
        '--disable-software-rasterizer',
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // The server's tests cover both databases, so most journeys run on PostgreSQL only, which is faster. With `--full`, a new
  // operator's first steps and the recovery of a killed server also run on the embedded database.
  projects: isQuick
    ? [{ name: 'postgres', use: { database: 'postgres' }, grepInvert: omitted }]
    : [
        { name: 'embedded', use: { database: 'embedded' }, grep: /@embedded|@both/ },
        { name: 'postgres', use: { database: 'postgres' }, grepInvert: /@embedded/ },
      ],
})
