import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import type { Db } from '#server/db/database.ts'
import { type Clock, days, later, minutes } from '#server/lib/time/clock.ts'
import { byCommand, writeAudit } from '#server/lib/audit/audit.ts'
import { type Config, ConfigError } from '#server/lib/config/config.ts'
import { seal, secretOf, unseal } from '#server/lib/security/encryption.ts'
import * as queries from './keys-queries.ts'

/** Time between publishing a key and signing with it, so that sites have fetched it. */
const publishedAhead = minutes(10)

/**
 * Time that a retired key stays published. An ID token expires after an hour, but sites send it as id_token_hint when
 * signing out, and sessions last 14 days.
 */
const publishedAfter = days(15)

type Context = { db: Db; clock: Clock; config: Pick<Config, 'secret'> }

/** A private JSON Web Key. The first of a list signs. */
export type SigningKey = JWK & { kid: string; alg: 'RS256'; use: 'sig' }

const purpose = 'signing key'

/** @throws ConfigError if PORTAL_SECRET is missing; /oauth/ is not mounted then */
function requireSecret(config: Pick<Config, 'secret'>): string {
  const secret = secretOf(config)
  if (secret === undefined)
    throw new ConfigError(['PORTAL_SECRET: missing. It is required for the signing keys.'])
  return secret
}

/**
 * Creates an RSA key of 3,072 bits (128 bits of security; ASVS 5.0, 11.2.3) for RS256, the only algorithm that every
 * OpenID Connect library must support (Core, 15.1). The kid is the key's thumbprint (RFC 7638).
 */
async function createKey(secret: string) {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 3072, extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  const key = { ...jwk, kid, alg: 'RS256', use: 'sig' }
  return { kid, privateJwk: seal(secret, purpose, JSON.stringify(key)) }
}

/**
 * Returns all published keys; the first one signs. Creates a key if there is none.
 * @throws ConfigError if the keys were encrypted with another secret
 */
export async function findKeys({ db, clock, config }: Context): Promise<SigningKey[]> {
  const secret = requireSecret(config)
  let rows = await queries.listKeys(db)
  if (rows.length === 0) {
    const key = await createKey(secret)
    rows = await db.transaction().execute(async (trx) => {
      await queries.lockKeys(trx)
      // Another process may have created a key before this one got the lock.
      const existing = await queries.listKeys(trx)
      if (existing.length > 0) return existing
      const now = clock.now()
      await queries.insertKey(trx, { ...key, createdAt: now, signsFrom: now })
      return queries.listKeys(trx)
    })
  }
  // Newest first; keys that do not sign yet go last.
  const now = clock.now()
  const signing = rows.filter(({ signsFrom }) => signsFrom <= now)
  const ahead = rows.filter(({ signsFrom }) => signsFrom > now)
  return [...signing, ...ahead].map(({ privateJwk }) => {
    const opened = unseal(secret, purpose, privateJwk)
    if (opened === undefined)
      throw new ConfigError([
        'PORTAL_SECRET: does not match the secret that the signing keys were encrypted with. Restore that secret, or replace the keys: npm run portal -- oidc rotate-keys --at-once.',
      ])
    return JSON.parse(opened) as SigningKey
  })
}

/**
 * Replaces the signing key. The new key is published immediately and signs 10 minutes later; the old key stays
 * published for 15 days, so that existing signatures stay valid.
 * @param atOnce deletes all old keys and thereby invalidates their signatures; for leaked or undecryptable keys
 * @returns the time from which the new key signs
 */
export async function rotateKeys(
  { db, clock, config }: Context,
  { atOnce }: { atOnce: boolean },
): Promise<Date> {
  const key = await createKey(requireSecret(config))
  return db.transaction().execute(async (trx) => {
    await queries.lockKeys(trx)
    const now = clock.now()
    const isFirst = (await queries.listKeys(trx)).length === 0
    const signsFrom = atOnce || isFirst ? now : later(now, publishedAhead)
    if (atOnce) await queries.deleteKeys(trx)
    else await queries.retireKeys(trx, signsFrom)
    await queries.insertKey(trx, { ...key, createdAt: now, signsFrom })
    const entry = { action: 'keys.rotate', details: { at_once: atOnce } } as const
    await writeAudit({ db: trx, clock }, byCommand('oidc rotate-keys'), entry)
    return signsFrom
  })
}

/** Deletes keys that were retired more than 15 days ago. */
export const deleteRetiredKeys = ({ db, clock }: Pick<Context, 'db' | 'clock'>) =>
  queries.deleteRetiredKeys(db, later(clock.now(), -publishedAfter))

/** Signs claims as a JSON Web Token of the given type (RFC 7515, compact). */
export async function signToken(context: Context, typ: string, claims: JWTPayload): Promise<string> {
  const [key] = await findKeys(context)
  if (!key) throw new Error('No signing key found.')
  return new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid, typ }).sign(key)
}
