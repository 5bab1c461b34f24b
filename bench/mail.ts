/**
 * Measures the throughput of mails, with an SMTP server in this process that accepts at once: mails queued after dead
 * addresses, single mails on an idle queue, and single mails while 1,000 others are retried. Leaves accounts in the
 * database: use a temporary one.
 *
 *     DATABASE_URL=postgres://… npm run bench -- mail [mails] [dead addresses]
 *
 * Without DATABASE_URL it uses the embedded database in DATA_DIR.
 */
import { openDatabase } from '@portal/server/db/database.ts'
import { migrate } from '@portal/server/db/migrate.ts'
import { accountMails, sendAccountMail } from '@portal/server/features/accounts/send-mail.ts'
import { systemClock } from '@portal/server/lib/time/clock.ts'
import { readConfig } from '@portal/server/lib/config/config.ts'
import { openJobs } from '@portal/server/lib/jobs/jobs.ts'
import { openMailer } from '@portal/server/lib/mail/mailer.ts'
import { SMTPServer } from 'smtp-server'
import { percentile } from './statistics.ts'

const [mails = 1_000, dead = 1_000] = process.argv.slice(2).map(Number)

const attempts = new Map<string, number>()
const receivedAt = new Map<string, number>()
const failed = (text: string, responseCode: number) => Object.assign(new Error(text), { responseCode })
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => {
    attempts.set(address, (attempts.get(address) ?? 0) + 1)
    if (address.includes('@dead')) return done(failed('No such mailbox', 550))
    done(address.includes('@later') ? failed('Try again later', 450) : undefined)
  },
  onData: (stream, session, done) => {
    stream.resume()
    stream.on('end', () => {
      const address = session.envelope.rcptTo[0]?.address ?? ''
      receivedAt.set(address, performance.now())
      done()
    })
  },
})
server.on('error', () => {})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
const listening = server.server.address()
const port = typeof listening === 'object' ? listening?.port : undefined

const config = readConfig({
  ...process.env,
  DEMO: 'no',
  LOG_LEVEL: 'error',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'bench@example.gr',
})
const open = await openDatabase(config)
await migrate(open.db)
const jobs = await openJobs(open, () => {})
const portal = {
  db: open.db,
  clock: systemClock,
  config,
  jobs,
  listen: open.listen,
  cookies: { secure: false },
}
const mailer = openMailer(config)
// Hold the workers until all mails are queued.
const begun = Promise.withResolvers<void>()
await jobs.work(accountMails, async (mail) => {
  await begun.promise
  await sendAccountMail({ ...portal, mailer }, mail)
})

const run = crypto.randomUUID().slice(0, 8)
const queue = async (count: number, domainOf: (place: number) => string) => {
  const createdAt = new Date()
  const emails = Array.from({ length: count }, (_, n) => `${run}-${crypto.randomUUID()}@${domainOf(n)}`)
  const person = { firstName: 'Bench', lastName: 'Bench', municipalityId: null, passwordHash: null }
  const active = { createdAt, isActive: true, activatedAt: createdAt }
  await open.db
    .insertInto('users')
    .values(emails.map((email) => ({ email, ...person, ...active })))
    .execute()
  await open.db.transaction().execute(async (trx) => {
    for (const email of emails) await jobs.enqueue(trx, accountMails, { kind: 'reset', email, query: '' })
  })
  return emails
}
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((done) => setTimeout(done, 5))
}
const timesOf = (times: number[]) => {
  const at = (share: number) => percentile(times, share).toFixed(0)
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms`
}
/** Twenty mails, one after another. */
const single = async (name: string) => {
  const times: number[] = []
  for (let mail = 0; mail < 20; mail += 1) {
    const start = performance.now()
    const [email = ''] = await queue(1, () => 'live.example')
    await until(() => receivedAt.has(email))
    times.push((receivedAt.get(email) ?? 0) - start)
    await new Promise((done) => setTimeout(done, 37 * (mail % 10)))
  }
  console.log(`${name.padEnd(44)}${timesOf(times)}`)
}

const deadAddresses = await queue(dead, (n) => `dead${n % 10}.example`)
const live = await queue(mails, (n) => `live${n % 10}.example`)
const start = performance.now()
begun.resolve()
await until(() => live.every((email) => receivedAt.has(email)))
const seconds = (performance.now() - start) / 1_000
await until(() => deadAddresses.every((email) => attempts.has(email)))
const twice = [...attempts.values()].filter((count) => count > 1).length
const rate = ((mails + dead) / seconds).toFixed(0)
console.log(
  `${`${mails} mails behind ${dead} dead addresses`.padEnd(44)}${seconds.toFixed(1)} s, ${rate} attempts/s, ${twice} addresses tried twice`,
)
await single('single mails, idle queue')

const later = await queue(1_000, (n) => `later${n}.example`)
await until(() => later.every((email) => attempts.has(email)))
await single('single mails, 1,000 others being retried')

await jobs.stop()
mailer.close()
await open.close()
await new Promise<void>((done) => server.close(() => done()))
process.exit(0)
