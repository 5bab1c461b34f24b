import {
  checkDeskCoupon,
  closeDesk,
  enrolDevice,
  listDeskToday,
  openDesk as enterPin,
  showDesk,
} from '@portal/contract/desk/desk.ts'
import {
  addDevice,
  addDeviceLink,
  changeDevice,
  enrolDeviceAgain,
  listDevices,
  revokeDevice,
  unlockDevice,
  withdrawDeviceLink,
} from '@portal/contract/desk/manage-devices.ts'
import { describeSite } from '@portal/contract/site.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDesk, pin } from '#test/desks.ts'
import type { MadePartner } from '#test/factories.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import { deleteOldDeskRows } from './cleaning-service.ts'
import { days, minutes } from '#server/lib/time/clock.ts'

let testApp: TestApp
let operator: Client
let partner: MadePartner
beforeAll(async () => {
  testApp = await openTestApp({ PUBLIC_URL: 'https://portal.example.gr' })
  operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
  partner = await testApp.make.partner({ name: 'Φούρνος' })
})
afterAll(() => testApp.close())

const may = ['coupons' as const]
const add = async (name = 'Ταμείο') =>
  operator.call(addDevice, { params: { client: partner.clientId }, body: { name, place: null, may } })
const enrol = (body: object, client = testApp.visitor()) => client.send(enrolDevice, { body })
const idOf = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const stateOf = async (client: Client) => (await client.call(showDesk)).state
/** Operators confirm who they are again after the clock was put forward. */
const again = async () => {
  operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
}

describe('a device', () => {
  it('is enrolled by its code, once [desk enrolment]', async () => {
    expect((await testApp.visitor().call(describeSite)).has_desks).toBe(false)
    const { device, enrolment } = await add('Ταμείο 1')
    expect(device).toMatchObject({ name: 'Ταμείο 1', state: 'waiting', place: null })
    expect(enrolment.code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    expect(enrolment.link).toBe(`https://portal.example.gr/desk#${enrolment.code}`)
    const client = testApp.visitor()
    const answer = await enrol({ code: enrolment.code.toLowerCase().replace('-', ' '), pin }, client)
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        ...{ id: device.id, partner: 'Φούρνος', name: 'Ταμείο 1', place: null, may, state: 'open' },
        ...{ tries_left: 5, open_until: expect.any(String), time: expect.any(String), rates: [] },
      },
    ])
    const cookie = answer.cookies.find(({ name }) => name === 'portal_desk')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/desk', secure: true })
    expect(Buffer.from(cookie?.value ?? '', 'base64url')).toHaveLength(32)
    const csrf = { name: 'csrftoken', sameSite: 'Strict', path: '/desk' }
    expect(answer.cookies).toContainEqual(expect.objectContaining(csrf))
    expect((await enrol({ code: enrolment.code, pin })).json()).toEqual({
      code: [expect.stringContaining('enrols no device')],
    })
    expect((await testApp.visitor().call(describeSite)).has_desks).toBe(true)
    const { devices } = await operator.call(listDevices, { params: { client: partner.clientId } })
    expect(devices).toMatchObject([{ id: device.id, state: 'enrolled', enrolment_until: null }])
  })

  it('is not enrolled after 15 minutes, nor by two at once [desk enrolment]', async () => {
    const [late, raced] = [await add(), await add()]
    const body = { code: raced.enrolment.code, pin }
    const both = await Promise.all([enrol(body), enrol(body)])
    expect(both.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 400])
    testApp.clock.forward(minutes(15))
    expect((await enrol({ code: late.enrolment.code, pin })).statusCode).toBe(400)
    await again()
  })

  it('has a PIN of 4 to 6 digits [desk enrolment]', async () => {
    const { enrolment } = await add()
    for (const wrong of ['123', '1234567', '12a4', '١٢٣٤', 1234, null])
      expect((await enrol({ code: enrolment.code, pin: wrong })).statusCode).toBe(400)
    expect((await enrol({ code: enrolment.code, pin: '123456' })).statusCode).toBe(201)
  })

  it('is added by a link, as often as it says [desk enrolment]', async () => {
    const { id: municipalityId } = await testApp.make.municipality()
    const place = {
      id: 'B-1',
      kind: 'reuse_centre' as const,
      name: 'ΚΔΕΥ',
      address: 'Νίκης 3',
      municipalityId,
    }
    await testApp.db
      .insertInto('places')
      .values({ ...place, latitude: 40.3, longitude: 21.7, hours: '9–5' })
      .execute()
    const params = { client: partner.clientId }
    const link = await operator.call(addDeviceLink, { params, body: { may, devices: 2 } })
    const [, token = ''] = link.link.split('#link=')
    const client = testApp.visitor()
    const body = { link: token, pin, name: 'Υποδοχή', place: 'B-1' }
    expect((await enrol({ ...body, place: 'X' })).json()).toEqual({ place: [expect.any(String)] })
    expect((await enrol({ ...body, name: undefined })).statusCode).toBe(400)
    const first = await enrol(body, client)
    expect(first.json()).toMatchObject({ name: 'Υποδοχή', place: 'ΚΔΕΥ', may, state: 'open' })
    const raced = await Promise.all([enrol(body), enrol(body)])
    expect(raced.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 400])
    expect((await operator.call(listDevices, { params })).links).toEqual([])
    const { id, link: address } = await operator.call(addDeviceLink, { params, body: { may, devices: 1 } })
    await operator.call(withdrawDeviceLink, { params: { ...params, id: String(id) } })
    expect((await enrol({ ...body, link: address.split('=')[1] })).statusCode).toBe(400)
    const old = await operator.call(addDeviceLink, { params, body: { may, devices: 1 } })
    testApp.clock.forward(days(7))
    expect((await enrol({ ...body, link: old.link.split('=')[1] })).statusCode).toBe(400)
    await deleteOldDeskRows(testApp.portal)
    expect(
      await testApp.db.selectFrom('deviceLinks').select('id').where('id', '=', old.id).execute(),
    ).toEqual([])
    await again()
  })

  it('asks for its PIN after 15 minutes without use [desk PIN]', async () => {
    const { client } = await openDesk(testApp, { partner })
    for (let call = 0; call < 3; call += 1) {
      testApp.clock.forward(minutes(10))
      expect((await client.send(listDeskToday)).statusCode).toBe(200)
    }
    testApp.clock.forward(minutes(10))
    // A call that no person caused.
    const unattended = await client.inject({ url: '/api/desk/today/', headers: { 'x-unattended': '1' } })
    expect(unattended.statusCode).toBe(200)
    testApp.clock.forward(minutes(6))
    expect((await client.send(listDeskToday)).json()).toEqual({
      detail: 'Enter the PIN of the device first.',
    })
    expect(await stateOf(client)).toBe('closed')
    expect((await client.call(enterPin, { body: { pin } })).state).toBe('open')
    await client.call(closeDesk)
    expect((await client.send(listDeskToday)).statusCode).toBe(403)
    await again()
  })

  it('is locked by five wrong PINs until an operator unlocks it [desk PIN]', async () => {
    const { client, device } = await openDesk(testApp, { partner })
    const answers = []
    for (let tries = 0; tries < 5; tries += 1)
      answers.push((await client.send(enterPin, { body: { pin: '0000' } })).json<object>())
    expect(answers).toEqual([
      ...[4, 3, 2, 1].map((left) => ({ pin: [`Wrong PIN. Tries left: ${left}.`] })),
      { detail: expect.stringContaining('locked') },
    ])
    expect((await client.send(enterPin, { body: { pin } })).statusCode).toBe(403)
    expect((await client.send(listDeskToday)).json()).toEqual({ detail: expect.stringContaining('locked') })
    expect(await stateOf(client)).toBe('locked')
    expect(await operator.call(unlockDevice, idOf(device))).toMatchObject({ state: 'enrolled' })
    expect((await client.call(enterPin, { body: { pin } })).tries_left).toBe(5)
  })

  it('gives another phone its place by a new code, which also unlocks it [desk enrolment]', async () => {
    const { client, device } = await openDesk(testApp, { partner })
    const { enrolment } = await operator.call(enrolDeviceAgain, idOf(device))
    expect(await stateOf(client)).toBe('open')
    const next = testApp.visitor()
    await next.call(enrolDevice, { body: { code: enrolment.code, pin: '9999' } })
    expect((await client.send(showDesk)).json()).toEqual({ detail: 'This device is not enrolled.' })
    await next.call(closeDesk)
    expect((await next.call(enterPin, { body: { pin: '9999' } })).id).toBe(device.id)
  })

  it('is changed by one operator at a time, and revoked at once [desk devices]', async () => {
    const { client, device } = await openDesk(testApp, { partner })
    const { version } = await operator.call(unlockDevice, idOf(device))
    const body = { name: 'Φορητό', place: null, may: ['oil'], version }
    expect(
      await operator.call(changeDevice, { ...idOf(device), body: { ...body, may: ['oil'] } }),
    ).toMatchObject({
      name: 'Φορητό',
      may: ['oil'],
    })
    expect((await operator.send(changeDevice, { ...idOf(device), body })).statusCode).toBe(409)
    expect((await client.send(checkDeskCoupon, { body: { code: 'x' } })).json()).toEqual({
      detail: 'This device may not do this.',
    })
    await operator.call(revokeDevice, idOf(device))
    expect(await stateOf(client)).toBe('revoked')
    for (const call of [listDeskToday, enterPin])
      expect((await client.send(call, call === enterPin ? { body: { pin } } : {})).statusCode).toBe(403)
    for (const call of [unlockDevice, enrolDeviceAgain])
      expect((await operator.send(call, idOf(device))).statusCode).toBe(409)
  })

  it('of a paused partner does nothing [desk devices]', async () => {
    const paused = await testApp.make.partner()
    const { client } = await openDesk(testApp, { partner: paused })
    const set = (disabledAt: Date | null) =>
      testApp.db.updateTable('partners').set({ disabledAt }).where('id', '=', paused.id).execute()
    await set(testApp.portal.clock.now())
    expect((await client.send(listDeskToday)).statusCode).toBe(403)
    await set(null)
    expect((await client.send(listDeskToday)).statusCode).toBe(200)
  })
})

describe('its calls', () => {
  it('need its own CSRF token, not only the cookie [desk attacks]', async () => {
    const { client } = await openDesk(testApp, { partner })
    for (const token of ['', 'x', 'A'.repeat(43)]) {
      const answer = await client.inject({
        method: 'POST',
        url: '/api/desk/close/',
        headers: { 'x-csrftoken': token },
      })
      expect(answer.statusCode).toBe(403)
    }
    const other = await client.inject({
      method: 'POST',
      url: '/api/desk/close/',
      headers: { 'sec-fetch-site': 'same-site' },
    })
    expect(other.statusCode).toBe(403)
    expect(await stateOf(client)).toBe('open')
  })
})
