import { setPointsMails, showPointsMails } from '@portal/contract/points-mails.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { days, hours, minutes } from '#server/lib/time/clock.ts'
import type { Person } from '#test/factories.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { queuePointsMails } from './service.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

/** As five minutes after the mails were turned on. */
const endPause = ({ id }: Person) =>
  testApp.db
    .updateTable('pointsMails')
    .set({ nextAt: testApp.portal.clock.now() })
    .where('userId', '=', id)
    .execute()
const wanting = async (mode: 'at_once' | 'daily') => {
  const person = await testApp.make.customer()
  const client = await testApp.signIn(person)
  expect(await client.call(setPointsMails, { body: { mode } })).toEqual({ mode })
  if (mode === 'at_once') await endPause(person)
  return { person, client }
}
const queue = () => queuePointsMails(testApp.portal)
/** A mail to another person, which is queued after those of `persons` were sent. */
const settle = async (...persons: Person[]) => {
  for (const { email } of persons) await testApp.mails.to(email)
  const { person } = await wanting('at_once')
  await testApp.make.record(person)
  await queue()
  await testApp.mails.to(person.email)
}
const sentTo = ({ email }: Person) =>
  testApp.mails.sent.filter(({ to, subject }) => to === email && subject.startsWith('Οι πόντοι σας άλλαξαν'))
/** Advances the clock to an hour of the day in Athens. */
const goTo = (hour: number) => {
  const now = () => athensTime(testApp.portal.clock.now())
  testApp.clock.forward(hours(1) - minutes(Number(now().slice(14, 16))))
  while (Number(now().slice(11, 13)) !== hour) testApp.clock.forward(hours(1))
}

describe('queuePointsMails', () => {
  it('mails only people who asked for it, about records since then [points mails]', async () => {
    const silent = await testApp.make.customer()
    const person = await testApp.make.customer()
    await testApp.make.record(person, { points: 7 })
    const client = await testApp.signIn(person)
    expect(await client.call(showPointsMails)).toEqual({ mode: 'off' })
    await client.call(setPointsMails, { body: { mode: 'at_once' } })
    await endPause(person)
    await testApp.make.record(silent)
    await testApp.make.record(person, { points: 1240 })
    await testApp.make.record(person, { points: -200, description: 'coupon_created' })
    await queue()
    const [mail] = await testApp.mails.to(person.email)
    expect(mail?.text).toContain('Παράδοση ελαίου, +1.240')
    expect(mail?.text).toContain('Έκδοση κουπονιού, −200')
    expect(mail?.text).toContain('Διαθέσιμοι πόντοι: 1.047.')
    expect(mail?.text).not.toContain('+7')
    expect(sentTo(silent)).toEqual([])
  })

  it('sends at most one mail in five minutes, and repeats no record [points mails]', async () => {
    const { person } = await wanting('at_once')
    await testApp.make.record(person, { points: 11 })
    await Promise.all([queue(), queue()])
    await testApp.make.record(person, { points: 12 })
    await testApp.make.record(person, { points: 13 })
    await queue()
    await settle(person)
    expect(sentTo(person)).toHaveLength(1)
    testApp.clock.forward(minutes(5))
    await queue()
    await queue()
    const [, second] = await testApp.mails.to(person.email, 2)
    expect(second?.text).toMatch(/\+13[^]*\+12/)
    expect(second?.text).not.toContain('+11')
    await settle(person)
    expect(sentTo(person)).toHaveLength(2)
  })

  it.each(['off', 'daily'] as const)(
    'sends at most one in five minutes also if they are turned to %s and back [points mails]',
    async (mode) => {
      const { person, client } = await wanting('at_once')
      await testApp.make.record(person)
      await queue()
      // Not turned off before it is sent.
      await testApp.mails.to(person.email)
      await client.call(setPointsMails, { body: { mode } })
      await client.call(setPointsMails, { body: { mode: 'at_once' } })
      await testApp.make.record(person, { points: 61 })
      await queue()
      await settle(person)
      expect(sentTo(person)).toHaveLength(1)
      testApp.clock.forward(minutes(5))
      await queue()
      expect((await testApp.mails.to(person.email, 2))[1]?.text).toContain('+61')
    },
  )

  it('sends the daily mail at nine in Athens, and one after a downtime of days [points mails]', async () => {
    goTo(8)
    const { person } = await wanting('daily')
    await testApp.make.record(person, { points: 21 })
    await queue()
    await settle()
    expect(sentTo(person)).toEqual([])
    goTo(9)
    await queue()
    await testApp.mails.to(person.email)
    await testApp.make.record(person, { points: 22 })
    testApp.clock.forward(days(3))
    await queue()
    await queue()
    const [, second] = await testApp.mails.to(person.email, 2)
    expect(second?.text).toContain('+22')
    testApp.clock.forward(days(1))
    await queue()
    await settle(person)
    expect(sentTo(person)).toHaveLength(2)
  })

  it('names the newest twenty records, and the number of the others', async () => {
    const { person } = await wanting('at_once')
    for (let points = 101; points <= 123; points += 1) await testApp.make.record(person, { points })
    await queue()
    const [mail] = await testApp.mails.to(person.email)
    expect(mail?.text).toContain('+123')
    expect(mail?.text).not.toContain('+103')
    expect(mail?.text).toContain('Και άλλες 3 κινήσεις.')
  })

  it('is turned off by the link of a mail, by one POST without a session (RFC 8058) [points mails]', async () => {
    const { person, client } = await wanting('at_once')
    await testApp.make.record(person)
    await queue()
    const [mail] = await testApp.mails.to(person.email)
    const headers = mail?.headers ?? {}
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const address = /^<(http[^>]+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    const page = /\/account\/points-mails\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(address).toContain(page)
    const bodies = [
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
      ],
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ]
    for (const [type = '', payload = ''] of bodies) {
      const answer = await testApp.visitor().inject({
        method: 'POST',
        url: new URL(address).pathname,
        headers: { 'content-type': type },
        payload,
      })
      expect(answer.statusCode).toBe(204)
    }
    expect(await client.call(showPointsMails)).toEqual({ mode: 'off' })
    testApp.clock.forward(minutes(10))
    await testApp.make.record(person)
    await queue()
    await settle(person)
    expect(sentTo(person)).toHaveLength(1)
  })

  it('ends with the erasure of the account', async () => {
    const { person } = await wanting('daily')
    await eraseParticipant(testApp.portal, person.id, 'request')
    const rows = await testApp.db.selectFrom('pointsMails').where('userId', '=', person.id).execute()
    expect(rows).toEqual([])
  })
})
