import { FileErrors } from '#server/lib/files/file-errors.ts'
import { resolve } from 'node:path'
import { listPlaces } from '@portal/contract/places.ts'
import { explainOwnPoints } from '@portal/contract/points-origin.ts'
import { listOwnPoints } from '@portal/contract/points.ts'
import { describeSite } from '@portal/contract/site.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importMunicipalities } from '#server/features/municipalities/import-service.ts'
import { errorOf, fileOf } from '#test/files.ts'
import { openProgram } from '#test/programs.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { importPlaces } from './import-service.ts'

const data = (name: string) => resolve(import.meta.dirname, '../../../data', name)
const head = 'id;kind;name;address;municipality;latitude;longitude;hours'
const bin = 'B-1;orange_bin;Κάδος πλατείας;Πλατεία;ΚΟΖΑΝΗΣ;40,30;21,79;Όλο το 24ωρο'
const atm = 'A-1;green_atm;ΑΤΜ Δημαρχείου;Νίκης 1;Αμυνταίου;40.69;21.68;08:00–20:00'
const csv = (...lines: string[]) => fileOf([head, ...lines].join('\n'))

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  await importMunicipalities(testApp, data('municipalities.csv'), { region: 'Δυτική Μακεδονία' })
})
afterAll(() => testApp.close())

const list = () => testApp.visitor().call(listPlaces)

describe('importPlaces', () => {
  it('adds places, updates those that differ, and lists them by municipality [places]', async () => {
    expect(await importPlaces(testApp.portal, csv(bin, atm))).toEqual({
      added: 2,
      changed: 0,
      present: 0,
      removed: 0,
    })
    const found = await list()
    expect(found.map(({ id }) => id)).toEqual(['A-1', 'B-1'])
    expect(found[1]).toEqual({
      id: 'B-1',
      kind: 'orange_bin',
      name: 'Κάδος πλατείας',
      address: 'Πλατεία',
      municipality: { id: expect.any(Number), name: 'Κοζάνης' },
      latitude: 40.3,
      longitude: 21.79,
      hours: 'Όλο το 24ωρο',
      opening_hours: null,
      closed: null,
    })
    const moved = atm.replace('Νίκης 1', 'Νίκης 2')
    expect(await importPlaces(testApp.portal, csv(bin, moved))).toMatchObject({
      added: 0,
      changed: 1,
      present: 1,
    })
    expect(await importPlaces(testApp.portal, csv(bin, moved))).toMatchObject({
      added: 0,
      changed: 0,
      present: 2,
    })
    expect((await list())[0]?.address).toBe('Νίκης 2')
  })

  it('removes the places that the file does not have only if asked to [places]', async () => {
    expect(await importPlaces(testApp.portal, csv(bin))).toMatchObject({ removed: 0 })
    expect(await list()).toHaveLength(2)
    expect(await importPlaces(testApp.portal, csv(bin), { removeOthers: true, confirmed: 1 })).toMatchObject({
      removed: 1,
    })
    expect((await list()).map(({ id }) => id)).toEqual(['B-1'])
  })

  it('imports the other lines if it is not strict, unless it removes others [places]', async () => {
    const errors = () => new FileErrors('places.csv', { strict: false })
    const [kept, removing] = [errors(), errors()]
    const before = (await list()).length
    const partly = csv(bin, atm, 'A-9;shop;ΑΤΜ;Νίκης 1;Κοζάνης;21,79;40,30;Πάντα')
    const error = await errorOf(
      importPlaces(testApp.portal, partly, { removeOthers: true, errors: removing }),
    )
    expect(error).toContain('--remove-others would remove the places of these lines')
    expect(await list()).toHaveLength(before)
    await importPlaces(testApp.portal, partly, { errors: kept })
    expect(kept.rejected.rows).toBe(1)
    expect((await list()).map(({ id }) => id).sort()).toEqual(['A-1', 'B-1'])
    await importPlaces(testApp.portal, csv(bin), { removeOthers: true, confirmed: 1 })
  })

  it('imports nothing if a line has an error, and names the line and the field [places]', async () => {
    const before = await list()
    const wrong = csv(
      atm,
      atm,
      'A-2;shop;ΑΤΜ;Νίκης 1;Λάρισας;21,79;40,30;',
      ';green_atm;ΑΤΜ;Νίκης 1;Κοζάνης;;x;ώρες',
    )
    const error = await errorOf(importPlaces(testApp.portal, wrong))
    for (const part of [
      "line 3: id: 'A-1' is in line 2, too",
      "line 4: kind: 'shop' is not green_atm, orange_bin, reuse_centre",
      "line 4: municipality: 'Λάρισας' is not a municipality of this portal",
      'line 4: hours: is empty',
      "line 4: latitude: '21,79' is not between 34 and 42",
      'line 5: id: is empty',
      "line 5: latitude: '' is not between 34 and 42",
      "line 5: longitude: 'x' is not between 19 and 30",
    ])
      expect(error).toContain(part)
    expect(await list()).toEqual(before)
  })

  it('writes an audit entry [security audit]', async () => {
    await importPlaces(testApp.portal, csv(bin))
    const last = await testApp.db
      .selectFrom('auditEntries')
      .select(['actorKind', 'actorName', 'action', 'details'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    const details = { added: 0, changed: 0, present: 1, removed: 0 }
    expect(last).toEqual([
      { actorKind: 'command', actorName: 'import places', action: 'places.import', details },
    ])
  })

  it('removes more than a tenth of the places only with their number, and nothing in a dry run [places]', async () => {
    const lines = Array.from({ length: 20 }, (_, n) => atm.replace('A-1', `C-${n + 10}`))
    await testApp.db.deleteFrom('places').execute()
    await importPlaces(testApp.portal, csv(...lines))
    const ids = async () => (await list()).map(({ id }) => id).toSorted()
    const all = lines.map((line) => line.split(';')[0])
    expect(await ids()).toEqual(all)
    const shortened = csv(...lines.slice(0, 2), bin)
    const options = { removeOthers: true }
    const dryRun = await importPlaces(testApp.portal, shortened, { ...options, dryRun: true })
    expect(dryRun).toEqual({ added: 1, changed: 0, present: 2, removed: 18 })
    for (const confirmed of [undefined, 17]) {
      const error = await errorOf(importPlaces(testApp.portal, shortened, { ...options, confirmed }))
      expect(error).toMatch(
        /^The file lacks 18 of 20 places; nothing was imported:\n {2}C-12: [^]*--confirm 18\.$/,
      )
    }
    expect(await ids()).toEqual(all)
    const few = await importPlaces(testApp.portal, csv(...lines.slice(0, 18)), options)
    expect(few).toEqual({ added: 0, changed: 0, present: 18, removed: 2 })
    const many = await importPlaces(testApp.portal, csv(...lines.slice(0, 2)), { ...options, confirmed: 16 })
    expect(many.removed).toBe(16)
  })

  it('imports the places of the demonstration', async () => {
    await testApp.db.deleteFrom('places').execute()
    const { added } = await importPlaces(testApp.portal, data('places.csv'), { removeOthers: true })
    expect(added).toBe(20)
    expect(new Set((await list()).map(({ municipality }) => municipality.name)).size).toBe(13)
  })
})

describe('records that name a collection point', () => {
  it('have the place whose number or only name it is, in lists and in the explanation [places records]', async () => {
    const other = bin.replace('B-1', 'B-2').replace('ΚΟΖΑΝΗΣ', 'Αμυνταίου')
    await testApp.db.deleteFrom('places').execute()
    await importPlaces(testApp.portal, csv(bin, atm))
    const program = await openProgram(testApp)
    const maria = await testApp.make.customer()
    const named = ['A-1', 'ΑΤΜ Δημαρχείου', 'Κάδος πλατείας', 'Αλλού', undefined]
    await program.recordAll(
      named.map((collection_point, at) => ({
        reference: `place-${at}`,
        participant: { id: maria.id },
        description: 'oil_collected',
        points: 10,
        happened_at: `2026-03-01T1${at}:00:00+02:00`,
        details: { collection_point },
      })),
    )
    const client = await testApp.signIn(maria)
    const idsOf = async () =>
      (await client.call(listOwnPoints)).results.toReversed().map(({ place }) => place?.id)
    expect(await idsOf()).toEqual(['A-1', 'A-1', 'B-1', undefined, undefined])
    const [newest] = (await client.call(listOwnPoints, { query: { page: '5', page_size: '1' } })).results
    const origin = await client.call(explainOwnPoints, { params: { id: String(newest?.id) } })
    const municipality = (await list()).find(({ id }) => id === 'A-1')?.municipality.id
    expect(origin.place).toEqual({ municipality, id: 'A-1', name: 'ΑΤΜ Δημαρχείου', kind: 'green_atm' })
    expect(newest?.place).toEqual(origin.place)
    await importPlaces(testApp.portal, csv(other))
    expect(await idsOf()).toEqual(['A-1', 'A-1', undefined, undefined, undefined])
  })
})

describe('describeSite', () => {
  it('says whether there are places [places]', async () => {
    const hasPlaces = async () => (await testApp.visitor().call(describeSite)).has_places
    expect(await hasPlaces()).toBe(true)
    await testApp.db.deleteFrom('places').execute()
    expect(await hasPlaces()).toBe(false)
  })
})
