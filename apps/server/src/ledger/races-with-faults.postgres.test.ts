import type { Answer } from '@portal/contract/partner-points.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import type { Person } from '#test/factories.ts'
import { openProgram, type Program } from '#test/programs.ts'

/**
 * Driver errors injected at random statements of the portal's connections. They propagate through pg's client and pool
 * like real errors. Findings: decision 016.
 */
const errors = {
  /** The server rejects the statement, and the transaction is aborted. */
  fails: (client: pg.Client) => send(client, diskFull),
  /** A hidden error aborts the transaction before the statement: COMMIT is then answered with the tag ROLLBACK. */
  aborts: (client: pg.Client, args: unknown[]) =>
    send(client, diskFull).then(
      () => send(client, ...args),
      () => send(client, ...args),
    ),
  /** The connection closes before the statement is sent. */
  dies: (client: pg.Client, args: unknown[]) => {
    streamOf(client).destroy()
    return send(client, ...args)
  },
  /** The connection closes after the statement is executed and before its response arrives. */
  losesAnswer: async (client: pg.Client, args: unknown[]) => {
    await send(client, ...args)
    streamOf(client).destroy()
    throw new Error('Connection terminated unexpectedly')
  },
  /** The server terminates the connection during the statement. */
  isTerminated: async (client: pg.Client, args: unknown[]) => {
    const { processID } = client as unknown as { processID: number }
    const [answer] = await Promise.allSettled([
      send(client, ...args),
      send(killer, 'select pg_terminate_backend($1)', [processID]),
    ])
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  },
}
const diskFull = "do $$ begin raise exception 'disk full' using errcode = 'disk_full'; end $$"
const streamOf = (client: pg.Client) => (client as unknown as { connection: pg.Connection }).connection.stream

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>
const driver = pg.Client.prototype as unknown as { query: Query }
const { query } = driver
/** A query that pg calls back instead of returning a promise. */
type Submittable = { submit: unknown; callback: (error?: unknown, result?: unknown) => void }
const isSubmittable = (arg: unknown): arg is Submittable =>
  typeof arg === 'object' && arg !== null && 'submit' in arg
const send = (client: pg.Client, ...args: unknown[]) => {
  const [first] = args
  if (!isSubmittable(first)) return query.apply(client, args)
  return new Promise<unknown>((resolve, reject) => {
    first.callback = (error, result) => (error ? reject(error) : resolve(result))
    void query.call(client, first)
  })
}

const injected = new Map<string, number>()
let rate = 0
async function injecting(this: pg.Client, ...args: unknown[]): Promise<unknown> {
  const { application_name: name } = (
    this as unknown as { connectionParameters: { application_name: string } }
  ).connectionParameters
  if (name !== 'portal' || Math.random() >= rate) return query.apply(this, args)
  const kinds = Object.keys(errors) as (keyof typeof errors)[]
  const kind = kinds[Math.floor(Math.random() * kinds.length)] ?? 'fails'
  const isEnd = args[0] === 'commit' || args[0] === 'rollback'
  const statement = isEnd ? `${kind} ${String(args[0])}` : kind
  injected.set(statement, (injected.get(statement) ?? 0) + 1)
  const [first] = args
  if (!isSubmittable(first)) return errors[kind](this, args)
  const { callback } = first
  const [outcome] = await Promise.allSettled([errors[kind](this, args)])
  if (outcome.status === 'rejected') callback(outcome.reason)
  else callback(undefined, outcome.value)
  return undefined
}

let testApp: TestApp
let killer: pg.Client
let site: Program
beforeAll(async () => {
  testApp = await openTestApp()
  const { database } = testApp.portal.config
  // The injected errors would fill the log.
  testApp.app.log.level = 'silent'
  killer = new pg.Client({ connectionString: database.url ?? '' })
  await killer.connect()
  site = await openProgram(testApp)
  // With a webhook, messages are enqueued in the same transactions.
  await sql`update partners set webhook_url = 'https://site.invalid/', webhook_secret = ''`.execute(
    testApp.db,
  )
  driver.query = injecting
})
afterAll(async () => {
  driver.query = query
  await killer.end()
  await testApp.close()
})

const clients = 8
const turns = 40
const batchSize = 30

const recordOf = (person: Person | undefined, reference: string) => ({
  reference,
  participant: { id: person?.id },
  description: 'oil_collected',
  points: 5,
  happened_at: '2026-03-01T10:00:00+02:00',
})

describe('recordPoints with concurrent clients and driver errors', { tags: ['slow'] }, () => {
  it('answers `recorded` at most once per reference, always with the same id [operations acknowledgements]', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => testApp.make.customer()))
    const answers = new Map<string, Answer[]>()
    const addAnswer = (answer: Answer) => {
      const reference = answer.reference ?? ''
      answers.set(reference, [...(answers.get(reference) ?? []), answer])
    }
    /** Each client sends the same turns; all repeat a turn until it is answered. */
    const sendTurn = async (turn: number) => {
      const batch = Array.from({ length: turn % 4 === 3 ? batchSize : 1 }, (_, n) =>
        recordOf(people[(turn + n) % people.length], `${turn}-${n}`),
      )
      if (turn % 4 === 2 && turn > 10) {
        const reversal = { reference: `${turn - 2}-0`, reversal_reference: `back-${turn}` }
        const { status, body } = await site.reverse({
          ...reversal,
          happened_at: '2026-03-02T10:00:00+02:00',
        })
        if (status === 200) addAnswer(body)
        return status === 200
      }
      const isSingle = batch.length === 1
      const { status, body } = await site.record(isSingle ? batch[0] : { records: batch })
      // `aborts` simulates a bug in the portal and returns 500; the other errors return 503.
      expect([200, 500, 503]).toContain(status)
      const results = isSingle ? [body] : ((body as { results?: Answer[] }).results ?? [])
      if (status === 200) for (const result of results) addAnswer(result)
      return status === 200
    }
    const race = () =>
      Promise.all(
        Array.from({ length: clients }, async () => {
          for (let turn = 0; turn < turns; turn += 1) while (!(await sendTurn(turn)));
        }),
      )
    rate = 0.06
    await race()
    rate = 0
    await race()

    const { rows } = await sql<{ reference: string; id: number }>`
      select reference, id from points_records where partner_id = ${site.partner.id}`.execute(testApp.db)
    expect(new Map([...answers].map(([reference, all]) => [reference, all.at(-1)?.id]))).toEqual(
      new Map(rows.map(({ reference, id }) => [reference, id])),
    )
    for (const [reference, all] of answers) {
      const counted = { reference, ids: new Set(all.map(({ id }) => id)).size, recorded: 0 }
      counted.recorded = all.filter(({ status }) => status === 'recorded').length
      expect(counted).toEqual({ reference, ids: 1, recorded: Math.min(1, counted.recorded) })
    }
    expect(await verifyLedger(testApp)).toMatchObject({ records: rows.length })
    // Each kind of error was injected, also at COMMIT.
    for (const kind of Object.keys(errors)) expect(injected.get(kind)).toBeGreaterThan(0)
    expect([...injected.keys()].filter((kind) => kind.endsWith('commit')).length).toBeGreaterThan(0)
  })
})
