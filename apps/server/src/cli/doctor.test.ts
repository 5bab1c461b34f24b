import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/db/database.ts'
import { type Config, readConfig } from '#server/lib/config/config.ts'
import { provideProgram } from '../../../../scripts/debian-packages.ts'
import { freePort } from '../../../../scripts/free-port.ts'
import { temporaryFolder } from '#test/files.ts'
import { openMailServer } from '#test/mail-server.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { addRate } from '#server/ledger/rates/rates.ts'
import { examine } from './doctor.ts'

let testApp: TestApp
let open: OpenDatabase
let mailServer: Awaited<ReturnType<typeof openMailServer>>
beforeAll(async () => {
  testApp = await openTestApp()
  open = await openDatabase(testApp.portal.config)
  mailServer = await openMailServer()
})
afterAll(async () => {
  await mailServer.close()
  await open.close()
  await testApp.close()
})

const reportOf = (config: Config, env: Record<string, string> = {}) =>
  examine({ open, config, env }).catch((error: Error) => error.message)
const reportWith = (env: Record<string, string>) => reportOf(readConfig(env), env)

/** The names of the checks that found something. */
async function findings(env: Record<string, string>): Promise<string[]> {
  const report = await reportWith(env)
  return [...report.matchAll(/^TO DO {2}(.*?):/gm)].map(([, name = '']) => name)
}

const complete = () => ({
  DATABASE_URL: 'postgres://portal@database.example.gr/portal',
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'portal@example.gr',
  PUBLIC_URL: 'https://127.0.0.1:1',
  TRUST_PROXY: '1',
  PORTAL_SECRET: 'k3Vn8Qx0Zt6LwB1yRf5HgJp9Ds2Mc7Ua',
  BRAND_FILE: 'apps/server/brand.json',
  STAFF_SECOND_FACTOR: 'required',
})

it('finds what only a real set-up has, in an otherwise complete one [operations doctor]', async () => {
  expect(await findings(complete())).toEqual([
    'reachable from here',
    'age of the backup',
    // An unchanged copy of the shipped file.
    'brand',
    'public pages',
    'operator',
  ])
  const { id } = await testApp.make.staff({ role: 'operator' })
  expect(await findings(complete())).not.toContain('operator')
  // Has not opened the link that sets the password.
  await testApp.db.updateTable('users').set({ passwordHash: null }).where('id', '=', id).execute()
  expect(await findings(complete())).toContain('operator')
})

it('says what a portal without settings lacks [operations doctor]', async () => {
  expect(await findings({ DEMO: 'no' })).toEqual(
    expect.arrayContaining(['public address', 'secret', 'mail server', 'brand', 'second factor of staff']),
  )
})

it('finds headers of callers that the proxy passes on [operations doctor]', async () => {
  const behind = await openTestApp({ TRUST_PROXY: '1' })
  onTestFinished(() => behind.close())
  // Without a proxy, the server takes the caller for one.
  const url = await behind.app.listen({ port: 0, host: '127.0.0.1' })
  const report = await reportWith({ ...complete(), PUBLIC_URL: url })
  expect(report).toMatch(
    /^TO DO {2}proxy headers: .*X-Forwarded-For.*X-Forwarded-Proto.*X-Request-Id.*TRUST_PROXY/m,
  )
})

it('finds that nothing is forwarded [operations doctor]', async () => {
  const url = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const report = await reportWith({ ...complete(), PUBLIC_URL: url })
  expect(report).toMatch(/^TO DO {2}proxy headers: The server does not see the address of callers/m)
})

it.each([
  ['unknown', true],
  ['_hidden', true],
  ['office.example.gr', true],
  ['203.0.113.7, unknown', true],
  ['203.0.113.7:50001', false],
  ['[2001:db8::1]:50001', false],
])(
  'behind a proxy that sends X-Forwarded-For: %s, finds no address of callers: %s [operations doctor]',
  async (sent, isFound) => {
    const behind = await openTestApp({ TRUST_PROXY: '1' })
    onTestFinished(() => behind.close())
    const server = await behind.app.listen({ port: 0, host: '127.0.0.1' })
    const proxy = createServer(({ url, headers }, response) => {
      const forwarded = { 'x-proxy-check': String(headers['x-proxy-check']), 'x-forwarded-for': sent }
      void fetch(`${server}${url}`, { headers: { ...forwarded, 'x-forwarded-proto': 'http' } }).then(
        (answer) => response.setHeaders(answer.headers).end(),
      )
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void proxy.close())
    const { port } = proxy.address() as AddressInfo
    const report = await reportWith({ ...complete(), PUBLIC_URL: `http://127.0.0.1:${port}` })
    expect(/^(.*)proxy headers(.*)$/m.exec(report)?.[0]).toMatch(
      isFound
        ? /^TO DO {2}proxy headers: The server does not see the address of callers/
        : /^ok {5}proxy headers$/,
    )
  },
)

it('finds that the running server has another brand, other settings or other processes [operations doctor]', async () => {
  const env = {
    DEMO: 'no',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    BRAND_FILE: '',
    LOG_LEVEL: 'error',
  }
  const running = await openTestApp(env)
  onTestFinished(() => running.close())
  await running.app.listen({ port: Number(env.PORT), host: '127.0.0.1' })
  const said = async (config: Config) => /^.*running server.*$/m.exec(await reportOf(config))?.[0]
  const { config } = running.portal
  expect(await said(config)).toBe('ok     running server')
  expect(
    await said({ ...config, brandSource: 'file', brand: { ...config.brand, company: 'Άλλη' }, workers: 2 }),
  ).toMatch(
    /^TO DO {2}running server: .* another number of processes \(PORTAL_WORKERS\) and another brand: restart it/,
  )
  expect(await said({ ...config, waitingLimit: 7 })).toContain('has other settings: restart it')
  expect(await said({ ...config, port: 1 })).toMatch(/^\? {6}running server: The server does not run/)
  // Nothing for callers from elsewhere.
  const headers = { 'x-proxy-check': 'yes', 'x-forwarded-for': '203.0.113.9' }
  const forwarded = await running.app.inject({ url: '/healthz', headers })
  expect(Object.keys(forwarded.headers)).not.toContain('x-server-state')
  const elsewhere = await running.app.inject({
    url: '/healthz',
    headers: { 'x-proxy-check': 'yes' },
    remoteAddress: '198.51.100.7',
  })
  expect(Object.keys(elsewhere.headers)).not.toContain('x-server-state')
})

it('finds a misspelt setting, and no other variable [operations doctor]', async () => {
  const env = { DATABSE_URL: '', LIMIT_PASSWORDS_ACCOUNT: '', PORTAL_URL: '', HOSTNAME: '' }
  const report = await reportWith({ ...complete(), ...env })
  expect(/^TO DO {2}names of settings: (.*\n.*)\n(ok|TO DO|\?)/m.exec(report)?.[1]).toBe(
    'DATABSE_URL is not a setting of the portal. Did you mean DATABASE_URL?\nLIMIT_PASSWORDS_ACCOUNT is not a setting of the portal. Did you mean LIMIT_PASSWORD_ACCOUNT?',
  )
})

it('finds a webhook that does not accept its messages [operations doctor]', async () => {
  const { clientId } = await testApp.make.partner()
  const update = (failures: number) =>
    testApp.db
      .updateTable('partners')
      .set({ webhookUrl: 'https://oil.example.gr/hook', webhookFailures: failures })
      .where('clientId', '=', clientId)
      .execute()
  await update(0)
  expect(await findings(complete())).not.toContain('webhooks')
  await update(3)
  expect(await findings(complete())).toContain('webhooks')
})

it('finds a day without a rate, before and while it lasts [operations doctor]', async () => {
  const dayIn = (n: number) => athensDay(later(new Date(), days(n)))
  const kind = {
    description: 'item_reused',
    material: null,
    unit: 'item',
    pointsPerUnit: '5',
    note: '',
  } as const
  await addRate(testApp.portal, { ...kind, validFrom: '2026-01-01', validTo: dayIn(20) })
  const report = () => reportWith(complete())
  expect(await report()).toContain(`TO DO  rates: item_reused by item has no rate on ${dayIn(21)}`)
  await addRate(testApp.portal, { ...kind, validFrom: dayIn(21), validTo: null })
  expect(await report()).toMatch(/^ok {5}rates$/m)
})

it('finds that the last backup is old [operations doctor]', async () => {
  const backUpAt = (time: Date) =>
    testApp.db
      .insertInto('portalState')
      .values({ key: 'last backup', value: time.toISOString() })
      .onConflict((row) => row.column('key').doUpdateSet({ value: time.toISOString() }))
      .execute()
  await backUpAt(new Date(Date.now() - days(3)))
  expect(await findings(complete())).toContain('age of the backup')
  await backUpAt(new Date())
  expect(await findings(complete())).not.toContain('age of the backup')
})

it('finds that the certificate of the public address ends soon [operations doctor]', async () => {
  const lineWith = async (url: string) => {
    const report = await reportWith({ ...complete(), PUBLIC_URL: url })
    return /^(.*) certificate.*$/m.exec(report)?.[0]
  }
  const folder = temporaryFolder()
  const [key, cert] = [join(folder, 'key'), join(folder, 'certificate')]
  const serve = async (days: string) => {
    const named = ['-subj', '/CN=localhost', '-keyout', key, '-out', cert, '-days', days]
    const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
    execFileSync(provideProgram('openssl', 'openssl'), [...kind, ...named], { stdio: 'pipe' })
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  expect(await lineWith(await serve('60'))).toBe('ok     certificate')
  expect(await lineWith(await serve('5'))).toMatch(
    /^TO DO {2}certificate: The certificate of PUBLIC_URL ends at \S+: renew it/,
  )
  expect(await lineWith('https://127.0.0.1:1')).toMatch(/^\? {6}certificate: /)
})

it('says whether the server or only the way to it is at fault [operations doctor]', async () => {
  const adviceWith = (port: string) => reportWith({ ...complete(), HOST: '127.0.0.1', PORT: port })
  const silent = await adviceWith('1')
  expect(silent).toMatch(/reachable from here: .* start the server/)
  expect(silent).toMatch(/^[?] {6}proxy headers: The portal does not answer/m)
  const server = createServer((_request, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await adviceWith(String(port))).toMatch(
    new RegExp(
      `The server answers at http://127\\.0\\.0\\.1:${port}, .* check the proxy, its certificate and DNS`,
    ),
  )
})

it.each([
  ['PUBLIC_URL', 'http://127.0.0.1:1', 'public address'],
  ['TRUST_PROXY', '', 'proxy'],
  ['PORTAL_SECRET', '', 'secret'],
  ['SMTP_URL', 'smtp://127.0.0.1:1', 'mail server'],
  ['DATABASE_READ_URL', 'postgres://portal@127.0.0.1:1/portal', 'standby server'],
  ['DATABASE_OWNER_URL', 'postgres://owner@database.example.gr/portal', 'owner address'],
  ['DEMO', 'yes', 'real data'],
])('finds %s=%s [operations doctor]', async (name, value, finding) => {
  expect(await findings({ ...complete(), [name]: value })).toContain(finding)
})
