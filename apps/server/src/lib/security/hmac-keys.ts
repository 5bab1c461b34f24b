import type { Db } from '#server/db/database.ts'
import type { Config } from '../config/config.ts'
import { keyFor, secretOf } from './encryption.ts'

type Context = { db: Db; config: Config }

const secrets = new WeakMap<Config, Promise<string>>()

/**
 * Returns a 256-bit HMAC key for one purpose, the same in all servers of a database: derived from PORTAL_SECRET or,
 * without it, from a random value in `portal_state`.
 */
export async function hmacKey(context: Context, purpose: string): Promise<Buffer> {
  let secret = secrets.get(context.config)
  if (!secret) {
    secret = readSecret(context)
    secrets.set(context.config, secret)
    secret.catch(() => secrets.delete(context.config))
  }
  return keyFor(await secret, purpose)
}

async function readSecret({ db, config }: Context): Promise<string> {
  const given = secretOf(config)
  if (given !== undefined) return given
  const row = await db
    .selectFrom('portalState')
    .select('value')
    .where('key', '=', 'hmac key')
    .executeTakeFirstOrThrow()
  return row.value
}
