import { type CheckName, type Examination, examineSystem } from '@portal/contract/system.ts'
import { resetPassword } from '@portal/contract/passwords.ts'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { days, minutes } from '#server/lib/time/clock.ts'

let testApp: TestApp
/** Reads the commands of a mail server and never answers. */
const silent = createServer()
let connections = 0
silent.on('connection', (socket) => {
  connections += 1
  socket.on('error', () => {})
})
beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const settings = {
    PUBLIC_URL: 'https://127.0.0.1:1',
    DATABASE_READ_URL: 'postgres://reader:s3cret@127.0.0.1:1/portal',
    SMTP_URL: `smtp://sender:s3cret@127.0.0.1:${port}`,
    MAIL_FROM: 'portal@example.gr',
    LIMIT_PASSWRD_ACCOUNT: '3/1h',
  }
  // The standby server cannot be reached, which the log says.
  testApp = await openTestApp(settings, { write: () => {} })
})
afterAll(async () => {
  await testApp.close()
  silent.close()
})

const checkOf = (examination: Examination, name: CheckName) =>
  examination.checks.find((check) => check.name === name)

const examineAs = async (role: 'manager' | 'operator') =>
  (await testApp.signIn(await testApp.make.staff({ role }))).call(examineSystem)

it('gives up a check after 5 s, shares an examination, and starts no check that still runs [system]', async () => {
  const [one, other] = [
    await testApp.signIn(await testApp.make.staff({ role: 'manager' })),
    await testApp.signIn(await testApp.make.staff({ role: 'operator' })),
  ]
  const before = connections
  const begun = Date.now()
  const [first, second] = await Promise.all([one.call(examineSystem), other.call(examineSystem)])
  expect(checkOf(first, 'mail_server')).toEqual({
    name: 'mail_server',
    state: 'unknown',
    findings: [{ code: 'check_slow', seconds: 5 }],
  })
  expect(first.checks).toEqual(second.checks)
  expect(checkOf(first, 'operator')?.state).toBe('ok')
  await one.call(examineSystem)
  // Another connection may be made only after the mail server's own timeout of 10 s.
  expect(connections - before).toBeLessThanOrEqual(1 + Math.floor((Date.now() - begun) / 10_000))
})

it('is for managers and operators, and says what to do without addresses and secrets [system]', async () => {
  const { clientId } = await testApp.make.partner()
  await testApp.db
    .updateTable('partners')
    .set({ name: 'ΚΔΕΥ Κοζάνης', webhookUrl: 'https://kdey.example.gr/hook', webhookFailures: 3 })
    .where('clientId', '=', clientId)
    .execute()
  const manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
  const { body } = await manager.send(examineSystem)
  const found = JSON.parse(body) as Examination
  expect(checkOf(found, 'webhooks')).toEqual({
    name: 'webhooks',
    state: 'todo',
    findings: [{ code: 'webhook_refused', partner: 'ΚΔΕΥ Κοζάνης', failures: 3 }],
  })
  expect(checkOf(found, 'setting_names')?.findings).toEqual([
    { code: 'setting_misspelt', name: 'LIMIT_PASSWRD_ACCOUNT', nearest: 'LIMIT_PASSWORD_ACCOUNT' },
  ])
  // Its message has the address.
  expect(checkOf(found, 'standby')).toMatchObject({ state: 'todo', findings: [{ code: 'check_failed' }] })
  expect(checkOf(found, 'reachable')?.findings).toMatchObject([{ code: 'server_silent' }])
  expect(checkOf(found, 'certificate')?.state).toBe('unknown')
  for (const secret of ['s3cret', '127.0.0.1', 'kdey.example.gr', clientId, testApp.portal.config.folder])
    expect(body).not.toContain(secret)

  const clerk = await testApp.signIn(await testApp.make.staff({ role: 'clerk' }))
  expect((await clerk.send(examineSystem)).statusCode).toBe(403)
})

it('shows what waits, and the mails that were sent [system]', async () => {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  const manager = await app.signIn(await app.make.staff({ role: 'manager' }))
  const waits = async () => checkOf(await manager.call(examineSystem), 'waiting_mails')
  // The counters are the process's, which may have served other tests.
  const refusedOf = (check: Awaited<ReturnType<typeof waits>>) =>
    check?.findings.flatMap((found) => (found.code === 'mails_ended' ? [found.refused] : []))[0] ?? 0
  const refused = refusedOf(await waits())
  const [reached, other] = [await app.make.customer(), await app.make.customer()]
  await app.visitor().call(resetPassword, { body: { email: reached.email } })
  await app.mails.to(reached.email)
  app.mails.stopServer()
  await app.visitor().call(resetPassword, { body: { email: other.email } })
  await until(() => app.mails.rejected.length > 0)
  const queues = [{ queue: 'mails', waiting: 1, minutes: 0 }]
  await until(async () => JSON.stringify(await waits()).includes('"waiting":1'))
  const sent: unknown = expect.toSatisfy((count: number) => count > 0)
  expect(await waits()).toMatchObject({
    state: 'ok',
    findings: [
      { code: 'queues_move', queues },
      { code: 'mails_ended', sent, refused },
    ],
  })
})

it('shows when the last backup was made, its size, and that it is old [system]', async () => {
  const backUp = async (ago: number, bytes: number) => {
    const at = new Date(Date.now() - ago)
    const values = [
      { key: 'last backup', value: at.toISOString() },
      { key: 'size of last backup', value: String(bytes) },
    ]
    await testApp.db.deleteFrom('portalState').where('key', 'like', '%last backup').execute()
    await testApp.db.insertInto('portalState').values(values).execute()
    return { at: athensTime(at), bytes }
  }
  const backup = async () => checkOf(await examineAs('operator'), 'backup')
  const fresh = await backUp(minutes(5), 12_345_678)
  expect(await backup()).toMatchObject({ state: 'ok', findings: [{ code: 'backed_up', ...fresh }] })
  const old = await backUp(days(3), 11)
  expect(await backup()).toMatchObject({ state: 'todo', findings: [{ code: 'backup_old', ...old }] })
})
