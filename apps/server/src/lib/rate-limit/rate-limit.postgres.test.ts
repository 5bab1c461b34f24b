import { describePartner } from '@portal/contract/partners.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyDatabase, openFaultyDatabase } from '#test/faulty-database.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { openProgram } from '#test/programs.ts'

let database: FaultyDatabase
let testApp: TestApp
beforeAll(async () => {
  database = await openFaultyDatabase()
  testApp = await openTestApp({ DATABASE_URL: database.url })
})
afterAll(async () => {
  await testApp.close()
  await database.postgres.stop()
})

const setStandbys = async (names: string) => {
  await database.query(`alter system set synchronous_standby_names = '${names}'`)
  await database.query('select pg_reload_conf()')
}

describe("the limit of partners' calls", () => {
  it('does not wait for durable commits', async () => {
    const program = await openProgram(testApp)
    expect((await program.send(describePartner)).status).toBe(200)
    // Durable commits wait for a standby that does not exist.
    await setStandbys('absent')
    const answers = Promise.all([1, 2, 3].map(() => program.send(describePartner)))
    try {
      expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200])
    } finally {
      await setStandbys('')
    }
    const { tries } = await testApp.db.selectFrom('rateLimits').select('tries').executeTakeFirstOrThrow()
    expect(tries).toBe(4)
  })
})
