import { execFile, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export type Tool = { path: string; major: number }

/** Debian keeps the programs of each major version in a folder, and those of one of them in the PATH. */
const foldersOfTools = () => [
  ...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean),
  ...globSync('/usr/lib/postgresql/*/bin'),
]

async function versionOf(path: string): Promise<Tool | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'])
    const major = Number(/\b(\d+)(\.|\w|\s|$)/.exec(stdout.replace(/^\S+/, ''))?.[1])
    return major ? { path, major } : undefined
  } catch {
    return undefined
  }
}

/**
 * Finds pg_dump or pg_restore of a major version, or the next newer one: older ones reject the server or the dump.
 * @throws Error that says which package is missing
 */
export async function findTool(
  name: 'pg_dump' | 'pg_restore',
  major: number,
  folders: readonly string[] = foldersOfTools(),
): Promise<Tool> {
  const found = await Promise.all(folders.map((folder) => versionOf(join(folder, name))))
  const tools = found.filter((tool) => tool !== undefined).sort((one, other) => one.major - other.major)
  const suitable = tools.find((tool) => tool.major >= major)
  if (suitable) return suitable
  const newest = tools.at(-1)
  const problem = newest ? `is of version ${newest.major}, older than ${major}` : 'was not found'
  throw new Error(`${name} ${problem}: install postgresql-client-${major}, or put its folder into PATH.`)
}

/** @throws Error if they cannot connect */
export function urlForTools({ url }: { url?: string }): string {
  if (url !== undefined) return url
  throw new Error('Without DATABASE_URL, this command has nothing to do: stop the portal and copy DATA_DIR.')
}

/** Query parameters of DATABASE_URL that libpq knows; it rejects others, such as those of the driver `pg`. */
const known = new Set(['host', 'port', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'channel_binding'])

/** Debian's certificates of public authorities. */
const systemCertificates = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Connection of a tool. The password is in the environment: other users of the machine see arguments. The certificate is
 * checked as the driver `pg` does: to libpq, `sslmode=require` and others mean less.
 */
export function connectionOf(
  url: string,
  { major }: Tool,
  environment: NodeJS.ProcessEnv = process.env,
): { dbname: string; env: Record<string, string> } {
  const address = new URL(url)
  const { password, searchParams: query } = address
  address.password = ''
  const env: Record<string, string> = password ? { PGPASSWORD: decodeURIComponent(password) } : {}
  if (query.get('uselibpqcompat') !== 'true') {
    const mode = query.get('sslmode')
    const isEncrypted =
      ['true', '1'].includes(query.get('ssl') ?? '') ||
      ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'].some((name) => query.get(name))
    // A value of the driver: encrypted, without checks.
    if (mode === 'no-verify') query.set('sslmode', 'require')
    else if (isEncrypted && mode !== 'disable') {
      query.set('sslmode', 'verify-full')
      const extra = environment['NODE_EXTRA_CA_CERTS']
      if (!query.get('sslrootcert')) {
        const bundle = extra ?? (existsSync(systemCertificates) ? systemCertificates : undefined)
        // libpq 16 and newer reads the system's certificates, and the file of SSL_CERT_FILE.
        if (major >= 16) query.set('sslrootcert', 'system')
        else if (bundle) query.set('sslrootcert', bundle)
        if (major >= 16 && extra) env['SSL_CERT_FILE'] = extra
      }
    }
  }
  for (const name of [...query.keys()]) if (!known.has(name)) query.delete(name)
  return { dbname: address.href, env }
}

/** Lines of errors only, without values of rows: details and contexts contain personal data. */
const describe = (stderr: string): string =>
  stderr
    .split('\n')
    .filter((line) => /^pg_(dump|restore): (error|fatal)/.test(line))
    .slice(0, 5)
    .map((line) => line.replace(/(invalid input .*?:).*/, '$1 …'))
    .join('\n')

/** Signals that end a command. Without a handler, Node would end at once: tools would continue, and files remain. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs work that a signal to this process aborts.
 * @throws Error with the signal, or that of the work
 */
export async function abortOnSignals<T>(work: (aborted: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const abort = (signal: NodeJS.Signals) => controller.abort(new Error(`Ended by ${signal}.`))
  for (const signal of signals) process.on(signal, abort)
  try {
    return await work(controller.signal)
  } catch (error) {
    controller.signal.throwIfAborted()
    throw error
  } finally {
    for (const signal of signals) process.off(signal, abort)
  }
}

/**
 * Runs a tool on a database.
 * @throws Error with its error lines, or the reason of `aborted` when the tool has ended
 */
export async function runTool(tool: Tool, url: string, args: string[], aborted: AbortSignal): Promise<void> {
  aborted.throwIfAborted()
  const { dbname, env } = connectionOf(url, tool)
  const child = spawn(tool.path, [`--dbname=${dbname}`, '--no-password', ...args], {
    env: { PATH: process.env['PATH'], LC_ALL: 'C', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (part: Buffer) => {
    if (stderr.length < 100_000) stderr += part.toString()
  })
  const end = () => child.kill()
  process.once('exit', end)
  aborted.addEventListener('abort', end, { once: true })
  try {
    const code = await new Promise((done, fail) => child.once('error', fail).once('close', done))
    aborted.throwIfAborted()
    if (code !== 0) throw new Error(describe(stderr) || `${tool.path} failed (${String(code)}).`)
  } finally {
    process.off('exit', end)
    aborted.removeEventListener('abort', end)
  }
}
