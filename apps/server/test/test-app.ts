import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@portal/contract/endpoint.ts'
import { login } from '@portal/contract/accounts.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/db/database.ts'
import { accountMails, sendAccountMail } from '#server/features/accounts/send-mail.ts'
import { announceNotice, announcements } from '#server/features/notices/service.ts'
import { notifySite, partnerLogouts } from '#server/features/oidc/logout-service.ts'
import { webhookMessages } from '#server/ledger/events/announce.ts'
import { deliverWebhook } from '#server/features/partner-api/webhook-service.ts'
import { days, later, systemClock } from '#server/lib/time/clock.ts'
import { type Config, readConfig } from '#server/lib/config/config.ts'
import { openJobs } from '#server/lib/jobs/jobs.ts'
import { strength } from '#server/lib/security/passwords.ts'
import { openStandby } from '#server/lib/standby/standby.ts'
import { type Mail, type Mailer, openMailer } from '#server/lib/mail/mailer.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { errorHeader } from '@portal/contract/endpoint.ts'
import { assertListed } from './listed-codes.ts'
import { makers, openSessionFor } from './factories.ts'
import { asApplication, templateDatabase } from './prepare.ts'
import { until } from './until.ts'

type Settings = Partial<Record<string, string>>

// Of this process, not of servers that tests start: a hash of the portal's strength takes 31 ms.
Object.assign(strength, { memory: 1_024, passes: 1 })

/** High limits, for tests that are not about limits. */
const noLimits: Settings = {
  LIMIT_SIGN_IN_ACCOUNT: '1000/1h',
  LIMIT_SIGN_IN_ACCOUNT_TOTAL: '1000/1h',
  LIMIT_SIGN_IN_NETWORK: '1000/1h',
  LIMIT_SIGN_IN_MAIL_ACCOUNT: '1000/1h',
  LIMIT_SIGN_UP_ACCOUNT: '1000/1h',
  LIMIT_SIGN_UP_ACCOUNT_TOTAL: '1000/1h',
  LIMIT_SIGN_UP_NETWORK: '1000/1h',
  LIMIT_RESET_ACCOUNT: '1000/1h',
  LIMIT_RESET_ACCOUNT_TOTAL: '1000/1h',
  LIMIT_RESET_NETWORK: '1000/1h',
  LIMIT_LINK_NETWORK: '1000/1h',
  LIMIT_PASSWORD_ACCOUNT: '1000/1h',
  LIMIT_SECOND_FACTOR_ACCOUNT: '1000/1h',
  LIMIT_SECOND_FACTOR_ACCOUNT_TOTAL: '1000/1h',
  LIMIT_SECOND_FACTOR_CHANGE_ACCOUNT: '1000/1h',
  LIMIT_SITE_SIGN_IN_NETWORK: '1000/1h',
  LIMIT_PARTNER_SECRET_NETWORK: '1000/1h',
  LIMIT_EMAIL_CHANGE_ACCOUNT: '1000/1h',
  LIMIT_EMAIL_CHANGE_NETWORK: '1000/1h',
  LIMIT_DATA_ACCOUNT: '1000/1h',
  LIMIT_STICKER_ACCOUNT: '1000/1h',
  LIMIT_STICKER_ADDED_ACCOUNT: '1000/1h',
  LIMIT_CLAIM_ACCOUNT: '1000/1h',
  LIMIT_DESK_DEVICE: '10000/1h',
  LIMIT_DESK_UNKNOWN_DEVICE: '1000/1h',
  LIMIT_DESK_UNKNOWN_PARTNER: '1000/1h',
  LIMIT_DESK_ENROL_NETWORK: '1000/1h',
  LIMIT_DEVICES_STAFF: '1000/1h',
  LIMIT_OFFER_ACCOUNT: '1000/1h',
  LIMIT_CARD_ACCOUNT: '1000/1h',
  LIMIT_PRINTED_CARD_ACCOUNT: '1000/1h',
  // Each connection starts a process of PostgreSQL, which plans its statements anew.
  DATABASE_POOL: '6',
  // Long, for busy machines.
  DATABASE_CONNECT_TIMEOUT: '120',
  DATABASE_STATEMENT_TIMEOUT: '120',
  DATABASE_LOCK_TIMEOUT: '120',
  // Tests use fixed days of 2026.
  RECORD_MAX_AGE: '36500d',
  WAITING_MAX_AGE: '36500d',
  RETENTION_CLAIMS: 'off',
  CAP_PARTNER_DAY: 'off',
  CAP_PERSON_DAY: 'off',
  FOUR_EYES_ABOVE: 'off',
  LIMIT_PARTNER_CALLS: '1000000/1h',
  LIMIT_PARTNER_TOKENS: '1000000/1h',
  LIMIT_PARTNER_SECRET_PARTNER: '1000000/1h',
  LIMIT_SITE_SIGN_OUT_NETWORK: '1000000/1h',
}

/** Enables the OpenID provider. */
const PORTAL_SECRET = 'q7Jt0Xw2LzV5mB8nKc4RdYf6HgPs1Ea3'

type Input<E extends Endpoint> = { params?: ParamsOf<E>; query?: QueryOf<E>; body?: BodyOf<E> | undefined }

/** An HTTP client with cookies, which sends the CSRF token. */
export type Client = {
  /** @returns the response body. @throws Error if the status is not that of success */
  call: <E extends Endpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>
  /** Sends a request to an endpoint and returns any response. */
  send: (
    endpoint: Endpoint,
    input?: { params?: unknown; query?: unknown; body?: unknown },
  ) => Promise<LightMyRequestResponse>
  /** Sends any request. */
  inject: (options: InjectOptions) => Promise<LightMyRequestResponse>
  cookies: Map<string, string>
}

/**
 * Starts the whole server in this process, with its own database (TEST_DATABASE selects the kind), a clock that the
 * test can advance, and access to the sent mails. On PostgreSQL the server has the application's role. `logTo`
 * receives the log.
 */
export async function openTestApp(settings: Settings = {}, logTo?: Parameters<typeof buildApp>[1]) {
  const place = await openPlace()
  const env: Settings = {
    DEMO: 'no',
    LOG_LEVEL: 'error',
    ...noLimits,
    PORTAL_SECRET,
    ...place.settings,
    ...(settings.DATABASE_URL && { DATABASE_OWNER_URL: '' }),
    ...settings,
  }
  const config: Config = readConfig(env)
  const open = await openDatabase(config)
  const owner = config.databaseOwner
    ? await openDatabase({ database: config.databaseOwner, databasePool: 6 })
    : open
  let ahead = 0
  const clock = { now: () => later(systemClock.now(), ahead) }
  const jobErrors: unknown[] = []
  const jobs = await openJobs(open, (error) => jobErrors.push(error), { asOwner: open === owner })
  const standbyLog: unknown[] = []
  const standby =
    config.databaseRead &&
    openStandby(open.db, config.databaseRead, config, (_, about) => standbyLog.push(about['msg']))
  const portal: AppContext = {
    db: open.db,
    standby,
    clock,
    config,
    env,
    jobs,
    listen: open.listen,
    cookies: { secure: config.publicUrl.startsWith('https:') },
  }
  const sent: Mail[] = []
  const rejected: Mail[] = []
  let mailServerIsDown = false
  const mailer: Mailer = {
    send: async (mail: Mail) => {
      if (mailServerIsDown) {
        rejected.push(mail)
        throw new Error('connect ECONNREFUSED')
      }
      sent.push(mail)
    },
    close: () => {},
  }
  // If a test sets SMTP_URL, the mails are in its mail server.
  const mailerInUse = settings.SMTP_URL ? openMailer(config) : mailer
  await jobs.work(accountMails, (mail) => sendAccountMail({ ...portal, mailer: mailerInUse }, mail))
  await jobs.work(webhookMessages, (message) => deliverWebhook(portal, message))
  await jobs.work(partnerLogouts, (logout) => notifySite(portal, logout))
  await jobs.work(announcements, async ({ page }) => {
    await announceNotice(portal, page, { dryRun: false })
  })
  const app = await buildApp(portal, logTo)
  await app.ready()
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>
  app.inject = (async (options: InjectOptions) => {
    const answer = await inject(options)
    if (options.payloadAsStream) return answer
    const { method = 'GET', url } = options
    const path = typeof url === 'string' ? url : (url?.pathname ?? '')
    const codes = String(answer.headers[errorHeader.toLowerCase()] ?? '')
    assertListed({ method, url: path, status: answer.statusCode, body: answer.body, codes })
    return answer
  }) as typeof app.inject

  const isAboutSignIn = ({ subject }: Mail) => subject.startsWith('Νέα σύνδεση')
  const mailsTo = async (address: string, count: number, isWanted: (mail: Mail) => boolean) => {
    const found = () => sent.filter((mail) => mail.to === address && isWanted(mail))
    await until(() => found().length >= count)
    return found()
  }
  const visitor = () => openClient((options) => app.inject(options))
  return {
    app,
    portal,
    /** The database, as its owner. */
    db: owner.db,
    make: makers(portal),
    mailer: mailerInUse,
    visitor,
    /** Errors of jobs. */
    jobErrors,
    /** Messages about the standby server. */
    standbyLog,
    /**
     * Returns a signed-in client.
     * @param options.withPassword signs in as a browser does, which counts tries, sends mails and marks the browser as known
     */
    signIn: async (person: { email: string; password: string }, { withPassword = false } = {}) => {
      const client = visitor()
      const cookies = withPassword ? undefined : await openSessionFor(portal, person)
      for (const [name, value] of Object.entries(cookies ?? {})) client.cookies.set(name, value)
      if (!cookies) await client.call(login, { body: { email: person.email, password: person.password } })
      return client
    },
    clock: {
      forward: (ms: number) => {
        ahead += ms
      },
      /** Advances to the next noon UTC, so that no day in Athens ends during a test. */
      toNoon: () => {
        ahead += days(1) - ((clock.now().getTime() + days(0.5)) % days(1))
      },
    },
    mails: {
      /** Waits for at least `count` mails to an address, without those about sign-ins from new browsers. */
      to: (address: string, count = 1) => mailsTo(address, count, (mail) => !isAboutSignIn(mail)),
      /** As `to`, of the mails about sign-ins from new browsers. */
      aboutSignIns: (address: string, count = 1) => mailsTo(address, count, isAboutSignIn),
      /** Waits for a mail with these words in its subject or text: jobs send in any order. @returns the latest */
      having: async (address: string, words: string) => {
        const isWanted = ({ subject, text }: Mail) => `${subject}\n${text ?? ''}`.includes(words)
        return (await mailsTo(address, 1, isWanted)).at(-1)
      },
      sent,
      /** Mails that failed while the mail server was down. */
      rejected,
      stopServer: () => {
        mailServerIsDown = true
      },
      startServer: () => {
        mailServerIsDown = false
      },
    },
    close: async () => {
      await app.close()
      await jobs.stop()
      mailerInUse.close()
      await standby?.close()
      await open.close()
      if (owner !== open) await owner.close()
      await place.remove()
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof openTestApp>>

/** A database for a test, and what commands need beside the settings. */
type Place = { settings: Settings; options: string[]; remove: () => Promise<void> }

export async function openPlace(): Promise<Place> {
  return process.env.TEST_DATABASE === 'postgres' ? copyTemplateDatabase() : copyTemplateFolder()
}

async function copyTemplateFolder() {
  const template = process.env.TEST_TEMPLATE_FOLDER
  if (!template)
    throw new Error('TEST_TEMPLATE_FOLDER: missing. Run the tests with vitest from the repository root.')
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-'))
  cpSync(template, folder, { recursive: true })
  return {
    settings: { DATA_DIR: folder },
    options: ['--embedded'],
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function copyTemplateDatabase() {
  const server = process.env.TEST_POSTGRES_URL ?? ''
  const name = `portal_test_${crypto.randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  // Copies files instead of writing the pages to the WAL: half of the time.
  await client.query(`create database ${name} template ${templateDatabase} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  // Files of the portal must not be written into the project's folder.
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-'))
  const remove = async () => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
    rmSync(folder, { recursive: true, force: true })
  }
  const urls = { DATABASE_URL: asApplication(url.href), DATABASE_OWNER_URL: url.href }
  return { settings: { ...urls, DATA_DIR: folder }, options: [], remove }
}

function openClient(inject: (options: InjectOptions) => Promise<LightMyRequestResponse>): Client {
  const cookies = new Map<string, string>()
  const injectWithCookies = async (options: InjectOptions) => {
    const csrf = cookies.get('csrftoken')
    const headers = {
      ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      ...(csrf && { 'x-csrftoken': csrf }),
      ...options.headers,
    }
    const answer = await inject({ ...options, headers })
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const send: Client['send'] = async (endpoint, { params, query, body } = {}) => {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String((params as Record<string, unknown>)[name])),
    )
    if (endpoint.events) {
      // Without its events: `inject` would wait for the end. event-stream.ts reads them.
      const answer = await injectWithCookies({ method: 'GET', url: path, payloadAsStream: true })
      answer.stream().destroy()
      if (answer.statusCode === 200) return answer
    }
    return injectWithCookies({
      method: endpoint.method,
      url: path,
      ...(query !== undefined && { query: query as Record<string, string> }),
      ...(body !== undefined && { payload: body as object }),
    })
  }
  return {
    cookies,
    inject: injectWithCookies,
    send,
    call: async (endpoint, input = {}) => {
      const answer = await send(endpoint, input)
      if (answer.statusCode !== endpoint.status)
        throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.statusCode} ${answer.body}`)
      return (answer.body ? answer.json() : undefined) as never
    },
  }
}
