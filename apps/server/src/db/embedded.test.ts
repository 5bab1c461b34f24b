import { join } from 'node:path'
import { signUp } from '@portal/contract/accounts.ts'
import { listParticipants } from '@portal/contract/participants.ts'
import { exportPoints, listPoints, summarizePoints } from '@portal/contract/points.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demonstrationSignIns, prepareDemonstration } from '#server/features/demo/service.ts'
import { foldCounters } from '#server/ledger/counters.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { openStream } from '#test/event-stream.ts'
import { openProgram } from '#test/programs.ts'
import { run, running, startServer } from '#test/server-process.ts'
import { openPlace, openTestApp, type TestApp } from '#test/test-app.ts'
import { readWorkbook } from '#test/workbook.ts'

describe('a server on the embedded database', () => {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await openTestApp()
  })
  afterAll(() => testApp.close())

  it('records a batch, answers it again, rejects an overdraft and shows the records', async () => {
    const maria = await testApp.make.customer({ firstName: 'Μαρία', lastName: 'Ξυδά' })
    const client = await testApp.signIn(maria)
    const stream = await openStream(testApp.app, client)
    const site = await openProgram(testApp)
    const record = (reference: string, description: string, points: number) => ({
      reference,
      participant: { id: maria.id },
      description,
      points,
      happened_at: '2026-03-01T10:00:00+02:00',
    })
    const batch = [
      record('A', 'oil_collected', 50),
      record('B', 'coupon_created', -20),
      record('C', 'coupon_created', -31),
    ]
    const first = await site.recordAll(batch)
    expect(first.map(({ status }) => status)).toEqual(['recorded', 'recorded', 'refused'])
    expect((await site.recordAll(batch)).map(({ status, id }) => [status, id])).toEqual([
      ['repeated', first[0]?.id],
      ['repeated', first[1]?.id],
      ['refused', undefined],
    ])
    await stream.sees(2)
    stream.close()
    expect(await client.call(summarizePoints)).toMatchObject({ available: 30, cookingoils: 50, redeemed: 20 })

    await foldCounters(testApp)
    const staff = await testApp.signIn(await testApp.make.staff())
    const page = await staff.call(listPoints, {
      query: { created_at_after: '2026-03-01', created_at_before: '2026-03-01' },
    })
    expect([page.count, page.results.map(({ points }) => points)]).toEqual([2, [-20, 50]])
    const { rawPayload } = await staff.inject({ method: exportPoints.method, url: exportPoints.path })
    const [sheet] = await readWorkbook(rawPayload)
    expect(sheet?.data.flat()).toEqual(expect.arrayContaining(['Μαρία Ξυδά']))
    expect(await verifyLedger(testApp)).toMatchObject({ records: 2 })
  })

  it('finds and sorts names in Greek and Latin letters', async () => {
    for (const lastName of ['Ψαράς', 'Άνθη', 'ΓΚΙΚΑΣ', 'Oikonomou'])
      await testApp.make.customer({ lastName, firstName: 'Άγγελος' })
    const staff = await testApp.signIn(await testApp.make.staff())
    const find = async (search: string) =>
      (await staff.call(listParticipants, { query: { search } })).map(({ last_name }) => last_name)
    expect(await find('angelos')).toEqual(['Oikonomou', 'Άνθη', 'ΓΚΙΚΑΣ', 'Ψαράς'])
    expect(await find('οικον')).toEqual(['Oikonomou'])
    expect(await find('ψ')).toEqual(['Ψαράς'])
  })

  it('has the demonstration', async () => {
    const demo = await openTestApp({ DEMO: 'yes' })
    await prepareDemonstration(demo.portal)
    const staff = await demo.signIn(demonstrationSignIns.staff)
    expect((await staff.call(listPoints)).count).toBe(4_048)
    expect(await verifyLedger(demo)).toMatchObject({ records: 4_048 })
    await demo.close()
  })

  it('sends mails', async () => {
    const municipality = await testApp.make.municipality()
    const password = 'λάδι-και-φως-9'
    const body = {
      ...{ first_name: 'Κώστας', last_name: 'Παππάς', telephone: '6944123456', email: 'kostas@example.gr' },
      ...{ password, re_password: password, municipality: municipality.id },
    }
    await testApp.visitor().call(signUp, { body })
    expect(await testApp.mails.to('kostas@example.gr')).toHaveLength(1)
    expect(testApp.jobErrors).toEqual([])
  })
})

describe('the folder of the embedded database', () => {
  let place: Awaited<ReturnType<typeof openPlace>>
  beforeAll(async () => {
    place = await openPlace()
  })
  afterAll(async () => {
    for (const kill of running) await kill()
    await place.remove()
  })

  it('is open in one process only, and named by a command that writes', { tags: ['slow'] }, async () => {
    const env = { ...place.settings, DEMO: 'no', FOUR_EYES_ABOVE: 'off', LOG_LEVEL: 'error' }
    const first = await startServer(env)
    for (const program of [['main.ts'], ['cli/cli.ts', 'migrate', '--embedded']]) {
      const second = run(program, { ...env, PORT: '1' })
      expect(await second.ended).toBe(1)
      expect(second.output()).toMatch(/^The embedded database is in use by another process\..*\n$/)
    }
    expect(await first.end('SIGTERM')).toBe(0)
    const rate = ['oil_collected', '--unit', 'litre', '--points', '20', '--from', '2026-01-01']
    const added = run(['cli/cli.ts', 'rates', '--embedded', 'add', ...rate], env)
    await added.ended
    const { DATA_DIR = '' } = place.settings
    expect(added.output()).toContain(`Database: embedded, in ${join(DATA_DIR, 'database')}\n`)
    expect(added.output()).toContain('Rate 1 added.\n')
  })

  it('is copied for a backup, as the command says [operations backup]', async () => {
    const command = run(['cli/cli.ts', 'backup', 'dump', '--embedded'], place.settings)
    expect(await command.ended).toBe(1)
    expect(command.output()).toContain('stop the portal and copy DATA_DIR')
  })
})
