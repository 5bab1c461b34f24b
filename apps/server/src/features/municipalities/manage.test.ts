import { errorHeader } from '@portal/contract/endpoint.ts'
import {
  addMunicipality,
  listManagedMunicipalities,
  removeMunicipality,
  renameMunicipality,
} from '@portal/contract/manage-municipalities.ts'
import { listMunicipalities } from '@portal/contract/municipalities.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntries } from '#test/audit-entries.ts'
import { addedOffer } from '#test/offers.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
let operator: Client
beforeAll(async () => {
  testApp = await openTestApp()
  operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
})
afterAll(() => testApp.close())

const codeOf = ({ statusCode, headers }: Awaited<ReturnType<Client['send']>>) => [
  statusCode,
  headers[errorHeader.toLowerCase()],
]
const body = (name: string) => ({ name, regional_unit: 'Κοζάνης', region: 'Δυτική Μακεδονία' })
const find = async (name: string) => {
  const found = (await operator.call(listManagedMunicipalities)).find((one) => one.name === name)
  if (!found) throw new Error(`There is no municipality ${name}.`)
  return found
}
const details = async () => (await auditEntries(testApp, 'municipality.change')).map((entry) => entry.details)

describe('municipalities', () => {
  it('are added, renamed and removed, with audit entries; a name in a regional unit only once [municipalities console]', async () => {
    await operator.call(addMunicipality, { body: body(' Βοΐου ') })
    const added = await find('Βοΐου')
    expect(added).toMatchObject({ regional_unit: 'Κοζάνης', people: 0, places: 0, records: 0, offers: 0 })
    expect(codeOf(await operator.send(addMunicipality, { body: body('Βοΐου') }))).toEqual([
      400,
      'municipality_taken',
    ])
    await operator.call(addMunicipality, { body: body('Σερβίων') })

    const params = { id: String(added.id) }
    const rename = (name: string, version: string) =>
      operator.send(renameMunicipality, { params, body: { ...body(name), version } })
    expect(codeOf(await rename('Σερβίων', added.version))).toEqual([400, 'municipality_taken'])
    expect((await rename('Βελβεντού', added.version)).statusCode).toBe(204)
    // The second operator still has the old name on the screen.
    expect(codeOf(await rename('Εορδαίας', added.version))).toEqual([409, 'changed_meanwhile'])
    expect(
      codeOf(await operator.send(removeMunicipality, { params, body: { version: added.version } })),
    ).toEqual([409, 'changed_meanwhile'])

    const { version } = await find('Βελβεντού')
    await operator.call(removeMunicipality, { params, body: { version } })
    expect(codeOf(await operator.send(removeMunicipality, { params, body: { version } }))).toEqual([
      404,
      'not_found',
    ])
    expect(await details()).toMatchObject([
      { change: 'add', after: 'Βοΐου, Κοζάνης, Δυτική Μακεδονία' },
      { change: 'add' },
      { change: 'rename', before: expect.stringContaining('Βοΐου'), after: expect.stringContaining('Βελβ') },
      { change: 'remove', before: 'Βελβεντού, Κοζάνης, Δυτική Μακεδονία' },
    ])
  })

  it('are not removed while accounts, places, records or offers are linked [municipalities console]', async () => {
    const remove = async (name: string) => {
      const { id, version } = await find(name)
      return codeOf(await operator.send(removeMunicipality, { params: { id }, body: { version } }))
    }
    const made = await testApp.make.municipality('Κοζάνης')
    const maria = await testApp.make.customer({ municipality: made.id })
    await testApp.make.record(maria)
    expect(await remove('Κοζάνης')).toEqual([409, 'municipality_used;people=1;places=0;records=1;offers=0'])
    // The sums of the dashboard stay when the person moves.
    const other = await testApp.make.municipality('Γρεβενών')
    await testApp.db
      .updateTable('users')
      .set({ municipalityId: other.id })
      .where('id', '=', maria.id)
      .execute()
    expect(await remove('Κοζάνης')).toEqual([409, 'municipality_used;people=0;places=0;records=1;offers=0'])
    expect(await remove('Γρεβενών')).toEqual([409, 'municipality_used;people=1;places=0;records=0;offers=0'])
    const listed = await testApp.make.municipality('Εορδαίας')
    await addedOffer(testApp, { municipalities: [listed.id] })
    expect(await remove('Εορδαίας')).toEqual([409, 'municipality_used;people=0;places=0;records=0;offers=1'])
    expect((await testApp.visitor().call(listMunicipalities)).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Κοζάνης', 'Γρεβενών']),
    )
  })

  it('refuse empty names [municipalities console]', async () => {
    expect(
      codeOf(await operator.send(addMunicipality, { body: { ...body('  '), region: undefined } })),
    ).toEqual([400, 'blank, required'])
  })
})
