import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isLoopback } from './addresses.ts'
import type { Config } from './config.ts'
import { version } from './version.ts'

/** Header of the answer at /healthz to `portal doctor` on the same machine. */
export const stateHeader = 'x-server-state'

const root = resolve(import.meta.dirname, '../../../../..')
const digestOf = (text: string) => hash('sha256', text, 'hex').slice(0, 12)

/** Of the version, the migrations and the built web app, whose files are named by their contents. */
function describeCode(): string {
  const page = resolve(root, 'apps/web/dist/index.html')
  const built = existsSync(page) ? readFileSync(page, 'utf8') : ''
  return `${version} ${digestOf(readdirSync(resolve(root, 'apps/server/migrations')).join() + built)}`
}

/**
 * Describes a server for the comparison with its environment: version and digests, without anything secret. The files are
 * read now: a server calls it once, at its start.
 */
export function describeServer(config: Config): string {
  const { database: _1, databaseOwner: _2, databaseRead: _3, secret: _4, mail: _5, ...named } = config
  const { brand, brandSource, brandVersion: _6, logoFile: _7, logoType: _8, ...others } = named
  return new URLSearchParams({
    code: describeCode(),
    workers: String(config.workers),
    // The stored brand needs no restart.
    brand: brandSource === 'file' ? digestOf(JSON.stringify(brand)) : '',
    settings: digestOf(JSON.stringify(others)),
  }).toString()
}

/** Whether a request comes from this machine, and not through a proxy. */
export const isFromHere = ({
  headers,
  socket,
}: {
  headers: Record<string, unknown>
  socket: { remoteAddress?: string | undefined }
}): boolean =>
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined &&
  isLoopback(socket.remoteAddress ?? '')

const parts = ['code', 'workers', 'brand', 'settings'] as const

/** Returns in what a running server differs from the files and settings of this process. */
export function differencesOf(running: string, config: Config): (typeof parts)[number][] {
  const [seen, here] = [new URLSearchParams(running), new URLSearchParams(describeServer(config))]
  const different = parts.filter((name) => seen.get(name) !== here.get(name))
  // The number of processes is a setting, too.
  return different.filter((name) => name !== 'settings' || !different.includes('workers'))
}
