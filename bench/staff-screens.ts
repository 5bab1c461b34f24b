/**
 * Measures the staff's screens in a browser: scrolling through all participants, searching, changing pages; on a real
 * server with PostgreSQL, 100,000 participants and 1,000,000 records (generated first, which takes some minutes).
 *
 *     npm run bench -- staff-screens [participants records]
 *
 * The first line is the baseline of this machine: the smallest response and a frame. If it is high, the machine has
 * other load; compare the other lines with it. Prints medians, 95th percentiles and maxima in milliseconds, each with
 * the target of docs/decisions/013.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../e2e/browser.ts'
import { openMails } from '../e2e/mails.ts'
import { openPortal, type PortalData, runCli } from '../e2e/portal.ts'
import { bundleServer } from '../scripts/server-bundle.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { percentile } from './statistics.ts'

const [participants = '100000', records = '1000000'] = process.argv.slice(2)
const clerk = { email: `bench-${crypto.randomUUID()}@example.gr`, password: crypto.randomUUID() }
const greek = ['--first-name', 'Άννα', '--last-name', 'Παπαδάκη']

async function prepare(data: PortalData): Promise<void> {
  const invent = ['--participants', participants, '--records', records, '--seed', '1']
  for (const [args, stdin] of [
    [['migrate'], ''],
    [['staff', 'add', clerk.email, ...greek, '--password-stdin'], clerk.password],
    [['demo', ...invent], ''],
  ] as const) {
    const { code, stderr } = await runCli(args, stdin, { ...data, more: { DEMO: 'no' } })
    if (code !== 0) throw new Error(`${args[0]}: ${stderr}`)
  }
}

function report(what: string, times: number[], limit: number): void {
  const cells = [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(0).padStart(9)).join('')
  console.log(`${what.padEnd(50)}${cells}${String(limit).padStart(9)}`)
}

/** Code that runs in the page, as text, because the benchmarks are compiled without DOM types. */
const inPage = `
  window.bench = {
    frame: () => new Promise((done) => requestAnimationFrame(done)),
    rows() {
      const box = document.querySelector('[data-rows]')
      const { top, bottom } = box.getBoundingClientRect()
      const shown = [...box.querySelectorAll('li')].filter((row) => {
        const place = row.getBoundingClientRect()
        return place.bottom > top + 4 && place.top < bottom - 4
      })
      return { box, isBlank: shown.length === 0 || shown.some((row) => !row.querySelector('a')) }
    },
    /** Scrolls for some seconds. Returns the durations of blank rows. */
    async scroll(pixelsPerSecond, seconds) {
      const blanks = []
      let blankSince
      const begin = performance.now()
      let last = begin
      while (last - begin < seconds * 1000) {
        await this.frame()
        const now = performance.now()
        const { box, isBlank } = this.rows()
        if (isBlank) blankSince ??= now
        else if (blankSince !== undefined) {
          blanks.push(now - blankSince)
          blankSince = undefined
        }
        box.scrollTop += (pixelsPerSecond * (now - last)) / 1000
        last = now
      }
      if (blankSince !== undefined) blanks.push(performance.now() - blankSince)
      return blanks
    },
    /** Jumps with the scroll bar. Returns the time until every row in view is loaded. */
    async jump(share) {
      const { box } = this.rows()
      const begin = performance.now()
      box.scrollTop = box.scrollHeight * share
      do await this.frame()
      while (this.rows().isBlank)
      return performance.now() - begin
    },
    /** Returns the time from the end of the 300 ms debounce until the list has changed. */
    async searched() {
      const old = document.querySelector('[data-rows] ul')
      const input = document.querySelector('input[type=search]')
      const typed = await new Promise((done) =>
        input.addEventListener('input', () => done(performance.now()), { once: true }))
      while (document.querySelector('[data-rows] ul') === old && !/Δεν βρέθηκαν/.test(document.body.innerText))
        await this.frame()
      const shown = performance.now()
      const answer = performance.getEntriesByType('resource').findLast(({ name }) => /search=/.test(name))
      return { total: Math.max(0, shown - typed - 300), answer: answer.responseEnd - answer.startTime }
    },
    /** Smallest response, and a frame. */
    async nothing() {
      const begin = performance.now()
      await (await fetch('/healthz')).text()
      await this.frame()
      return performance.now() - begin
    },
    /** Clicks a link of the pagination. Returns the time until other records are shown. */
    async turn(name) {
      const links = [...document.querySelectorAll('nav[aria-label="Σελίδες"] a')]
      const link = links.find((link) => [link.title, link.getAttribute('aria-label')].includes(name))
      const table = () => document.querySelector('main table')
      const old = table().innerText
      const begin = performance.now()
      link.click()
      do await this.frame()
      while (table().innerText === old || table().getAttribute('aria-busy') === 'true')
      return performance.now() - begin
    },
  }`

const run = <Result>(page: Page, call: string): Promise<Result> => page.evaluate(`window.bench.${call}`)
const pause = (page: Page) => page.waitForTimeout(400)

async function measureNothing(page: Page): Promise<void> {
  await page.goto('/admin/users')
  await page.locator('[data-rows] a').first().waitFor()
  const times: number[] = []
  for (let at = 0; at < 40; at += 1) times.push(await run<number>(page, 'nothing()'))
  report('the smallest answer, and a frame', times, 25)
}

async function measureScrolling(page: Page): Promise<void> {
  for (const [what, speed] of [
    ['scrolling down, 1,500 px/s: each blank', 1500],
    ['scrolling down, 6,000 px/s: each blank', 6000],
    ['scrolling up, 6,000 px/s: each blank', -6000],
  ] as const) {
    const blanks = await run<number[]>(page, `scroll(${speed}, 6)`)
    report(`${what} (${blanks.length})`, blanks, 100)
  }
  const jumps: number[] = []
  for (let at = 0; at < 30; at += 1) {
    jumps.push(await run<number>(page, `jump(${((at * 37) % 100) / 100})`))
    await page.waitForTimeout(100)
  }
  report('scroll bar anywhere: until all rows are there', jumps, 100)
}

async function measureSearching(page: Page): Promise<void> {
  const terms = [
    'παπαδ',
    'γεωργ',
    'pap',
    'ιου',
    '6944',
    'μαρια παπ',
    'ξψω',
    'α',
    'example',
    'xristos',
    'ψ',
    'οπουλ',
  ]
  const times: { total: number; answer: number }[] = []
  const box = page.getByRole('searchbox')
  for (const term of [...terms, ...terms]) {
    await page.goto('/admin/users')
    await page.locator('[data-rows] a').first().waitFor()
    const searched = run<{ total: number; answer: number }>(page, 'searched()')
    await box.fill(term)
    times.push(await searched)
  }
  report(
    'search: from the last debounce to the list',
    times.map(({ total }) => total),
    150,
  )
  report(
    '… of which the answer of the server',
    times.map(({ answer }) => answer),
    100,
  )
}

async function measureTurning(page: Page): Promise<void> {
  for (const [what, address, names] of [
    ['page turns, everyone, one by one', '/admin/points/page/1', Array<string>(25).fill('Επόμενη σελίδα')],
    [
      'page turns, everyone, last, middle, first',
      '/admin/points/page/20000',
      Array.from({ length: 8 }, () => ['Τελευταία σελίδα', 'Πρώτη σελίδα', 'Σελίδα 5']).flat(),
    ],
    [
      'page turns, last year, one by one',
      '/admin/points/page/1?period=last-year',
      Array<string>(25).fill('Επόμενη σελίδα'),
    ],
  ] as const) {
    await page.goto(address)
    await page.locator('main table').waitFor()
    const times: number[] = []
    for (const name of names) {
      await pause(page)
      times.push(await run<number>(page, `turn('${name}')`))
    }
    report(what, times, 100)
  }
}

execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build-web.mjs', import.meta.url))], {
  stdio: 'inherit',
})
await bundleServer('journeys')
const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
const postgres = await startPostgres({ settings: { shared_buffers: '256MB' } })
const databaseUrl = await postgres.createDatabase('bench_staff_screens', undefined, 'C.UTF-8')
const mails = await openMails()
const browserPath = await findBrowser()
try {
  const data = { folder, databaseUrl }
  await prepare(data)
  const portal = await openPortal(data, mails, { LOG_LEVEL: 'error' })
  const browser = await chromium.launch({
    ...(browserPath && { executablePath: browserPath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 1280, height: 860 } })
    await context.addInitScript(inPage)
    const page = await context.newPage()
    await page.request.post('/api/auth/token/login', { data: clerk })
    console.log(
      `${''.padEnd(50)}${['median', '95th', 'slowest', 'wanted'].map((name) => name.padStart(9)).join('')}`,
    )
    await measureNothing(page)
    await measureScrolling(page)
    await measureSearching(page)
    await measureTurning(page)
  } finally {
    await browser.close()
    await portal.stop()
  }
} finally {
  await mails.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
