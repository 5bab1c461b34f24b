import { recordPoints } from '@portal/contract/partner-points.ts'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { ConfigError, readConfig } from '#server/lib/config/config.ts'
import { openProgram } from '#test/programs.ts'
import { openTestApp } from '#test/test-app.ts'
import { serveMetrics } from './metrics-server.ts'

it('serves calls, records, queues and connections, without ids and names [operations metrics]', async () => {
  const testApp = await openTestApp()
  const open = await openDatabase(testApp.portal.config)
  const metrics = await serveMetrics(open, { host: '127.0.0.1', port: 0 })
  const read = async () => (await fetch(`${metrics.url}/metrics`)).text()
  const valueOf = (text: string, series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1) ?? 0,
    )
  try {
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
    const call = '{method="POST",route="/api/partner/points/",status="200"}'
    for (const series of [
      `portal_http_request_duration_seconds_count${call}`,
      'portal_ledger_records_total{outcome="recorded"}',
      'portal_ledger_records_total{outcome="refused"}',
    ])
      expect([series, valueOf(after, series) - valueOf(before, series)]).toEqual([series, 1])
    expect(after).toContain('portal_queue_jobs{queue="account-mails"}')
    expect(after).toMatch(/portal_database_connections\{state="used"\} \d/)
    expect(after).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(after).not.toContain(person.email)
  } finally {
    await metrics.close()
    await open.close()
    await testApp.close()
  }
})

it('rejects an address without a port [operations metrics]', () => {
  for (const text of ['9464', '127.0.0.1:', '127.0.0.1:99999'])
    expect(() => readConfig({ METRICS_LISTEN: text })).toThrow(ConfigError)
  expect(readConfig({ METRICS_LISTEN: '[::1]:9464' }).metrics).toEqual({ host: '::1', port: 9464 })
})
