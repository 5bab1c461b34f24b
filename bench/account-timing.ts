/**
 * Measures whether the response times of sign-in, password reset and another activation mail reveal that an address has
 * an account, or how its password is hashed; and the response time of the landing page while 90 people sign in at once.
 *
 *     DATABASE_URL=postgres://…/an_empty_database npm run bench -- account-timing
 *
 * Prints medians in milliseconds; those of one call must be within 5 %. The kinds alternate, so that other load on the
 * machine affects all of them equally.
 */
import { argon2Sync, pbkdf2Sync, randomBytes } from 'node:crypto'
import { buildApp } from '@portal/server/app.ts'
import { openDatabase } from '@portal/server/db/database.ts'
import { migrate } from '@portal/server/db/migrate.ts'
import { accountMails } from '@portal/server/features/accounts/send-mail.ts'
import { systemClock } from '@portal/server/lib/time/clock.ts'
import { readConfig } from '@portal/server/lib/config/config.ts'
import { openJobs } from '@portal/server/lib/jobs/jobs.ts'
import { hashPassword } from '@portal/server/lib/security/passwords.ts'
import { median } from './statistics.ts'

const limits = ['SIGN_IN', 'RESET', 'SIGN_UP'].flatMap((name) =>
  ['ACCOUNT', 'ADDRESS', 'ACCOUNT_TOTAL'].map((by) => `LIMIT_${name}_${by}`),
)
const config = readConfig({
  ...process.env,
  DEMO: 'no',
  LOG_LEVEL: 'error',
  ...Object.fromEntries(limits.map((name) => [name, '100000/1h'])),
})
const open = await openDatabase(config)
await migrate(open.db)
const jobs = await openJobs(open, console.error)
// Postpone sending mails until after the measurement; it is not part of the response.
await jobs.work(accountMails, () => new Promise(() => {}))
const app = await buildApp({
  db: open.db,
  clock: systemClock,
  config,
  jobs,
  listen: open.listen,
  cookies: { secure: false },
})

const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const password = 'bench-password'
const salt = randomBytes(16)

/** Hashes as Django writes them: PASSWORD_HASHERS' Argon2PasswordHasher and PBKDF2PasswordHasher (4.0). */
const djangoArgon2 = () => {
  const given = { memory: 102_400, passes: 2, parallelism: 8, tagLength: 32 }
  const hash = argon2Sync('argon2id', { message: password, nonce: salt, ...given })
  return `argon2$argon2id$v=19$m=102400,t=2,p=8$${text(salt)}$${text(hash)}`
}
const djangoPbkdf2 = (iterations: number) =>
  `pbkdf2_sha256$${iterations}$benchsalt$${pbkdf2Sync(password, 'benchsalt', iterations, 32, 'sha256').toString('base64')}`

const own = await hashPassword(password)
type Kind = { passwordHash: string | null; isActive: boolean; hasSecondFactor?: true }
const kinds: Record<string, Kind | undefined> = {
  'argon2id of the portal': { passwordHash: own, isActive: true },
  '… with a second factor': { passwordHash: own, isActive: true, hasSecondFactor: true },
  "Django's argon2": { passwordHash: djangoArgon2(), isActive: true },
  "Django's PBKDF2, 30,000": { passwordHash: djangoPbkdf2(30_000), isActive: true },
  "Django's PBKDF2, 260,000": { passwordHash: djangoPbkdf2(260_000), isActive: true },
  'no password yet': { passwordHash: null, isActive: true },
  'not activated': { passwordHash: own, isActive: false },
  'unknown address': undefined,
}

/** @returns the addresses of new accounts; for the kind without an account, unused addresses */
async function people(kind: Kind | undefined, count: number): Promise<string[]> {
  const createdAt = new Date()
  const emails = Array.from({ length: count }, () => `bench-${crypto.randomUUID()}@example.gr`)
  if (!kind) return emails
  const { hasSecondFactor, ...account } = kind
  const users = await open.db
    .insertInto('users')
    .values(
      emails.map((email) => ({
        email,
        firstName: 'Bench',
        lastName: 'Bench',
        municipalityId: null,
        ...account,
        createdAt,
        activatedAt: kind.isActive ? createdAt : null,
      })),
    )
    .returning('id')
    .execute()
  if (hasSecondFactor)
    await open.db
      .insertInto('totpSecrets')
      .values(users.map(({ id }) => ({ userId: id, secret: 'bench', createdAt, lastStep: 0 })))
      .execute()
  return emails
}

async function time(url: string, payload: object, due: number): Promise<number> {
  const start = performance.now()
  const { statusCode } = await app.inject({ method: 'POST', url, payload })
  const ms = performance.now() - start
  if (statusCode !== due) throw new Error(`${url}: ${statusCode}`)
  return ms
}

async function compare(
  name: string,
  url: string,
  { tries, due, payload }: { tries: number; due: number; payload: (email: string) => object },
) {
  const rows = await Promise.all(
    Object.entries(kinds).map(async ([kind, given]) => ({
      kind,
      emails: await people(given, tries),
      times: [] as number[],
    })),
  )
  for (const { emails } of rows) await time(url, payload(emails[0] ?? ''), due)
  for (let n = 0; n < tries; n += 1)
    for (const { emails, times } of rows) times.push(await time(url, payload(emails[n] ?? ''), due))
  const medians = rows.map(({ times }) => median(times))
  for (const { kind, times } of rows)
    console.log(`${name.padEnd(6)} ${kind.padEnd(26)} ${median(times).toFixed(2)} ms`)
  const apart = (1 - Math.min(...medians) / Math.max(...medians)) * 100
  console.log(`${name.padEnd(6)} ${'difference'.padEnd(26)} ${apart.toFixed(1)} %`)
}

async function landing(count: number): Promise<number> {
  const times = []
  for (let n = 0; n < count; n += 1) {
    const start = performance.now()
    await (await fetch(`${address}/`)).text()
    times.push(performance.now() - start)
  }
  return median(times)
}

const tries = 200
const wrong = (email: string) => ({ email, password: 'x' })
await compare('login', '/api/auth/token/login', { tries, due: 400, payload: wrong })
await compare('reset', '/api/auth/users/reset_password/', {
  tries,
  due: 204,
  payload: (email) => ({ email }),
})
await compare('resend', '/api/auth/users/resend_activation/', {
  tries,
  due: 204,
  payload: (email) => ({ email }),
})

const address = await app.listen({ port: 0, host: '127.0.0.1' })
const citizens = await people({ passwordHash: own, isActive: true }, 90)
await landing(50)
const idle = await landing(200)
const signIns = citizens.map(async (email) => {
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${address}/api/auth/token/login`, { method: 'POST', headers, body })).status
})
const busy = await landing(200)
const statuses = await Promise.all(signIns)
console.log(`landing page ${idle.toFixed(2)} ms, while 90 sign in ${busy.toFixed(2)} ms`)
console.log(`sign-ins: ${statuses.filter((status) => status === 200).length} of 90 answered 200`)

await open.db.deleteFrom('users').where('email', 'like', 'bench-%').execute()
await app.close()
await open.close()
process.exit(0)
