import { recordPoints } from '@portal/contract/partner-points.ts'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { login } from '@portal/contract/accounts.ts'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { ConfigError, readConfig } from '#server/lib/config/config.ts'
import { readMetrics } from '#server/lib/metrics/metrics.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { addRate } from '#server/ledger/rates/rates.ts'
import { openProgram } from '#test/programs.ts'
import { openTestApp } from '#test/test-app.ts'
import { serveMetrics } from './metrics-server.ts'

async function openMeasured() {
  const testApp = await openTestApp()
  onTestFinished(() => testApp.close())
  const open = await openDatabase(testApp.portal.config)
  onTestFinished(() => open.close())
  return { testApp, open }
}

it('serves calls, records, queues and connections, without ids and names [operations metrics]', async () => {
  const { testApp, open } = await openMeasured()
  const metrics = await serveMetrics(() => readMetrics(open), { host: '127.0.0.1', port: 0 })
  onTestFinished(metrics.close)
  const read = async () => (await fetch(`${metrics.url}/metrics`)).text()
  const valueOf = (text: string, series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1) ?? 0,
    )
  const before = await read()
  const person = await testApp.make.customer()
  const program = await openProgram(testApp)
  const record = {
    reference: 'a',
    participant: { id: person.id },
    description: 'oil_collected',
    points: 20,
    happened_at: '2026-03-01T10:00:00+02:00',
  }
  const answer = await program.send(recordPoints, {
    body: { records: [record, { ...record, points: 'many' }] },
  })
  expect(answer.body).toMatchObject({ results: [{ status: 'recorded' }, { status: 'refused' }] })
  const after = await read()
  const labels = 'method="POST",route="/api/partner/points/",status="200"'
  const call = `{${labels}}`
  for (const series of [
    `portal_http_request_duration_seconds_bucket{le="+Inf",${labels}}`,
    `portal_http_request_duration_seconds_bucket{le="10",${labels}}`,
    `portal_http_request_duration_seconds_count${call}`,
    'portal_ledger_records_total{outcome="recorded"}',
    'portal_ledger_records_total{outcome="refused"}',
  ])
    expect([series, valueOf(after, series) - valueOf(before, series)]).toEqual([series, 1])
  const ofCall = (series: string) =>
    valueOf(after, `portal_http_request_duration_seconds_${series}`) -
    valueOf(before, `portal_http_request_duration_seconds_${series}`)
  const bound = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10].find(
    (le) => ofCall(`bucket{le="${le}",${labels}}`) === 1,
  )
  // The first bucket that contains the duration.
  expect(ofCall(`sum${call}`)).toBeLessThanOrEqual(bound ?? 0)
  expect(ofCall(`sum${call}`)).toBeGreaterThan(0)
  expect(after).toContain('portal_queue_jobs{queue="account-mails"}')
  expect(after).toMatch(/portal_database_connections\{state="used"\} \d/)
  expect(after).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(after).not.toContain(person.email)
})

it('has every metric and label value of the dashboard and the alert rules [operations metrics]', async () => {
  const { testApp, open } = await openMeasured()
  // A call and a job, so that their series exist.
  await testApp.visitor().send(login, { body: { email: 'maria@example.gr', password: 'x' } })
  const text = await readMetrics(open)
  const served = new Set(Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name))
  for (const file of ['grafana-dashboard.json', 'alerts.yaml']) {
    const deployed = readFileSync(resolve(import.meta.dirname, '../../../../deploy', file), 'utf8')
    const named = new Set(deployed.match(/\b(portal|nodejs|process)_[a-z0-9_]+/g))
    expect(named.size).toBeGreaterThan(5)
    const missing = [...named].filter(
      (name) => !served.has(name.replace(/_(bucket|count|sum)$/, '')) && !served.has(name),
    )
    expect([file, missing]).toEqual([file, []])
    for (const [, queue] of deployed.matchAll(/queue=\\?"([a-z-]+)/g))
      expect(text).toContain(`portal_queue_jobs{queue="${queue}"}`)
  }
})

it('serves the time of the last backup [operations metrics]', async () => {
  const { testApp, open } = await openMeasured()
  const backup = async () => /^portal_last_backup_timestamp_seconds (.*)$/m.exec(await readMetrics(open))?.[1]
  expect(await backup()).toBe('0')
  await testApp.db
    .insertInto('portalState')
    .values({ key: 'last backup', value: '2026-03-01T10:00:00.000Z' })
    .execute()
  expect(await backup()).toBe('1772359200')
})

it('counts the kinds of deliveries without a rate today and soon [operations metrics]', async () => {
  const { testApp, open } = await openMeasured()
  const gaps = async () =>
    [...(await readMetrics(open)).matchAll(/^portal_rate_gaps\{when="(\w+)"\} (\d+)$/gm)].map(
      ([, ...found]) => found,
    )
  const add = (material: string, days: number) =>
    addRate(testApp.portal, {
      ...{ description: 'oil_collected', material, unit: 'litre', pointsPerUnit: '20', note: '' },
      ...{ validFrom: '2026-01-01', validTo: athensDay(new Date(Date.now() + days * 86_400_000)) },
    })
  await add('α', 40)
  expect(await gaps()).toEqual([
    ['today', '0'],
    ['soon', '0'],
  ])
  await add('β', -1)
  await add('γ', 10)
  expect(await gaps()).toEqual([
    ['today', '1'],
    ['soon', '2'],
  ])
})

it('rejects an address without a port [operations metrics]', () => {
  for (const text of ['9464', '127.0.0.1:', '127.0.0.1:99999'])
    expect(() => readConfig({ METRICS_LISTEN: text })).toThrow(ConfigError)
  expect(readConfig({ METRICS_LISTEN: '[::1]:9464' }).metrics).toEqual({ host: '::1', port: 9464 })
})
