import { exportPlaces, importPlaces, previewPlaces } from '@portal/contract/place-import.ts'
import { placesPageSize } from '@portal/contract/place-rules.ts'
import {
  addPlace,
  changePlace,
  closePlace,
  findManagedPlace,
  listManagedPlaces,
  openPlace,
  removePlace,
} from '@portal/contract/manage-places.ts'
import { listPlaces } from '@portal/contract/places.ts'
import { auditDetailsText } from '@portal/contract/security/audit-text.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { days } from '#server/lib/time/clock.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { auditEntries } from '#test/audit-entries.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
let operator: Client
let kozani: { id: number; name: string }
beforeAll(async () => {
  testApp = await openTestApp()
  testApp.clock.toNoon()
  kozani = await testApp.make.municipality('Κοζάνης')
  await signIn()
})
afterAll(() => testApp.close())

const signIn = async () => {
  operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
}
beforeEach(async () => void (await testApp.db.deleteFrom('places').execute()))

const facts = (more: object = {}) => ({
  reference: 'K-01',
  kind: 'green_atm',
  name: 'ΑΤΜ Δημαρχείου',
  address: 'Πλατεία Νίκης',
  municipality: kozani.id,
  latitude: '40,3007',
  longitude: '21.7889',
  hours: 'Όλο το 24ωρο',
  ...more,
})
const morning = [{ opens: '08:00', closes: '14:00' }]
const week = {
  monday: morning,
  tuesday: morning,
  wednesday: morning,
  thursday: morning,
  friday: morning,
  saturday: [{ opens: '09:00', closes: '13:00' }],
  sunday: [],
  holidays: 'closed',
}
const add = async (more: object = {}) => operator.call(addPlace, { body: facts(more) as never })
const paramsOf = ({ id }: { id: number }) => ({ id: String(id) })
const codesOf = async (send: ReturnType<Client['send']>) => {
  const { statusCode, headers } = await send
  return [statusCode, headers['x-error-code']]
}
const lastEntry = async () => {
  const entry = (await auditEntries(testApp)).at(-1)
  return { ...entry, text: auditDetailsText({ details: entry?.details ?? {}, text: null }) }
}
const today = (ahead = 0) => athensDay(new Date(testApp.portal.clock.now().getTime() + days(ahead)))
const shown = async () => (await testApp.visitor().call(listPlaces))[0]

describe('operators', () => {
  it('add, change and remove a collection point, each with an audit entry [manage places]', async () => {
    const added = await add()
    expect(added).toMatchObject({ reference: 'K-01', latitude: 40.3007, version: 1, closed: null })
    const entry = await lastEntry()
    expect(entry).toMatchObject({ actorKind: 'staff', action: 'place.add' })
    for (const fact of ['σημείο K-01', 'πράσινο ΑΤΜ', 'όνομα: ΑΤΜ Δημαρχείου', 'δήμος: Κοζάνης'])
      expect(entry.text.split(' · ')).toContain(fact)
    const params = paramsOf(added)
    const body = facts({ reference: 'K-02', kind: 'orange_bin', latitude: 40.31, version: 1 })
    const changed = await operator.call(changePlace, { params, body: body as never })
    expect(changed).toMatchObject({ id: added.id, reference: 'K-02', kind: 'orange_bin', version: 2 })
    const change = await lastEntry()
    expect(change.action).toBe('place.change')
    expect(change.text.split(' · ').sort()).toEqual([
      'πλάτος: 40.3007 → 40.31',
      'πράσινο ΑΤΜ → πορτοκαλί κάδος',
      'σημείο K-01 → K-02',
    ])
    // Nothing to change: no entry and no new version.
    expect(
      await operator.call(changePlace, { params, body: { ...body, version: 2 } as never }),
    ).toMatchObject({ version: 2 })
    expect((await lastEntry()).details).toMatchObject({ collection_point: 'K-01 → K-02' })
    await operator.call(removePlace, { params, body: { version: 2 } })
    expect(await lastEntry()).toMatchObject({ action: 'place.remove' })
    expect((await operator.send(findManagedPlace, { params })).statusCode).toBe(404)
  })

  it('set opening hours, which citizens read as text, too, with an audit entry [manage places]', async () => {
    const place = await add({ hours: '', opening_hours: week })
    expect(place).toMatchObject({ hours: '', opening_hours: week })
    expect((await lastEntry()).text.split(' · ')).toContain('Σάβ 09:00–13:00')
    expect(await shown()).toMatchObject({
      hours: 'Δευ–Παρ 08:00–14:00 · Σάβ 09:00–13:00 · Κυρ κλειστά · Αργίες κλειστά',
      opening_hours: week,
    })
    const change = (body: object) =>
      operator.call(changePlace, { params: paramsOf(place), body: facts(body) as never })
    // Without the field they stay; the same ones, in another order, are no change.
    const note = await change({ hours: 'Τον Αύγουστο έως τις 13:00', version: 1 })
    expect(note).toMatchObject({ opening_hours: week, version: 2 })
    const reordered = Object.fromEntries(Object.entries(week).toReversed())
    expect(await change({ hours: note.hours, opening_hours: reordered, version: 2 })).toMatchObject({
      version: 2,
    })
    await change({ hours: note.hours, opening_hours: { ...week, saturday: [] }, version: 2 })
    expect((await lastEntry()).details).toMatchObject({
      place_opening_hours: 'Mo-Fr 08:00-14:00; Sa 09:00-13:00; PH off → Mo-Fr 08:00-14:00; PH off',
    })
    await change({ hours: note.hours, opening_hours: null, version: 3 })
    expect(await shown()).toMatchObject({ hours: note.hours, opening_hours: null })
  })

  it('get each error beside its field [manage places]', async () => {
    await add()
    const { body } = await operator.send(addPlace, {
      body: {
        ...facts(),
        kind: 'shop',
        name: ' ',
        address: 'x'.repeat(201),
        latitude: '21,79',
        longitude: 'x',
      },
    })
    expect(Object.keys(JSON.parse(body)).sort()).toEqual(['address', 'kind', 'latitude', 'longitude', 'name'])
    expect(await codesOf(operator.send(addPlace, { body: facts() }))).toEqual([400, 'place_taken'])
    const interval = (opens: string, closes: string) => ({ opens, closes })
    for (const [saturday, code] of [
      [[interval('9:00', '13:00')], 'hours_invalid'],
      [[interval('09:00', '13:00'), interval('12:00', '14:00')], 'hours_overlap'],
      [Array.from({ length: 4 }, (_, at) => interval(`0${at}:00`, `0${at}:30`)), 'hours_many'],
    ] as const)
      expect(
        await codesOf(operator.send(addPlace, { body: facts({ opening_hours: { ...week, saturday } }) })),
      ).toEqual([400, code])
    for (const opening_hours of [null, undefined])
      expect(await codesOf(operator.send(addPlace, { body: facts({ hours: ' ', opening_hours }) }))).toEqual([
        400,
        'blank',
      ])
    const unknown = facts({ reference: 'K-9', municipality: 999_999 })
    expect((await codesOf(operator.send(addPlace, { body: unknown })))[0]).toBe(400)
  })

  it('of two, the second one is told that the first has changed the place [manage places]', async () => {
    const place = await add()
    const params = paramsOf(place)
    const other = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
    const statuses = await Promise.all(
      [operator, other].map(async (client, at) => {
        const body = facts({ address: `Οδός ${at}`, version: 1 })
        return (await client.send(changePlace, { params, body })).statusCode
      }),
    )
    expect(statuses.sort((one, next) => one - next)).toEqual([200, 409])
    for (const [endpoint, body] of [
      [closePlace, { from: today() }],
      [openPlace, {}],
      [removePlace, {}],
    ] as const)
      expect(await codesOf(operator.send(endpoint, { params, body: { ...body, version: 1 } }))).toEqual([
        409,
        'changed_meanwhile',
      ])
  })

  it('search by parts of the number, name and address, and filter, page by page [manage places]', async () => {
    const florina = await testApp.make.municipality('Φλώρινας')
    await add()
    await add({ reference: 'F-1', kind: 'orange_bin', name: 'Κάδος Άλσους', municipality: florina.id })
    const found = async (query: object) =>
      (await operator.call(listManagedPlaces, { query })).results.map(({ reference }) => reference)
    expect(await found({})).toEqual(['K-01', 'F-1'])
    expect(await found({ search: 'αλσουσ νίκης' })).toEqual(['F-1'])
    expect(await found({ search: 'k-0' })).toEqual(['K-01'])
    expect(await found({ municipality: String(florina.id) })).toEqual(['F-1'])
    expect(await found({ kind: 'green_atm', search: 'νικης' })).toEqual(['K-01'])
    const row = { kind: 'green_atm', name: 'Χ', address: 'Χ', municipalityId: kozani.id, hours: 'Χ' } as const
    const many = Array.from({ length: placesPageSize }, (_, at) => ({ ...row, id: `X-${at}` }))
    await testApp.db
      .insertInto('places')
      .values(many.map((one) => ({ ...one, latitude: 40, longitude: 21 })))
      .execute()
    expect(await found({})).toHaveLength(placesPageSize)
    expect(await found({ page: '2' })).toEqual(['X-9', 'F-1'])
    expect((await operator.send(listManagedPlaces, { query: { page: '3' } })).statusCode).toBe(404)
  })

  it('close a place for some days, with a message that citizens see until they are over [manage places]', async () => {
    const params = paramsOf(await add())
    const close = (body: object) => operator.send(closePlace, { params, body })
    expect(await codesOf(close({ from: today(), until: today(-1), version: 1 }))).toEqual([
      400,
      'period_reversed',
    ])
    expect(await codesOf(close({ from: today(-3), until: today(-1), version: 1 }))).toEqual([400, 'day_past'])
    expect(await codesOf(close({ from: '2026-02-30', version: 1 }))).toEqual([400, 'day_invalid'])
    expect((await codesOf(close({ from: today(), message: 'x'.repeat(201), version: 1 })))[1]).toContain(
      'too_long',
    )
    const closed = { from: today(), until: today(2), message: 'Λόγω έργων.' }
    expect((await close({ ...closed, version: 1 })).statusCode).toBe(200)
    expect((await shown())?.closed).toEqual(closed)
    expect((await lastEntry()).text).toContain('μήνυμα: – → Λόγω έργων.')
    testApp.clock.forward(days(3))
    expect((await shown())?.closed).toBeNull()
    // The session has ended meanwhile.
    await signIn()
    await operator.call(openPlace, { params, body: { version: 2 } })
    expect(await operator.call(findManagedPlace, { params })).toMatchObject({ closed: null, version: 3 })
    expect((await close({ from: today(), until: '', message: '', version: 3 })).statusCode).toBe(200)
    expect((await shown())?.closed).toEqual({ from: today(), until: null, message: null })
  })
})

describe('a file of places', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const exported = async () => (await operator.send(exportPlaces)).body
  const preview = (file: string, remove_others = false) =>
    operator.call(previewPlaces, { body: { file: base64(file), remove_others } })

  it('is exported, changed, previewed and imported; closings stay [manage places]', async () => {
    const place = await add({ name: 'ΑΤΜ; «Κέντρο» "Α"' })
    await add({ reference: 'K-02' })
    await operator.call(closePlace, { params: paramsOf(place), body: { from: today(), version: 1 } })
    const file = await exported()
    expect(await preview(file, true)).toMatchObject({ unchanged: 2, removed: { count: 0 } })
    const lines = file.trim().split('\r\n')
    const edited = [
      lines[0],
      lines.find((line) => line.startsWith('K-01'))?.replace('Πλατεία Νίκης', 'Νίκης 3'),
      'N-1;orange_bin;Νέος κάδος;Νίκης 9;Κοζάνης;40,31;21,79;Πάντα;',
    ].join('\r\n')
    const changes = await preview(edited, true)
    expect(changes).toMatchObject({
      added: { count: 1, rows: [{ reference: 'N-1', name: 'Νέος κάδος' }] },
      changed: {
        count: 1,
        rows: [{ fields: [{ field: 'address', from: 'Πλατεία Νίκης', to: 'Νίκης 3' }] }],
      },
      removed: { count: 1, rows: [{ reference: 'K-02' }] },
      errors: { count: 0 },
    })
    expect(await shown()).toMatchObject({ address: 'Πλατεία Νίκης' })
    const body = { file: base64(edited), remove_others: true, fingerprint: changes.fingerprint }
    expect(await operator.call(importPlaces, { body })).toEqual({
      added: 1,
      changed: 1,
      unchanged: 0,
      removed: 1,
      rejected: 0,
    })
    expect(await lastEntry()).toMatchObject({ actorKind: 'staff', action: 'places.import' })
    expect(await shown()).toMatchObject({ address: 'Νίκης 3', closed: { from: today() } })
  })

  it('has opening hours in a column that it may lack, and says what is wrong with a row of them [manage places]', async () => {
    await add({ hours: '', opening_hours: week })
    const file = await exported()
    expect(file).toContain('21,7889;;"Mo-Fr 08:00-14:00; Sa 09:00-13:00; PH off"')
    expect(await preview(file)).toMatchObject({ unchanged: 1, errors: { count: 0 } })
    const edited = file.replace('Sa 09:00-13:00', 'Sa off')
    const changes = await preview(edited)
    expect(changes.changed.rows).toMatchObject([
      {
        fields: [
          {
            field: 'opening_hours',
            from: 'Mo-Fr 08:00-14:00; Sa 09:00-13:00; PH off',
            to: 'Mo-Fr 08:00-14:00; PH off',
          },
        ],
      },
    ])
    const { fingerprint } = changes
    await operator.call(importPlaces, {
      body: { file: base64(edited), remove_others: false, fingerprint },
    })
    expect((await shown())?.opening_hours).toEqual({ ...week, saturday: [] })
    const wrong = file.replace('Sa 09:00-13:00', 'Sa 9-13')
    expect((await preview(wrong)).errors.rows).toEqual([
      { line: 2, field: 'opening_hours', code: 'hours_invalid', value: 'Sa 9-13' },
    ])
    // A file without the column leaves them alone.
    const row = 'K-01;green_atm;ΑΤΜ Δημαρχείου;Νίκης 3;Κοζάνης;40,3007;21,7889;Και κατόπιν ραντεβού'
    const old = `id;kind;name;address;municipality;latitude;longitude;hours\n${row}`
    const again = { file: base64(old), remove_others: false }
    const { fingerprint: second } = await preview(old)
    await operator.call(importPlaces, { body: { ...again, fingerprint: second } })
    expect(await shown()).toMatchObject({
      hours: 'Και κατόπιν ραντεβού',
      opening_hours: { ...week, saturday: [] },
    })
  })

  it('is not imported if it would change something else than its preview showed [manage places]', async () => {
    const place = await add()
    const file = (await exported()).replace('Πλατεία Νίκης', 'Νίκης 3')
    const { fingerprint } = await preview(file)
    const change = facts({ hours: '08:00–20:00', version: 1 })
    await operator.call(changePlace, { params: paramsOf(place), body: change as never })
    const body = { file: base64(file), remove_others: false, fingerprint }
    expect(await codesOf(operator.send(importPlaces, { body }))).toEqual([409, 'changed_meanwhile'])
    expect(await shown()).toMatchObject({ hours: '08:00–20:00', address: 'Πλατεία Νίκης' })
  })

  it('shows the errors of its rows, which are left out, and removes nothing then [manage places]', async () => {
    await add()
    const file = [
      'id;kind;name;address;municipality;latitude;longitude;hours',
      'N-1;green_atm;Νέο;Νίκης 1;Κοζάνης;40,3;21,8;Πάντα',
      'N-1;green_atm;Νέο;Νίκης 1;Κοζάνης;40,3;21,8;Πάντα',
      'N-2;shop;;Νίκης 1;Λάρισας;21,8;40,3;Πάντα',
      'N-3;green_atm',
    ].join('\n')
    const found = await preview(file, true)
    expect(found.removed.count).toBe(0)
    expect(found.errors.count).toBe(3)
    expect(found.errors.rows.map(({ line, field, code }) => `${line} ${field} ${code}`)).toEqual([
      '3 id repeated',
      '4 kind choice_invalid',
      '4 name blank',
      '4 latitude latitude_outside',
      '4 longitude longitude_outside',
      '4 municipality municipality_unknown',
      '5 null row_length',
    ])
    const body = { file: base64(file), remove_others: true, fingerprint: found.fingerprint }
    expect(await codesOf(operator.send(importPlaces, { body }))).toEqual([400, 'file_rows'])
    const partly = await operator.call(importPlaces, { body: { ...body, remove_others: false } })
    expect(partly).toMatchObject({ added: 1, rejected: 3 })
  })

  it('without the columns, empty, damaged or too large is rejected [manage places]', async () => {
    const send = (file: string) =>
      codesOf(operator.send(previewPlaces, { body: { file, remove_others: false } }))
    expect(await send(base64('a;b\n1;2'))).toEqual([400, 'file_columns'])
    expect(await send(base64(' \n'))).toEqual([400, 'file_empty'])
    const quoted = 'id;kind;name;address;municipality;latitude;longitude;hours\n"N-1;x'
    expect(await send(base64(quoted))).toEqual([400, expect.stringContaining('file_damaged')])
    expect((await send('A'.repeat(6_800_000)))[0]).toBe(413)
    // Each rejected row of two characters costs the server more than a place.
    for (const row of ['a\n', 'a\r', 'a\r\n', '\n', ',\n'])
      expect(await send(base64(`id${row.slice(-1)}${row.repeat(20_000)}`))).toEqual([
        400,
        'file_long;max=20000',
      ])
  })
})

describe('the rights of the other roles', () => {
  it.each(['clerk', 'manager'] as const)(
    'do not include collection points: %s [manage places]',
    async (role) => {
      const client = await testApp.signIn(await testApp.make.staff({ role }))
      expect((await client.send(listManagedPlaces)).statusCode).toBe(403)
      expect((await client.send(addPlace, { body: facts() })).statusCode).toBe(403)
      expect((await client.send(exportPlaces)).statusCode).toBe(403)
    },
  )
})
