import { logout, me, updateMe } from '@portal/contract/accounts.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { setPassword } from '@portal/contract/passwords.ts'
import { roles } from '@portal/contract/security/permissions.ts'
import {
  bindSticker,
  issueStickers,
  replaceSticker,
  reportStickerFound,
  reportStickerLost,
} from '@portal/contract/stickers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountTagOf } from '#server/lib/security/tokens.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import type { Person } from '#test/factories.ts'

let testApp: TestApp
let kozani: { id: number }
let florina: { id: number }
beforeAll(async () => {
  testApp = await openTestApp()
  kozani = await testApp.make.municipality('Κοζάνης')
  florina = await testApp.make.municipality('Φλώρινας')
})
afterAll(() => testApp.close())

const asCustomer = async (): Promise<{
  person: Person
  client: Client
  profile: Record<string, unknown>
}> => {
  const person = await testApp.make.customer({ telephone: '2461000000', municipality: kozani.id })
  const named = {
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    is_staff: false,
  }
  return {
    person,
    client: await testApp.signIn(person),
    profile: { ...named, telephone: '2461000000', municipality: kozani.id },
  }
}

const asStaff = async () => {
  const person = await testApp.make.staff()
  const profile = {
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    is_staff: true,
  }
  return { person, client: await testApp.signIn(person), profile }
}

describe('me', () => {
  it('returns the telephone and municipality of a customer [§3 profile]', async () => {
    const { client, profile } = await asCustomer()
    expect(await client.call(me)).toEqual(profile)
  })

  it('returns null for a missing municipality', async () => {
    const client = await testApp.signIn(await testApp.make.customer())
    expect(await client.call(me)).toMatchObject({ municipality: null })
  })

  it('omits telephone and municipality for staff [§3 profile]', async () => {
    const { client, profile } = await asStaff()
    expect(await client.call(me)).toEqual(profile)
  })

  it('names the role of staff in a header, and none for customers [security roles]', async () => {
    const roleOf = async (client: Client) => (await client.send(me)).headers['x-role']
    for (const role of roles)
      expect(await roleOf(await testApp.signIn(await testApp.make.staff({ role })))).toBe(role)
    expect(await roleOf((await asCustomer()).client)).toBeUndefined()
  })
})

describe('updateMe', () => {
  it('changes the given fields and keeps the others', async () => {
    const { client, profile } = await asCustomer()
    expect(await client.call(updateMe, { body: { first_name: '  Άννα-Μαρία ' } })).toEqual({
      ...profile,
      first_name: 'Άννα-Μαρία',
    })
    const change = { last_name: "Ο'Νηλ <b>", telephone: '+30 24610 12345', municipality: florina.id }
    const changed = { ...profile, first_name: 'Άννα-Μαρία', ...change }
    expect(await client.call(updateMe, { body: change })).toEqual(changed)
    expect(await client.call(updateMe, { body: {} })).toEqual(changed)
    expect(await client.call(me)).toEqual(changed)
  })

  it('accepts a municipality as a string and a telephone as a number', async () => {
    const { client, profile } = await asCustomer()
    const changed = await client.call(updateMe, {
      body: { municipality: String(florina.id), telephone: 2461054321 },
    })
    expect(changed).toEqual({ ...profile, municipality: florina.id, telephone: '2461054321' })
  })

  it('ignores fields that the user cannot change', async () => {
    const { person, client, profile } = await asCustomer()
    const sent = {
      email: 'attacker@example.gr',
      is_staff: true,
      is_active: false,
      id: 1,
      password: 'x',
      password_hash: 'x',
      username: 'x',
    }
    const answer = await client.send(updateMe, { body: sent })
    expect([answer.statusCode, answer.json()]).toEqual([200, profile])
    expect(await client.call(me)).toEqual(profile)
    expect((await client.inject({ url: '/api/participants/' })).statusCode).toBe(403)
    const again = await testApp.signIn(person)
    expect(await again.call(me)).toEqual(profile)
  })

  it('ignores telephone and municipality of staff', async () => {
    const { person, client, profile } = await asStaff()
    const body = { first_name: 'Άλκης', telephone: '6900000001', municipality: 999_999 }
    expect(await client.call(updateMe, { body })).toEqual({ ...profile, first_name: 'Άλκης' })
    expect(await client.call(updateMe, { body: { municipality: kozani.id } })).toEqual({
      ...profile,
      first_name: 'Άλκης',
    })
    const kept = await testApp.db
      .selectFrom('users')
      .select(['telephone', 'municipalityId'])
      .where('id', '=', person.id)
      .executeTakeFirst()
    expect(kept).toEqual({ telephone: '', municipalityId: null })
  })

  it.each([
    [
      'empty names',
      { first_name: '', last_name: ' ' },
      { first_name: ['This field may not be blank.'], last_name: ['This field may not be blank.'] },
    ],
    ['an empty telephone', { telephone: '' }, { telephone: ['This field may not be blank.'] }],
    [
      'null',
      { first_name: null, telephone: null },
      { first_name: ['This field may not be null.'], telephone: ['This field may not be null.'] },
    ],
    ['a null municipality', { municipality: null }, { municipality: ['This field may not be null.'] }],
    [
      'an unknown municipality',
      { municipality: 999_999 },
      { municipality: ['Invalid pk "999999" - object does not exist.'] },
    ],
    [
      'a municipality id beyond 32 bits',
      { municipality: 2 ** 40 },
      { municipality: ['Invalid pk "1099511627776" - object does not exist.'] },
    ],
    [
      'a municipality by name',
      { municipality: 'Κοζάνης' },
      { municipality: ['Incorrect type. Expected pk value, received str.'] },
    ],
    [
      'a municipality in a list',
      { municipality: [1] },
      { municipality: ['Incorrect type. Expected pk value, received list.'] },
    ],
    ['a name that is a list', { first_name: ['Μαρία'] }, { first_name: ['Not a valid string.'] }],
    [
      'a name that is too long',
      { last_name: 'α'.repeat(151) },
      { last_name: ['Ensure this field has no more than 150 characters.'] },
    ],
    [
      'a telephone that is too long',
      { telephone: '1'.repeat(33) },
      { telephone: ['Ensure this field has no more than 32 characters.'] },
    ],
    ['a name with a link', { first_name: 'www.kako.example' }, { first_name: ['Enter a valid name.'] }],
    ['a telephone that is too short', { telephone: '24610' }, { telephone: ['Enter a valid phone number.'] }],
  ])('rejects %s and changes nothing', async (_, body, rejection) => {
    const { client, profile } = await asCustomer()
    const answer = await client.send(updateMe, {
      body: { ...body, ...('last_name' in body ? {} : { last_name: 'Νέα' }) },
    })
    expect([answer.statusCode, answer.json()]).toEqual([400, rejection])
    expect(await client.call(me)).toEqual(profile)
  })

  it.each([
    { telephone: '', municipality: 'x' },
    { telephone: null, municipality: null },
    { municipality: 999_999 },
  ])('ignores invalid values of staff: %o', async (body) => {
    const { client } = await asStaff()
    const answer = await client.send(updateMe, { body: { ...body, first_name: 'Ιάσων' } })
    expect([answer.statusCode, answer.json().first_name]).toEqual([200, 'Ιάσων'])
  })

  it('accepts an imported name and telephone that are sent back unchanged [security person fields]', async () => {
    const imported = { firstName: 'Α@Β', lastName: 'www', telephone: '10123 εσωτ. 4' }
    const client = await testApp.signIn(await testApp.make.customer(imported))
    const body = { first_name: 'Α@Β', last_name: 'Νέα', telephone: '10123 εσωτ. 4' }
    expect(await client.call(updateMe, { body })).toMatchObject(body)
    const answer = await client.send(updateMe, { body: { ...body, telephone: '10123 εσωτ. 5' } })
    expect([answer.statusCode, answer.json()]).toEqual([400, { telephone: ['Enter a valid phone number.'] }])
  })

  it('sends no mail', async () => {
    const { person, client } = await asCustomer()
    await client.call(updateMe, { body: { first_name: 'Άλλη', telephone: '2461099999' } })
    // Mails are sent in order: once this one has arrived, an earlier one would have arrived, too.
    const other = await asCustomer()
    await other.client.call(setPassword, {
      body: { current_password: other.person.password, new_password: 'ελιά-κι-αλάτι-73' },
    })
    await testApp.mails.to(other.person.email)
    expect(await testApp.mails.to(person.email, 0)).toEqual([])
  })
})

describe('X-Account', () => {
  const tagOf = async (client: Client) => String((await client.send(me)).headers['x-account'])
  const sendAs = (client: Client, tag: string | undefined, endpoint: Endpoint, body?: object) =>
    client.inject({
      method: endpoint.method,
      url: endpoint.path,
      headers: {
        'x-csrftoken': client.cookies.get('csrftoken'),
        ...(body && { 'content-type': 'application/json' }),
        ...(tag !== undefined && { 'x-account': tag }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
  const rejection = { detail: 'The session belongs to another account.' }

  it('is the same in every session of an account and contains neither its id nor its address', async () => {
    const { person, client } = await asCustomer()
    const tag = await tagOf(client)
    expect(tag).toMatch(/^[\w-]{22}$/)
    // Derived only from the account's random `sub`.
    const { sub } = await testApp.db
      .selectFrom('users')
      .select('sub')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(tag).toBe(accountTagOf(sub))
    expect(await tagOf(await testApp.signIn(person))).toBe(tag)
    expect(await tagOf((await asCustomer()).client)).not.toBe(tag)
  })

  it.each([
    ['updateMe', updateMe, { first_name: 'Άλλη' }],
    ['updateMe with a wrong body', updateMe, { first_name: '' }],
    ['setPassword', setPassword, { current_password: 'x', new_password: 'y' }],
    ['bindSticker', bindSticker, { code: 'A4KX97TEH2MX' }],
    ['reportStickerLost', reportStickerLost, { code: 'A4KX97TEH2MX' }],
    ['reportStickerFound', reportStickerFound, { code: 'A4KX97TEH2MX' }],
    ['replaceSticker', replaceSticker, { code: 'A4KX97TEH2MX', new_code: 'A4KX97TEH2MX' }],
    ['issueStickers', issueStickers, { count: 1 }],
  ])('rejects %s if it names another account [§4 other account]', async (_, endpoint, body) => {
    const [mine, other] = [await asCustomer(), await asCustomer()]
    const client = endpoint === issueStickers ? (await asStaff()).client : mine.client
    const before = await client.call(me)
    for (const tag of [await tagOf(other.client), '', 'x']) {
      const answer = await sendAs(client, tag, endpoint, body)
      expect({ status: answer.statusCode, body: answer.json() }).toEqual({ status: 409, body: rejection })
    }
    expect(await client.call(me)).toEqual(before)
  })

  it('has no effect when it names the session’s account or is absent', async () => {
    const { client } = await asCustomer()
    for (const tag of [await tagOf(client), undefined]) {
      const answer = await sendAs(client, tag, updateMe, { first_name: 'Άλλη' })
      expect(answer.statusCode).toBe(200)
    }
  })

  it('does not prevent logout if it names another account', async () => {
    const { client } = await asCustomer()
    expect((await sendAs(client, 'x', logout)).statusCode).toBe(204)
    expect((await client.send(me)).statusCode).toBe(401)
  })
})
