import { createHash, createPrivateKey, generateKeyPair, type JsonWebKey, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db } from '#server/db/database.ts'
import { type Clock, days, later, minutes } from '#server/lib/time/clock.ts'
import { type Config, ConfigError } from '#server/lib/config/config.ts'
import { seal, secretOf, unseal } from '#server/lib/security/encryption.ts'
import * as queries from './keys-queries.ts'

const generate = promisify(generateKeyPair)

/** A new key is published for so long before it signs: by then every site has read it. */
const publishedAhead = minutes(10)

/**
 * An old key stays published for so long after it signed last: an ID token is over after an hour, but a site hands it
 * back when its visitor signs out, and sessions last for fourteen days.
 */
const publishedAfter = days(15)

type Context = { db: Db; clock: Clock; config: Pick<Config, 'secret'> }

/** A key with its private part, as a JSON Web Key. The one that signs is the first of the list. */
export type SigningKey = JsonWebKey & { kid: string; alg: 'RS256'; use: 'sig' }

const purpose = 'signing key'

/** @throws ConfigError where there is none: /oauth/ isn't served then, and this isn't reached */
function neededSecret(config: Pick<Config, 'secret'>): string {
  const secret = secretOf(config)
  if (secret === undefined)
    throw new ConfigError(['PORTAL_SECRET: missing; the keys of the sign-in need it.'])
  return secret
}

/**
 * RSA of 2,048 bits, for RS256: the one algorithm that every OpenID Connect library takes (Core, 15.1). The kid is the
 * key's thumbprint (RFC 7638).
 */
async function makeKey(secret: string) {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 })
  const jwk = privateKey.export({ format: 'jwk' })
  const { e, kty, n } = jwk
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
  const key = { ...jwk, kid, alg: 'RS256', use: 'sig' }
  return { kid, privateJwk: seal(secret, purpose, JSON.stringify(key)) }
}

/**
 * All keys that are published, the one that signs first. The first key of all is made here.
 * @throws ConfigError where the keys were encrypted with another secret
 */
export async function findKeys({ db, clock, config }: Context): Promise<SigningKey[]> {
  const secret = neededSecret(config)
  let rows = await queries.listKeys(db)
  if (rows.length === 0) {
    const key = await makeKey(secret)
    rows = await db.transaction().execute(async (trx) => {
      await queries.lockKeys(trx)
      // Another process may have been faster.
      const present = await queries.listKeys(trx)
      if (present.length > 0) return present
      const now = clock.now()
      await queries.insertKey(trx, { ...key, createdAt: now, signsFrom: now })
      return queries.listKeys(trx)
    })
  }
  // Newest first; what is only published ahead goes last.
  const now = clock.now()
  const signing = rows.filter(({ signsFrom }) => signsFrom <= now)
  const ahead = rows.filter(({ signsFrom }) => signsFrom > now)
  return [...signing, ...ahead].map(({ privateJwk }) => {
    const opened = unseal(secret, purpose, privateJwk)
    if (opened === undefined)
      throw new ConfigError([
        "PORTAL_SECRET: isn't the one that the signing keys were encrypted with. Set that one again, or replace the keys: npm run portal -- oidc rotate-keys --at-once.",
      ])
    return JSON.parse(opened) as SigningKey
  })
}

/**
 * Puts a new key in the place of the one that signs. It is published at once and signs ten minutes later; the old one
 * stays published until all that it signed has lost its worth. Nothing that is signed breaks.
 * @param atOnce where a key has leaked, or can't be read any more: all old ones go, and with them all they signed
 * @returns from when on the new key signs
 */
export async function rotateKeys(
  { db, clock, config }: Context,
  { atOnce }: { atOnce: boolean },
): Promise<Date> {
  const key = await makeKey(neededSecret(config))
  return db.transaction().execute(async (trx) => {
    await queries.lockKeys(trx)
    const now = clock.now()
    const isFirst = (await queries.listKeys(trx)).length === 0
    const signsFrom = atOnce || isFirst ? now : later(now, publishedAhead)
    if (atOnce) await queries.deleteKeys(trx)
    else await queries.retireKeys(trx, signsFrom)
    await queries.insertKey(trx, { ...key, createdAt: now, signsFrom })
    return signsFrom
  })
}

/** Removes keys whose signatures are of no more worth. */
export const deleteRetiredKeys = ({ db, clock }: Pick<Context, 'db' | 'clock'>) =>
  queries.deleteRetiredKeys(db, later(clock.now(), -publishedAfter))

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs claims as a JSON Web Token of the given type (RFC 7515, compact). */
export async function signToken(context: Context, typ: string, claims: object): Promise<string> {
  const [key] = await findKeys(context)
  if (!key) throw new Error('There is no key to sign with.')
  const content = `${part({ alg: key.alg, kid: key.kid, typ })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(content), createPrivateKey({ key, format: 'jwk' }))
  return `${content}.${signature.toString('base64url')}`
}
