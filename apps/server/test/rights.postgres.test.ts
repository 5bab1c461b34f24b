import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { activate } from '@portal/contract/accounts.ts'
import { resetPassword } from '@portal/contract/passwords.ts'
import { watchOwnPoints } from '@portal/contract/points.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/db/database.ts'
import { sendAccountMail } from '#server/features/accounts/send-mail.ts'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { encodeUid } from '#server/lib/security/uid.ts'
import { days, later } from '#server/lib/time/clock.ts'
import type { Person } from './factories.ts'
import { type Caller, changesOf, changing, type Input, type Kind, openCaller } from './changing-calls.ts'
import { listTables, readAll } from './dump.ts'
import { type TestApp, openTestApp } from './test-app.ts'
import { backendOf, untilBlocked } from './locks.ts'
import { until } from './until.ts'
import { insert } from './rows.ts'

let testApp: TestApp
let port: number
beforeAll(async () => {
  testApp = await openTestApp()
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = testApp.app.server.address() as AddressInfo)
})
afterAll(() => testApp.close())

/** Every changing endpoint with every kind of caller that may call it. */
const cases = () =>
  changesOf(testApp).flatMap(({ name, endpoint, inputOf, by }) =>
    by.map((kind) => {
      const open = async () => {
        const caller = await openCaller(testApp, kind)
        return { caller, input: await inputOf(caller) }
      }
      return { name, kind, endpoint, open, isOfStaff: !by.includes('customer') }
    }),
  )

const send = async ({ client, program }: Caller, endpoint: Endpoint, input: Input) =>
  client ? (await client.send(endpoint, input)).statusCode : (await program?.send(endpoint, input))?.status

/** Sends the headers of a call. `finish` sends its body and returns the status. */
function begin({ client, program }: Caller, { method, path }: Endpoint, { params = {}, body = {} }: Input) {
  const cookies = client && [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const call = request({
    port,
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name]))),
    agent: false,
    headers: {
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
      ...(client && { cookie: cookies, 'x-csrftoken': client.cookies.get('csrftoken') }),
      ...(program && { authorization: `Bearer ${program.token}` }),
    },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve).once('error', reject)
  })
  call.flushHeaders()
  return async () => {
    call.end(JSON.stringify(body))
    const answer = await answered
    await buffer(answer)
    return answer.statusCode
  }
}

type Removal = 'disabled' | 'demoted' | 'session ended' | 'token revoked' | 'scope withdrawn'
const removalsFor = (kind: Kind, isOfStaff: boolean): Removal[] => {
  if (kind === 'partner') return ['disabled', 'token revoked', 'scope withdrawn']
  if (kind === 'signingIn' || kind === 'device') return ['disabled']
  return ['disabled', 'session ended', ...(isOfStaff ? (['demoted'] as const) : [])]
}

async function remove(db: Db, { person, program, desk }: Caller, what: Removal): Promise<void> {
  if (program) {
    const { id } = program.partner
    await db.selectFrom('partners').select('id').where('id', '=', id).forUpdate().execute()
    const partner = db.updateTable('partners').where('id', '=', id)
    if (what === 'disabled') await partner.set({ disabledAt: new Date() }).execute()
    else if (what === 'scope withdrawn') await partner.set({ scopes: ['points:read'] }).execute()
    else await db.deleteFrom('oidcPayloads').where('id', '=', hashToken(program.token)).execute()
    return
  }
  if (desk) {
    // Another phone has taken its place.
    const secretHash = newToken()
    await db.updateTable('devices').set({ secretHash }).where('id', '=', desk.device.id).execute()
    return
  }
  if (!person) throw new Error('A caller has an account or a program.')
  await db.selectFrom('users').select('id').where('id', '=', person.id).forUpdate().execute()
  const account = db.updateTable('users').where('id', '=', person.id)
  if (what === 'disabled') await account.set({ isActive: false }).execute()
  if (what === 'demoted') await account.set({ role: null, isStaff: false }).execute()
  else await db.deleteFrom('sessions').where('userId', '=', person.id).execute()
}

/** All rows but those of limits, which also count rejected calls, and the mails that are queued. */
async function allRows() {
  const tables = [...(await listTables(testApp.db)).keys()]
  const own = tables.filter((name) => name.startsWith('public.') && name !== 'public.rate_limits')
  const { rows } = await sql<{ mails: number }>`
    select count(*) as mails from pgboss.job where name = 'account-mails'`.execute(testApp.db)
  const lines = (await readAll(testApp.db, own)).split('\n').filter((line) => !line.startsWith('pg_catalog.'))
  return { lines: lines.sort(), mails: rows[0]?.mails }
}

describe('a changing call', () => {
  it('is described here for every endpoint', () => {
    const changes = changesOf(testApp)
    expect(changes.map(({ name }) => name).sort()).toEqual(changing.map(([name]) => name).sort())
    expect(changes.flatMap(({ name, by }) => (by.length === 0 ? [name] : []))).toEqual([])
  })

  it('changes something while its caller has the right', { tags: ['slow'] }, async () => {
    for (const { name, kind, endpoint, open } of cases()) {
      if (kind === 'signingIn') continue
      const { caller, input } = await open()
      expect([name, kind, await send(caller, endpoint, input)]).toEqual([name, kind, endpoint.status])
    }
  })

  it('whose body arrives three seconds after its headers is rejected if the right ended meanwhile, and changes nothing [security late rights]', async () => {
    const calls = []
    for (const { name, kind, endpoint, open, isOfStaff } of cases())
      for (const removal of removalsFor(kind, isOfStaff)) {
        const { caller, input } = await open()
        calls.push({
          of: `${name} ${kind} ${removal}`,
          removal,
          caller,
          finish: begin(caller, endpoint, input),
        })
      }
    await sleep(3_000)
    for (const { caller, removal } of calls) await remove(testApp.db, caller, removal)
    // The mails of earlier calls write their links.
    await until(async () => {
      const { rows } = await sql`
        select from pgboss.job where name = 'account-mails' and state < 'completed' and start_after <= now()`.execute(
        testApp.db,
      )
      return rows.length === 0
    })
    const before = await allRows()
    const answers = await Promise.all(calls.map(async ({ of, finish }) => [of, await finish()]))
    const expected = { 'scope withdrawn': 403, demoted: 403 } as Partial<Record<Removal, number>>
    expect(answers).toEqual(calls.map(({ of, removal }) => [of, expected[removal] ?? 401]))
    expect(await allRows()).toEqual(before)
  })

  it('waits for a removal of the right that is being made, and is then rejected [security late rights]', async () => {
    // A sign-out ends what has ended; the second step of a sign-in locks the account itself.
    const all = cases().filter(({ name, kind }) => name !== 'logout' && kind !== 'signingIn')
    for (const [name, ofOne] of Map.groupBy(all, (one) => one.name)) {
      const calls = await Promise.all(ofOne.map(async (one) => ({ ...one, ...(await one.open()) })))
      let answered = 0
      const answers = await testApp.db.transaction().execute(async (trx) => {
        const holder = await backendOf(trx)
        for (const { caller } of calls) await remove(trx, caller, 'disabled')
        const sent = calls.map(async ({ kind, caller, endpoint, input }) => {
          const status = await send(caller, endpoint, input)
          answered += 1
          return [name, kind, status]
        })
        await untilBlocked(testApp.db, holder, () => calls.length - answered)
        return sent
      })
      expect(await Promise.all(answers)).toEqual(calls.map(({ kind }) => [name, kind, 401]))
    }
  })
})

/**
 * Erases a person while `begin` is under way: the erasure holds all its locks, but is not committed, when `begin` starts, which
 * waits or ends before it is.
 * @returns the result of `begin`
 */
async function duringErasureOf<T>({ id }: { id: number }, start: () => Promise<T>): Promise<T> {
  const { result, erased } = await testApp.db.transaction().execute(async (trx) => {
    // The erasure writes its audit entry last.
    await sql`lock table audit_entries in share row exclusive mode`.execute(trx)
    const erased = eraseParticipant({ ...testApp.portal, db: testApp.db }, id, 'request')
    const holder = await backendOf(trx)
    await untilBlocked(testApp.db, holder, 1)
    let isDone = false
    const result = start().finally(() => (isDone = true))
    await untilBlocked(testApp.db, holder, () => (isDone ? 0 : 2))
    return { result, erased }
  })
  expect(await erased).toBeDefined()
  return result
}

/** Rows that an erasure deletes, by table, and waiting mails. */
async function rowsAbout({ id, email }: { id: number; email: string }) {
  const { rows: tables } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.confrelid = 'users'::regclass and c.confdeltype = 'c' and c.conrelid <> 'balances'::regclass`.execute(
    testApp.db,
  )
  const found = []
  for (const { table, column } of tables) {
    const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(
      testApp.db,
    )
    if (rows.length > 0) found.push(table)
  }
  const { rows: jobs } = await sql`
    select from pgboss.job where data ->> 'userId' = ${String(id)} or data ->> 'email' = ${email}`.execute(
    testApp.db,
  )
  return [...found, ...jobs.map(() => 'job')]
}

describe('an erasure', () => {
  it('leaves no row of a call of its person that was under way [privacy erasure]', async () => {
    // A sign-out only deletes.
    const ofCustomers = cases().filter(({ kind, name }) => kind === 'customer' && name !== 'logout')
    for (const { name, endpoint, open } of ofCustomers) {
      const { caller, input } = await open()
      const person = caller.person as Person
      const status = await duringErasureOf(person, () => send(caller, endpoint, input))
      expect([name, status, await rowsAbout(person)]).toEqual([name, 401, []])
    }
  })

  it('leaves no open stream of a page that was being opened', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    await duringErasureOf(person, () => client.send(watchOwnPoints))
    expect(await rowsAbout(person)).toEqual([])
  })

  it('leaves no link of a mail that was being sent, and the mail is not sent', async () => {
    const kinds = ['reset', 'erasure-requested'] as const
    for (const kind of kinds) {
      const person = await testApp.make.customer()
      const { id: userId, email } = person
      const mail = kind === 'reset' ? { kind, email, query: '' } : { kind, userId, domain: 'example.gr' }
      await duringErasureOf(person, () =>
        sendAccountMail({ ...testApp.portal, mailer: testApp.mailer }, mail),
      )
      expect(await rowsAbout(person)).toEqual([])
      expect(testApp.mails.sent.filter(({ to }) => to === email)).toEqual([])
    }
  })

  it('leaves no address of a reset that was being requested', async () => {
    const person = await testApp.make.customer()
    const reset = () => testApp.visitor().send(resetPassword, { body: { email: person.email } })
    expect((await duringErasureOf(person, reset)).statusCode).toBe(204)
    expect(await rowsAbout(person)).toEqual([])
  })

  it('is not undone by a link of an activation that was being opened', async () => {
    const person = await testApp.make.customer({ isActive: false })
    await testApp.make.record(person)
    const token = newToken()
    const stored = { userId: person.id, purpose: 'activation' as const, createdAt: new Date() }
    const expiresAt = later(new Date(), days(1))
    await insert(testApp.db, 'accountTokens', { ...stored, tokenHash: hashToken(token), expiresAt })
    const open = () => testApp.visitor().send(activate, { body: { uid: encodeUid(person.id), token } })
    expect((await duringErasureOf(person, open)).statusCode).toBe(403)
    expect(await rowsAbout(person)).toEqual([])
  })

  it('ends the mails that are queued afterwards', async () => {
    const person = await testApp.make.customer()
    await eraseParticipant({ ...testApp.portal, db: testApp.db }, person.id, 'request')
    const mails = () => testApp.mails.sent.filter(({ to }) => to === person.email).length
    const before = mails()
    for (const kind of ['password-changed', 'second-factor-removed'] as const)
      await sendAccountMail(
        { ...testApp.portal, mailer: testApp.mailer },
        { kind, userId: person.id, domain: 'example.gr' },
      )
    expect(mails()).toBe(before)
  })
})
