/** Starts a server in this process on the database of DATABASE_URL, signs in as staff, and measures requests. */
import { buildApp } from '@portal/server/app.ts'
import { openDatabase } from '@portal/server/db/database.ts'
import { systemClock } from '@portal/server/lib/time/clock.ts'
import { readConfig } from '@portal/server/lib/config/config.ts'
import { openJobs } from '@portal/server/lib/jobs/jobs.ts'
import { hashPassword } from '@portal/server/lib/security/passwords.ts'

export async function openClerk() {
  const config = readConfig({ ...process.env, DEMO: 'no', LOG_LEVEL: 'error' })
  const open = await openDatabase(config)
  const jobs = await openJobs(open, console.error)
  const app = await buildApp({
    db: open.db,
    clock: systemClock,
    config,
    jobs,
    listen: open.listen,
    cookies: { secure: false },
  })

  const email = `bench-${crypto.randomUUID()}@example.gr`
  const password = crypto.randomUUID()
  const staff = await open.db
    .insertInto('users')
    .values({
      email,
      firstName: 'Bench',
      lastName: 'Bench',
      isStaff: true,
      role: 'clerk',
      isActive: true,
      municipalityId: null,
      passwordHash: await hashPassword(password),
      createdAt: new Date(),
      activatedAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/auth/token/login',
    payload: { email, password },
  })
  const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

  const ask = async (url: string) => {
    const start = performance.now()
    const answer = await app.inject({ url, headers: { cookie } })
    const ms = performance.now() - start
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
    return { ms, answer }
  }

  console.log(`${''.padEnd(44)}${'median'.padStart(9)}${'slowest'.padStart(9)}${'ratio'.padStart(8)}`)
  let baseline = 0
  /** Prints the median and maximum of 30 requests in milliseconds, and the ratio to the first measured request. */
  const measure = async (name: string, url: string, show = ''): Promise<void> => {
    const times: number[] = []
    for (let i = 0; i < 35; i += 1) times.push((await ask(url)).ms)
    const sorted = times.slice(5).sort((a, b) => a - b)
    const median = sorted[15] ?? 0
    baseline ||= median
    const figures = [median.toFixed(2), (sorted.at(-1) ?? 0).toFixed(2)].map((ms) => ms.padStart(9)).join('')
    console.log(`${name.padEnd(44)}${figures}${(median / baseline).toFixed(1).padStart(8)}  ${show}`)
  }

  const close = async () => {
    await open.db.deleteFrom('users').where('id', '=', staff.id).execute()
    await app.close()
    await jobs.stop()
    await open.close()
  }
  return { ask, measure, close }
}
