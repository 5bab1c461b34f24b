import { FileErrors } from '#server/lib/files/file-errors.ts'
import { resolve } from 'node:path'
import { listMunicipalities } from '@portal/contract/municipalities.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOf, errorOf } from '#test/files.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { importMunicipalities } from './import-service.ts'

const greece = resolve(import.meta.dirname, '../../../data/municipalities.csv')

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

describe('importMunicipalities', () => {
  it('imports one region, then all 332, and no municipality twice', async () => {
    const western = await importMunicipalities(testApp, greece, { region: 'δυτική ΜΑΚΕΔΟΝΙΑ' })
    expect(western).toEqual({ added: 13, present: 0 })
    const names = (await testApp.visitor().call(listMunicipalities)).map(({ name }) => name)
    expect(names).toHaveLength(13)
    expect(names.slice(0, 2)).toEqual(['Αμυνταίου', 'Άργους Ορεστικού'])

    expect(await importMunicipalities(testApp, greece)).toEqual({ added: 319, present: 13 })
    expect(await importMunicipalities(testApp, greece)).toEqual({ added: 0, present: 332 })
    // A process repeats its reply for a second.
    const countShown = async () => (await testApp.visitor().call(listMunicipalities)).length
    await expect.poll(countShown, { timeout: 50_000 }).toBe(332)
  })

  it('names the regions of the file if the region is unknown', async () => {
    expect(await errorOf(importMunicipalities(testApp, greece, { region: 'Narnia' }))).toMatch(
      /'Narnia'; the file has .*Κρήτη/,
    )
  })

  it('imports nothing if one line has an error, and names the line', async () => {
    const file = fileOf('name,regional_unit,region\nΝέου,Χώρου,Χώρας\n ,Χώρου,Χώρας\n')
    expect(await errorOf(importMunicipalities(testApp, file))).toContain('line 3: name: is empty')
    expect(await testApp.visitor().call(listMunicipalities)).toHaveLength(332)
  })
})

describe('listMunicipalities', () => {
  it('is not sent again to a browser that has it, until it changes', async () => {
    const visitor = testApp.visitor()
    const { etag } = (await visitor.send(listMunicipalities)).headers
    const repeat = (tag: string) =>
      visitor.inject({ url: listMunicipalities.path, headers: { 'if-none-match': tag } })
    const known = await repeat(`"other", W/${String(etag)}`)
    expect([known.statusCode, known.body, known.headers['cache-control']]).toEqual([
      304,
      '',
      'private, no-cache',
    ])
    expect((await repeat('"other"')).json()).toHaveLength(332)
    const file = fileOf('name,regional_unit,region\nΝέου,Χώρου,Χώρας\n')
    await importMunicipalities(testApp, file)
    await expect.poll(async () => (await repeat(String(etag))).statusCode, { timeout: 50_000 }).toBe(200)
  })
})

describe('importMunicipalities with errors that are not strict', () => {
  it('imports the other lines and lists the rejected ones', async () => {
    const errors = new FileErrors('file.csv', { strict: false })
    const file = fileOf('name,regional_unit,region\nΆλλου,Τόπου,Χώρας\n ,Χώρου,Χώρας\n')
    expect(await importMunicipalities(testApp, file, { errors })).toEqual({ added: 1, present: 0 })
    expect(errors.rejected).toEqual({ rows: 1, errors: ['line 3: name: is empty'] })
  })
})
