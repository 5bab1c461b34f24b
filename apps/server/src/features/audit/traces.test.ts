import { showOverview } from '@portal/contract/phone-calls.ts'
import { listFlags, resolveFlag } from '@portal/contract/checks.ts'
import { findClaim } from '@portal/contract/claims.ts'
import { showDashboard } from '@portal/contract/dashboard.ts'
import { exportAudit, listAudit } from '@portal/contract/audit.ts'
import {
  exportParticipants,
  findParticipant,
  listParticipants,
  resendParticipantActivation,
} from '@portal/contract/participants.ts'
import { explainPoints } from '@portal/contract/points-origin.ts'
import { exportPoints, listPoints, totalPoints } from '@portal/contract/points.ts'
import { listParticipantStickers } from '@portal/contract/sticker-look-up.ts'
import { endpoints } from '@portal/contract/list/endpoint-list.ts'
import type { Role } from '@portal/contract/security/permissions.ts'
import { addStaff } from '@portal/contract/staff.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { days } from '#server/lib/time/clock.ts'
import type { Person } from '#test/factories.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

/** Managers get a flag when a member of staff has read the data of more than 20 people in a day. */
let testApp: TestApp
let maria: Person
let people: Person[]
beforeAll(async () => {
  testApp = await openTestApp({ CAP_STAFF_READS_DAY: '20' })
  testApp.clock.toNoon()
  maria = await testApp.make.customer({ firstName: 'Μαρία', lastName: 'Ωραιοπούλου' })
  people = []
  for (let at = 0; at < 25; at += 1)
    people.push(await testApp.make.customer({ firstName: 'Άννα', lastName: 'Πλήθου' }))
})
afterAll(() => testApp.close())

const asStaff = async (role: Role = 'clerk') => {
  const person = await testApp.make.staff({ role })
  return { person, client: await testApp.signIn(person) }
}

/** Entries of an account, in order. */
const entriesBy = async ({ id }: Person) =>
  (
    await testApp.db
      .selectFrom('auditEntries')
      .leftJoin('auditTexts', 'auditTexts.entryId', 'auditEntries.id')
      .select(['action', 'subjectId', 'details', 'text'])
      .where('actorId', '=', id)
      .where('actorKind', '=', 'staff')
      .where('action', '<>', 'account.sign_in')
      .orderBy('auditEntries.id')
      .execute()
  ).map(({ action, subjectId, details, text }) => [action, subjectId, details, text])

describe('a read of staff that is not answered with data', () => {
  it('of the size of an export leaves the entry of the list [security audit]', async () => {
    const { person, client } = await asStaff('manager')
    const head = (url: string) => client.inject({ method: 'HEAD', url })
    await head(`${exportParticipants.path}?search=694`)
    await head(exportParticipants.path)
    await head(`${exportPoints.path}?participant=${maria.id}&created_at_after=2026-01-02`)
    await head(exportPoints.path)
    await head(`${exportAudit.path}?subject=${maria.id}`)
    const of = { size: true }
    expect(await entriesBy(person)).toEqual([
      ['participants.search', null, of, '694'],
      ['participants.list', null, of, null],
      ['points.list', maria.id, { from: '2026-01-02', to: null, ...of }, null],
      ['points.list', null, { from: null, to: null, ...of }, null],
      ['audit.read', maria.id, { subject: maria.id, ...of }, null],
    ])
  })

  it('of a page that does not exist leaves an entry [security audit]', async () => {
    const { person, client } = await asStaff('manager')
    const statuses = [
      await client.send(listPoints, { query: { participant: String(maria.id), page: '3' } }),
      await client.send(listPoints, { query: { page: '9999999', page_size: '100' } }),
      await client.send(listAudit, { query: { subject: String(maria.id), page: '99' } }),
      await client.send(listParticipants, { query: { search: '69', limit: '1', offset: '9999' } }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([404, 404, 404, 200])
    expect(await entriesBy(person)).toEqual([
      ['points.list', maria.id, { from: null, to: null }, null],
      ['points.list', null, { from: null, to: null, first: 999_990_001, last: 1_000_000_000 }, null],
      ['audit.read', maria.id, { subject: maria.id }, null],
      ['participants.search', null, { first: 1, last: 10_000 }, '69'],
    ])
  })

  it('of a person, a record or a claim that does not exist leaves an entry [security audit]', async () => {
    const { person, client } = await asStaff()
    const gone = { params: { id: '999999' } }
    const statuses = [
      await client.send(findParticipant, gone),
      await client.send(showOverview, { params: { id: '999998' } }),
      await client.send(listParticipantStickers, gone),
      await client.send(explainPoints, gone),
      await client.send(findClaim, gone),
      await client.send(listPoints, { query: { participant: '999999' } }),
      await client.send(totalPoints, { query: { participant: '999999', created_at_after: 'x' } }),
      await client.send(exportPoints, { query: { participant: '999997' } }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 400, 400, 400])
    const open = { from: null, to: null }
    expect(await entriesBy(person)).toEqual([
      ['participant.view', 999_999, {}, null],
      ['participant.view', 999_998, {}, null],
      ['points.list', 999_998, open, null],
      ['stickers.read', 999_998, {}, null],
      ['stickers.read', 999_999, {}, null],
      ['points.explain', null, { record: 999_999 }, null],
      ['claim.view', null, { claim: 999_999 }, null],
      ['points.list', 999_999, open, null],
      ['points.list', 999_997, { ...open, size: true }, null],
    ])
  })

  it('of sums of a day or a municipality leaves an entry, because they may be of one person [security audit]', async () => {
    const { person, client } = await asStaff()
    const query = { created_at_after: '2026-03-01', created_at_before: '2026-03-01' }
    await client.call(totalPoints, { query })
    await client.call(listPoints, { query })
    await client.call(showDashboard, { query: { from: '2026-03-01', to: '2026-03-01' } })
    await client.call(showDashboard)
    expect((await client.send(showDashboard, { query: { from: 'x' } })).statusCode).toBe(400)
    expect(await entriesBy(person)).toEqual([
      ['points.list', null, { from: '2026-03-01', to: '2026-03-01', first: 1, last: 10_000 }, null],
      ['dashboard.read', null, { from: '2026-03-01', to: '2026-03-01' }, null],
      ['dashboard.read', null, { from: null, to: null }, null],
    ])
  })
})

describe('a change by staff that is not made', () => {
  const changes = Object.values(endpoints).filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/api/participants/{id}/'),
  )

  it.each(changes.map((endpoint) => [endpoint.path, endpoint] as const))(
    'because there is no such person, or for a reason that shows that there is one, leaves an entry: %s [security audit]',
    async (path, endpoint) => {
      const { person, client } = await asStaff('manager')
      const bodies = {
        erase: { reference: '1' },
        reset_second_factor: { reason: 'device_lost' },
        lock: { reason: 'stolen' },
        notes: { text: 'x' },
        restrict: { reason: 'x' },
        'restriction/lift': { reason: 'x' },
        email: { email: person.email, reason: 'x' },
      }
      const body = Object.entries(bodies).find(([end]) => path.endsWith(`}/${end}/`))?.[1]
      const send = async (id: number) =>
        (await client.send(endpoint, { params: { id: String(id) }, ...(body && { body }) })).statusCode
      expect([await send(999_999), await send(person.id)]).toEqual([404, 404])
      expect(await entriesBy(person)).toEqual([
        ['participant.view', 999_999, {}, null],
        ['participant.view', person.id, {}, null],
      ])
    },
  )

  it('because a limit is reached leaves an entry [security audit]', async () => {
    const strict = await openTestApp({ LIMIT_SIGN_UP_ACCOUNT_TOTAL: '1/1h' })
    onTestFinished(() => strict.close())
    const [clerk, person] = [await strict.make.staff(), await strict.make.customer({ isActive: false })]
    const client = await strict.signIn(clerk)
    const resend = () => client.send(resendParticipantActivation, { params: { id: String(person.id) } })
    expect([(await resend()).statusCode, (await resend()).statusCode]).toEqual([204, 429])
    const entries = strict.db.selectFrom('auditEntries').select('action').where('subjectId', '=', person.id)
    expect((await entries.orderBy('id').execute()).map(({ action }) => action)).toEqual([
      'account.resend_activation',
      'participant.view',
    ])
  })

  it('because an address has an account leaves an entry of a search [security audit]', async () => {
    const { person, client } = await asStaff('operator')
    const names = { first_name: 'Άννα', last_name: 'Λύτρα', role: 'clerk' }
    const answer = await client.send(addStaff, { body: { email: maria.email, ...names } })
    expect(answer.statusCode).toBe(400)
    expect(await entriesBy(person)).toEqual([['participants.search', null, { size: true }, maria.email]])
  })
})

describe('many people read by one member of staff in a day', () => {
  const flagsOf = async ({ id }: Person) =>
    testApp.db.selectFrom('ledgerFlags').select(['day', 'cap', 'points']).where('staffId', '=', id).execute()

  it('are one flag for managers, however they are read [security reads]', async () => {
    const reads: [string, (client: Client) => Promise<unknown>][] = [
      ['the list', (client) => client.call(listParticipants)],
      ['a search', (client) => client.call(listParticipants, { query: { search: 'πλήθου' } })],
      ['an export', (client) => client.send(exportParticipants, { query: { search: 'πλήθου' } })],
      [
        'one by one',
        async (client) => {
          for (const { id } of people) await client.call(findParticipant, { params: { id: String(id) } })
        },
      ],
      [
        'pages at the same time',
        (client) =>
          Promise.all(
            people.map((_, at) =>
              client.call(listParticipants, { query: { search: 'πλήθου', limit: '1', offset: String(at) } }),
            ),
          ),
      ],
    ]
    for (const [name, work] of reads) {
      const { person, client } = await asStaff()
      await work(client)
      const flags = await flagsOf(person)
      expect([name, flags.length, flags[0]?.cap]).toEqual([name, 1, 20])
      expect(flags[0]?.points).toBeGreaterThan(20)
      await work(client)
      expect(await flagsOf(person)).toHaveLength(1)
    }
  })

  it('are not flagged while they are few, or the same ones again [security reads]', async () => {
    const { person, client } = await asStaff()
    for (let time = 0; time < 3; time += 1)
      await client.call(listParticipants, { query: { search: 'πλήθου', limit: '20' } })
    expect(await flagsOf(person)).toEqual([])
    testApp.clock.forward(days(1))
    const another = await testApp.signIn(person)
    await another.call(listParticipants, { query: { search: 'πλήθου', limit: '20', offset: '15' } })
    expect(await flagsOf(person)).toEqual([])
  })

  it('are shown to managers with the reader, who cannot close the flag [security reads]', async () => {
    const { person, client } = await asStaff('manager')
    await client.call(listParticipants)
    const { results } = await client.call(listFlags)
    const flag = results.find(({ staff }) => staff?.id === person.id)
    expect(flag).toMatchObject({
      staff: { id: person.id, name: 'Δημήτρης Κωστόπουλος' },
      partner: null,
      participant: null,
      cap: 20,
      points: 21,
    })
    const input = { params: { id: flag?.id ?? 0 }, body: { note: 'Ελέγχθηκε' } }
    expect((await client.send(resolveFlag, input)).statusCode).toBe(403)
    const { client: other } = await asStaff('manager')
    expect((await other.send(resolveFlag, input)).json()).toMatchObject({ note: 'Ελέγχθηκε' })
  })
})
