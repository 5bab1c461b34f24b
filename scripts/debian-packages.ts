/** Programs of Debian's packages that slow tests start: installed if this process may, as e2e/browser.ts does. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Steps of tests run in parallel: wait for the other installation. RUNLEVEL=1: packages start no services. */
const aptGet = (...args: string[]) =>
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=180', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    encoding: 'utf8',
  })

function find(name: string, folders: readonly string[]): string | undefined {
  const inPath = (process.env['PATH'] ?? '').split(delimiter)
  return [...folders.flatMap((folder) => globSync(folder)), ...inPath, '/usr/sbin', '/sbin']
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Finds a program, or installs its package as root.
 * @param folders patterns of folders outside of the PATH
 * @returns its path
 * @throws Error with apt-get's output if it is missing and cannot be installed
 */
export function provideProgram(name: string, debianPackage: string, folders: readonly string[] = []): string {
  const found = find(name, folders)
  if (found) return found
  const install = () => aptGet('install', '-y', '--no-install-recommends', debianPackage)
  let output = 'This process is not root, or the machine has no apt-get.'
  if (process.getuid?.() === 0) {
    let last = install()
    if (last.status !== 0) {
      aptGet('update')
      last = install()
    }
    output = `${last.stdout ?? ''}${last.stderr ?? ''}`.trim().split('\n').slice(-5).join('\n')
  }
  const installed = find(name, folders)
  if (installed) return installed
  throw new Error(`${name} is missing: install Debian's package ${debianPackage}.\n${output}`)
}
