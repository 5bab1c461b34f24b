/**
 * Whether login and reset tell by their time if an address has an account. 200 tries each, known and unknown by turns, so that whatever
 * else the machine does touches both alike.
 *
 *   DATABASE_URL=postgres://…/an_empty_database npm run bench -- account-timing
 *
 * Prints the medians in milliseconds and their difference in per cent; below 5 is what issue and docs promise.
 */
import { buildApp } from '@portal/server/app.ts'
import { openDatabase } from '@portal/server/db/database.ts'
import { migrate } from '@portal/server/db/migrate.ts'
import { accountMails } from '@portal/server/features/accounts/post.ts'
import { systemClock } from '@portal/server/platform/clock.ts'
import { readConfig } from '@portal/server/platform/config.ts'
import { openJobs } from '@portal/server/platform/jobs.ts'
import { hashPassword } from '@portal/server/platform/passwords.ts'

const tries = 200
const limits = ['SIGN_IN', 'RESET'].flatMap((name) => [`LIMIT_${name}_ACCOUNT`, `LIMIT_${name}_ADDRESS`])
const config = readConfig({
  ...process.env,
  ...{ DEMO: 'no', LOG_LEVEL: 'error' },
  ...Object.fromEntries(limits.map((name) => [name, '100000/1h'])),
})
const open = await openDatabase(config)
await migrate(open.db)
const jobs = await openJobs(open, console.error)
// The mails' own work isn't part of the answer; it is put off until after the measurement.
await jobs.work(accountMails, () => new Promise(() => {}))
const app = await buildApp({ db: open.db, clock: systemClock, config, jobs, cookies: { secure: false } })

const passwordHash = await hashPassword(crypto.randomUUID())
const people = await open.db
  .insertInto('users')
  .values(
    Array.from({ length: tries }, () => ({
      ...{ email: `known-${crypto.randomUUID()}@example.gr`, firstName: 'Bench', lastName: 'Bench' },
      ...{
        isActive: true,
        municipalityId: null,
        passwordHash,
        createdAt: new Date(),
        activatedAt: new Date(),
      },
    })),
  )
  .returning(['id', 'email'])
  .execute()

async function time(url: string, payload: object, due: number): Promise<number> {
  const start = performance.now()
  const { statusCode } = await app.inject({ method: 'POST', url, payload })
  const ms = performance.now() - start
  if (statusCode !== due) throw new Error(`${url}: ${statusCode}`)
  return ms
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

async function compare(name: string, url: string, payload: (email: string) => object, due: number) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (const { email } of people) {
    times.known.push(await time(url, payload(email), due))
    times.unknown.push(await time(url, payload(`un${email}`), due))
  }
  const [known, unknown] = [median(times.known), median(times.unknown)]
  const difference = (Math.abs(known - unknown) / Math.max(known, unknown)) * 100
  console.log(
    `${name.padEnd(8)} known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, ${difference.toFixed(1)} % apart`,
  )
}

await compare('login', '/api/auth/token/login', (email) => ({ email, password: 'x' }), 400)
await compare('reset', '/api/auth/users/reset_password/', (email) => ({ email }), 204)

await open.db
  .deleteFrom('users')
  .where(
    'id',
    'in',
    people.map(({ id }) => id),
  )
  .execute()
await app.close()
await open.close()
process.exit(0)
