/**
 * Browser of the tests: an installed Chromium or Chrome (CHROME_BIN, or on the PATH), else Debian's package, else
 * Playwright's own. Playwright's own comes last, because its download server may not be reachable. The headless shell
 * comes first: it uses three quarters of the CPU time of Chromium with `--headless`.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a browser that starts.
 * @returns its executable's path
 * @throws Error if CHROME_BIN is set but does not start
 */
export async function findBrowser(): Promise<string | undefined> {
  const chosen = process.env['CHROME_BIN']
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROME_BIN: ${chosen} does not exist.`)
    return chosen
  }
  const installed = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .concat(usualPlaces)
    .find((path) => isExecutable(path) && starts(path))
  if (installed) return installed
  const { chromium } = await import('@playwright/test')
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

/**
 * Finds or installs a browser.
 * @returns its executable's path, or an error with the attempts
 */
export async function provideBrowser(): Promise<{ path: string } | { error: string }> {
  try {
    const found = await findBrowser()
    if (found) return { path: found }
  } catch (error) {
    return { error: (error as Error).message }
  }
  const attempts: string[] = []
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  const install = 'apt-get install -y --no-install-recommends'
  // Debian 11 and derivatives may lack the first package.
  const debian = ['apt-get update', `${install} chromium-headless-shell`, `${install} chromium`]
  for (const command of [...(mayInstall ? debian : []), 'npx playwright install chromium']) {
    console.log(`Installing a browser (${command})…`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const [program = '', ...args] = command.split(' ')
    const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' })
    if (status !== 0)
      attempts.push(`${command}:\n${`${stdout}${stderr}`.trim().split('\n').slice(-5).join('\n')}`)
    const browser = await findBrowser()
    if (browser) return { path: browser }
  }
  const advice =
    'No Chromium or Chrome was found, and none could be installed. Install one, or name it: CHROME_BIN=…'
  return { error: [advice, ...attempts].join('\n\n') }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Ubuntu's `chromium-browser` only prints how to install a snap: require a version. */
const starts = (path: string): boolean => spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
