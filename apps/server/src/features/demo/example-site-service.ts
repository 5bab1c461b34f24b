import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import {
  addPartner,
  changePartner,
  listPartners,
  type Registration,
  rotateSecret,
} from '#server/features/partners/registry-service.ts'
import { isSecretOf } from '#server/features/partners/service.ts'
import type { Config } from '#server/lib/config/config.ts'
import type { Portal } from '#server/lib/context/context.ts'
import * as queries from './queries.ts'

const clientId = 'example-site'

const isOnThisMachine = ({ publicUrl }: Pick<Config, 'publicUrl'>) =>
  ['localhost', '127.0.0.1'].includes(new URL(publicUrl).hostname)

/** Whether `npm run example` has a portal to go with: one of this machine, with a port free behind its own. */
export const hasExampleSite = ({ config }: Pick<Portal, 'config'>) =>
  isOnThisMachine(config) && portOf(config) <= 65_535

/** The port behind the portal's, so that two demonstrations have two examples. */
const portOf = ({ port }: Pick<Config, 'port'>) => port + 1

/** What `npm run example` gives to the example's environment. */
export const exampleSiteFile = ({ folder }: Pick<Config, 'folder'>) => resolve(folder, 'example-site.env')

/**
 * Registers examples/partner-site in the demonstration, and leaves what it has to know in DATA_DIR, readable by the owner
 * alone: the embedded database takes one process, so a command beside the running portal could not. A portal that isn't
 * the demonstration, or that others reach from outside, registers nothing and leaves nothing.
 */
export async function prepareExampleSite({ db, clock, config }: Portal): Promise<void> {
  if (!hasExampleSite({ config }) || !(await queries.isMarked(db))) return
  const siteUrl = `http://localhost:${portOf(config)}`
  const registration: Registration = {
    ...{ name: 'Συλλογή λαδιού (παράδειγμα)', homeUrl: `${siteUrl}/`, firstParty: true },
    ...{ redirectUris: [`${siteUrl}/callback`], postLogoutRedirectUris: [`${siteUrl}/`] },
    ...{ backchannelLogoutUri: `${siteUrl}/backchannel-logout`, initiateLoginUri: `${siteUrl}/login` },
    scopes: ['openid', 'profile', 'points:read', 'points:write'],
    descriptions: ['oil_collected', 'collection_cancelled', 'coupon_created', 'coupon_cancelled'],
    origins: [siteUrl],
  }
  await db.transaction().execute(async (trx) => {
    await queries.lockExampleSite(trx)
    const context = { db: trx, clock }
    const known = (await listPartners(context)).find((partner) => partner.clientId === clientId)
    // Whoever shut it out meant it.
    if (known?.disabledAt) return
    const secret = known
      ? await keptSecret(context, config, registration)
      : (await addPartner(context, registration, clientId)).secret
    write(config, {
      PORTAL_URL: config.publicUrl,
      CLIENT_ID: clientId,
      CLIENT_SECRET: secret,
      PORT: String(portOf(config)),
      SITE_URL: siteUrl,
      JOURNAL: resolve(config.folder, 'example-site.jsonl'),
    })
  })
}

/** The one that the file has, if it is the partner's; else a new one. */
async function keptSecret(
  context: Pick<Portal, 'db' | 'clock'>,
  config: Config,
  registration: Registration,
): Promise<string> {
  await changePartner(context, clientId, registration)
  const kept = read(config)['CLIENT_SECRET']
  const isKept = kept !== undefined && (await isSecretOf(context, clientId, kept))
  return isKept ? kept : (await rotateSecret(context, clientId, 0)).secret
}

function read(config: Config): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(exampleSiteFile(config), 'utf8'))
  } catch {
    return {}
  }
}

function write(config: Config, variables: Record<string, string>): void {
  const file = exampleSiteFile(config)
  mkdirSync(config.folder, { recursive: true, mode: 0o700 })
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(file, lines.join(''), { mode: 0o600 })
  // The mode above is for a new file alone.
  chmodSync(file, 0o600)
}
