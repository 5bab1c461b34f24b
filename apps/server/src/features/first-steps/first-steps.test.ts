import { changeBrand, showBrand } from '@portal/contract/manage-brand.ts'
import { showFirstSteps, testMail } from '@portal/contract/manage-first-steps.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client, TestApp } from '#test/test-app.ts'
import { openTestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import type { Person } from '#test/factories.ts'

let testApp: TestApp
let person: Person
let operator: Client
beforeAll(async () => {
  testApp = await openTestApp()
  person = await testApp.make.staff({ role: 'operator' })
  operator = await testApp.signIn(person)
})
afterAll(() => testApp.close())

const done = async () =>
  (await operator.call(showFirstSteps)).steps.filter(({ state }) => state === 'done').map(({ name }) => name)
const lastTest = async () => (await operator.call(showFirstSteps)).mail_test
const ended = async () => {
  await until(async () => (await lastTest())?.outcome !== 'waiting')
  return lastTest()
}

describe('showFirstSteps', () => {
  it('tells what is done by the data [first steps]', async () => {
    expect(await done()).toEqual([])
    const { id: municipality } = await testApp.make.municipality()
    expect(await done()).toEqual(['municipalities'])
    await testApp.make.partner()
    const place = {
      id: 'K-1',
      kind: 'green_atm' as const,
      hours: 'Κάθε μέρα',
      name: 'x',
      address: 'x',
      latitude: 40.3,
      longitude: 21.8,
    }
    await testApp.db
      .insertInto('places')
      .values({ ...place, municipalityId: municipality })
      .execute()
    const { id } = await testApp.make.staff({ role: 'manager' })
    expect(await done()).toEqual(['municipalities', 'colleague', 'partner', 'places'])
    const { version, content } = await operator.call(showBrand)
    await operator.call(changeBrand, { body: { version, content: { ...content, company: 'Κύκλος ΑΕ' } } })
    expect(await done()).toContain('company')
    expect(await done()).not.toContain('links')
    await testApp.db.updateTable('users').set({ passwordHash: null }).where('id', '=', id).execute()
    const { steps } = await operator.call(showFirstSteps)
    expect(steps.find(({ name }) => name === 'colleague')?.state).toBe('waiting')
  })

  it('has optional steps for programmes without partner systems, by devices and offers [first steps]', async () => {
    const optional = async () =>
      (await operator.call(showFirstSteps)).steps
        .filter((step) => step.optional)
        .map(({ name, state }) => `${name}: ${state}`)
    expect(await optional()).toEqual(['devices: todo', 'offers: todo'])
    const partner = await testApp.make.partner()
    await sql`
      insert into devices (partner_id, name, may, created_at) values (${partner.id}, 'Ταμείο', '{coupons}', now())`.execute(
      testApp.db,
    )
    await sql`
      insert into offers (partner_id, kind, title, points, coupon_days, starts_on, created_at)
      values (${partner.id}, 'coupon', 'Ένα ψωμί', 50, 30, '2026-01-01', now())`.execute(testApp.db)
    expect(await optional()).toEqual(['devices: waiting', 'offers: todo'])
    await sql`update devices set enrolled_at = now(), secret_hash = 'x', pin_hash = 'x'`.execute(testApp.db)
    await sql`update offers set state = 'published'`.execute(testApp.db)
    expect(await optional()).toEqual(['devices: done', 'offers: done'])
    await sql`update devices set revoked_at = now()`.execute(testApp.db)
    expect(await optional()).toEqual(['devices: todo', 'offers: done'])
  })
})

describe('testMail', () => {
  it('sends a mail to oneself; without a mail server the result says that it is only stored [first steps]', async () => {
    expect(await lastTest()).toBeNull()
    await operator.call(testMail)
    const [mail] = await testApp.mails.to(person.email, 1)
    expect(mail?.subject).toMatch(/^Δοκιμαστικό μήνυμα/)
    expect(await ended()).toMatchObject({ outcome: 'stored', reply: '' })
    expect(await done()).not.toContain('mail')
  })

  it('tells that the mail server does not answer [first steps]', async () => {
    const down = await openTestApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'portal@example.gr' })
    try {
      const client = await down.signIn(await down.make.staff({ role: 'operator' }))
      await client.call(testMail)
      const read = async () => (await client.call(showFirstSteps)).mail_test
      await until(async () => (await read())?.outcome !== 'waiting')
      expect(await read()).toMatchObject({ outcome: 'unreachable', reply: 'ECONNREFUSED' })
    } finally {
      await down.close()
    }
  })
})
