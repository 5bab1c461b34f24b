import { readdirSync, readFileSync } from 'node:fs'
import { listOwnAudit } from '@portal/contract/audit.ts'
import {
  eraseParticipant,
  exportParticipantData,
  exportParticipantDataPage,
  findParticipant,
} from '@portal/contract/participants.ts'
import { confirmPassword } from '@portal/contract/second-factor.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { minutes } from '#server/lib/time/clock.ts'
import type { Person } from '#test/factories.ts'
import { type Client, openTestApp, type TestApp } from '#test/test-app.ts'
import type { PersonalData } from './export-data-service.ts'

let testApp: TestApp
let boss: Person
let manager: Client
let maria: Person
beforeAll(async () => {
  testApp = await openTestApp({ LIMIT_DATA_ACCOUNT: '3/1h' })
})
beforeEach(async () => {
  boss = await testApp.make.staff({ role: 'manager' })
  manager = await testApp.signIn(boss)
  maria = await testApp.make.customer({ firstName: 'Μαρία', lastName: 'Ωραιοπούλου' })
})
afterAll(() => testApp.close())

const idOf = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const erase = (person: { id: number }, client = manager, reference = '1234/2026') =>
  client.send(eraseParticipant, { ...idOf(person), body: { reference } })
const auditsOf = ({ id }: Person, action: 'data.export' | 'erasure.execute') =>
  testApp.db
    .selectFrom('auditEntries')
    .select(['actorKind', 'actorId', 'details'])
    .where('subjectId', '=', id)
    .where('action', '=', action)
    .execute()

/** Starts with a session that has not confirmed for 15 minutes. */
const waitForConfirmation = async (client: Client, call: () => Promise<{ statusCode: number }>) => {
  testApp.clock.forward(minutes(16))
  expect((await call()).statusCode).toBe(403)
  await client.call(confirmPassword, { body: { current_password: boss.password } })
}

describe('exportParticipantData', () => {
  it('is a file with everything about a person, after a confirmation, and the person sees it [privacy export]', async () => {
    await testApp.make.record(maria, { points: 70 })
    await waitForConfirmation(manager, () => manager.send(exportParticipantData, idOf(maria)))
    const file = await manager.send(exportParticipantData, idOf(maria))
    expect(file.headers['content-disposition']).toContain(`account-${maria.id}.json`)
    const { format, account, points } = file.json<PersonalData>()
    expect([format, account.email, account.number, points.available]).toEqual([
      'portal-personal-data/1',
      maria.email,
      maria.id,
      70,
    ])
    const page = await manager.send(exportParticipantDataPage, idOf(maria))
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain(maria.email)
    const by = { actorKind: 'staff', actorId: boss.id }
    expect(await auditsOf(maria, 'data.export')).toEqual([
      { ...by, details: { format: 'json' } },
      { ...by, details: { format: 'html' } },
    ])
    const { results } = await (await testApp.signIn(maria)).call(listOwnAudit)
    expect(results.map(({ action }) => action)).toContain('data.export')
  })

  it('is neither of staff nor of erased people, and limited by manager [privacy export]', async () => {
    const erased = await testApp.make.customer()
    expect((await erase(erased)).statusCode).toBe(200)
    for (const person of [boss, erased, await testApp.make.staff()])
      expect((await manager.send(exportParticipantData, idOf(person))).statusCode).toBe(404)
    const statuses = []
    for (let tries = 0; tries < 3; tries += 1)
      statuses.push((await manager.send(exportParticipantData, idOf(maria))).statusCode)
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe('eraseParticipant', () => {
  it('erases at once after a confirmation, and tells the person [privacy erasure]', async () => {
    const own = await testApp.signIn(maria)
    await waitForConfirmation(manager, () => erase(maria))
    expect((await manager.send(findParticipant, idOf(maria))).statusCode).toBe(200)
    const answer = await erase(maria)
    expect([answer.statusCode, answer.json()]).toEqual([200, { mailed: true, mentions: 0, unlisted: 0 }])
    expect((await manager.send(findParticipant, idOf(maria))).statusCode).toBe(404)
    expect((await own.send(listOwnAudit)).statusCode).toBe(401)
    expect((await erase(maria)).statusCode).toBe(404)
    const [entry, ...others] = await auditsOf(maria, 'erasure.execute')
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      actorKind: 'staff',
      actorId: boss.id,
      details: { reason: 'letter', reference: '1234/2026' },
    })
    const { mail } = testApp.portal.config
    if (mail.kind !== 'outbox') throw new Error('The mails are not in a folder.')
    const mails = readdirSync(mail.folder).map((name) => readFileSync(`${mail.folder}/${name}`, 'utf8'))
    expect(mails.filter((text) => text.includes(maria.email))).toHaveLength(1)
  })

  it('says if the mail was not accepted [privacy erasure]', async () => {
    const { config } = testApp.portal
    const { mail } = config
    onTestFinished(() => void Object.assign(config, { mail }))
    Object.assign(config, { mail: { kind: 'smtp', url: 'smtp://127.0.0.1:1', from: 'a@example.gr' } })
    expect((await erase(maria)).json()).toMatchObject({ mailed: false })
    expect((await manager.send(findParticipant, idOf(maria))).statusCode).toBe(404)
  })

  it('accepts numbers and days only: names would stay in the audit log [privacy erasure]', async () => {
    for (const reference of ['', 'Ωραιοπούλου', '12 Μαρία', '/', '1'.repeat(31)])
      expect((await erase(maria, manager, reference)).statusCode).toBe(400)
    expect((await manager.send(findParticipant, idOf(maria))).statusCode).toBe(200)
  })

  it('is refused to managers who do not approve yet, and for staff [privacy erasure]', async () => {
    const waiting = { confirmedBy: null, confirmedAt: null, approvesFrom: null }
    await testApp.db.updateTable('approvers').set(waiting).where('userId', '=', boss.id).execute()
    expect((await erase(maria)).statusCode).toBe(403)
    expect((await manager.send(findParticipant, idOf(maria))).statusCode).toBe(200)
    expect((await erase(await testApp.make.staff())).statusCode).toBe(404)
  })

  it('happens once if two managers press at the same time [privacy erasure]', async () => {
    const other = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    const answers = await Promise.all([erase(maria), erase(maria, other)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await auditsOf(maria, 'erasure.execute')).toHaveLength(1)
  })
})
