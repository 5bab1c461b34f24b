import { type Answer, recordPoints } from '@portal/contract/partner-points.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyDatabase, openFaultyDatabase } from './faulty-database.ts'
import { post, running, startServer } from './server-process.ts'

let database: FaultyDatabase
beforeAll(async () => {
  // As operators may configure it, and so that a crash certainly loses the latest commits (decision 016).
  database = await openFaultyDatabase({ synchronous_commit: 'off', wal_writer_delay: '10s' })
})
afterEach(async () => {
  for (const kill of running) await kill()
})
afterAll(() => database.postgres.stop())

describe('a crash of PostgreSQL', () => {
  it('loses no acknowledged record [operations acknowledgements]', { tags: ['slow'] }, async () => {
    const server = await startServer(database.env)
    const happened_at = new Date().toISOString()
    const send = async (reference: string): Promise<Answer> => {
      const participant = { id: database.people[0] }
      const record = { reference, participant, description: 'oil_collected', points: 5, happened_at }
      const authorization = `Bearer ${database.token}`
      const answer = await post(server.url + recordPoints.path, record, { authorization })
      const body = await answer.text()
      if (answer.status !== 200) throw new Error(`${answer.status} ${body}\n${server.output()}`)
      return JSON.parse(body) as Answer
    }
    for (let round = 0; round < 3; round += 1) {
      const references = Array.from({ length: 20 }, (_, n) => `${round}-${n}`)
      const first = await Promise.all(references.map(send))
      expect(new Set(first.map(({ status }) => status))).toEqual(new Set(['recorded']))
      await database.postgres.shutDown('immediate')
      await database.postgres.start()
      const again = await Promise.all(references.map(send))
      expect(again).toEqual(first.map((answer) => ({ ...answer, status: 'repeated' })))
    }
    expect(await server.end('SIGTERM')).toBe(0)
  })
})
