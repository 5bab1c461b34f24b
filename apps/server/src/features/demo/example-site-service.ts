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
import { byCommand } from '#server/lib/audit/audit.ts'
import type { Config } from '#server/lib/config/config.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import * as queries from './queries.ts'

const clientId = 'example-site'

/** The demonstration's citizen. */
export const citizenEmail = 'maria@example.gr'

const isOnThisMachine = ({ publicUrl }: Pick<Config, 'publicUrl'>) =>
  ['localhost', '127.0.0.1'].includes(new URL(publicUrl).hostname)

/** Checks that `npm run example` can use this portal: PUBLIC_URL is on this machine, and PORT + 1 is a valid port. */
export const hasExampleSite = ({ config }: Pick<AppContext, 'config'>) =>
  isOnThisMachine(config) && portOf(config) <= 65_535

/** Port of the example site: PORT + 1, so that two demonstrations use different ports. */
const portOf = ({ port }: Pick<Config, 'port'>) => port + 1

/** Path of the environment file that `npm run example` reads. */
export const exampleSiteFile = ({ folder }: Pick<Config, 'folder'>) => resolve(folder, 'example-site.env')

/**
 * Registers examples/partner-site in the demonstration and writes its settings to DATA_DIR, readable only by the
 * owner. Runs at the start of the portal, because the embedded database allows only one process. Does nothing if the
 * database is not the demonstration's or PUBLIC_URL is not on this machine.
 */
export async function prepareExampleSite({ db, clock, config }: AppContext): Promise<void> {
  if (!hasExampleSite({ config }) || !(await queries.isMarked(db))) return
  const siteUrl = `http://localhost:${portOf(config)}`
  const registration: Registration = {
    name: 'Συλλογή τηγανελαίου (παράδειγμα)',
    homeUrl: `${siteUrl}/`,
    firstParty: true,
    redirectUris: [`${siteUrl}/callback`],
    postLogoutRedirectUris: [`${siteUrl}/`],
    backchannelLogoutUri: `${siteUrl}/backchannel-logout`,
    initiateLoginUri: `${siteUrl}/login`,
    scopes: ['openid', 'profile', 'points:read', 'points:write'],
    descriptions: ['oil_collected', 'collection_cancelled', 'coupon_created', 'coupon_cancelled'],
    origins: [siteUrl],
  }
  await db.transaction().execute(async (trx) => {
    await queries.lockExampleSite(trx)
    const context = { db: trx, clock }
    const known = (await listPartners(context)).find((partner) => partner.clientId === clientId)
    // Do not re-enable a site that the operator disabled.
    if (known?.disabledAt) return
    const secret = known
      ? await currentSecret(context, config, registration)
      : (await addPartner(context, byCommand('partner add'), registration, clientId)).secret
    write(config, {
      PORTAL_URL: config.publicUrl,
      CLIENT_ID: clientId,
      CLIENT_SECRET: secret,
      PORT: String(portOf(config)),
      SITE_URL: siteUrl,
      // For the commands of docs/partners.md.
      PARTICIPANT: String((await queries.findId(trx, citizenEmail)) ?? ''),
      JOURNAL: resolve(config.folder, 'example-site.jsonl'),
    })
  })
}

/** Returns the secret in the file if it is valid; otherwise a new one. */
async function currentSecret(
  context: Pick<AppContext, 'db' | 'clock'>,
  config: Config,
  registration: Registration,
): Promise<string> {
  await changePartner(context, byCommand('partner change'), clientId, registration)
  const stored = read(config)['CLIENT_SECRET']
  const isValid = stored !== undefined && (await isSecretOf(context, clientId, stored))
  return isValid
    ? stored
    : (await rotateSecret(context, byCommand('partner rotate-secret'), clientId, 0)).secret
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
  // writeFileSync sets the mode only for new files.
  chmodSync(file, 0o600)
}
