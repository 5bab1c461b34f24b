import { FileErrors } from '#server/lib/files/file-errors.ts'
import { bindSticker, replaceSticker } from '@portal/contract/stickers.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { days } from '#server/lib/time/clock.ts'
import { fileOf, errorOf } from '#test/files.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { openProgram } from '#test/programs.ts'
import { importStickers } from './import-service.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const importing = () => ({ db: testApp.db, clock: testApp.portal.clock, progress: () => {} })

describe('importStickers [partners waiting deliveries]', () => {
  it('imports codes of another system, whose deliveries are not rejected for good before', async () => {
    const site = await openProgram(testApp)
    const early = {
      reference: 'early',
      participant: { sticker: 'λα-000123' },
      description: 'oil_collected',
      points: 40,
      happened_at: '2026-03-01T10:00:00+02:00',
    }
    expect((await site.record(early)).error).toEqual({ code: 'sticker_code_wrong', final: false })
    expect(await importStickers(importing(), fileOf('code,town\nΛΑ-000123,Κοζάνη\nΛΑ-000124,\n'))).toEqual({
      added: 2,
      present: 0,
    })
    expect(await importStickers(importing(), fileOf('code\nΛΑ-000124\nΛΑ-000125\n'))).toEqual({
      added: 1,
      present: 1,
    })
    expect((await site.record(early)).body).toMatchObject({ status: 'waiting', waits_for: 'sticker_unbound' })
    const client = await testApp.signIn(await testApp.make.customer())
    const { credited } = await client.call(bindSticker, { body: { code: 'Λα-000123' } })
    expect(credited).toEqual({ records: 1, points: 40 })
  })

  it('imports consecutive codes, of which an account can bind a limited number per day [partners sticker guesses]', async () => {
    const strict = await openTestApp({ LIMIT_STICKER_ADDED_ACCOUNT: '2/1d' })
    onTestFinished(() => strict.close())
    const codes = ['ΛΑ-000201', 'ΛΑ-000202', 'ΛΑ-000203']
    const importing = { db: strict.db, clock: strict.portal.clock, progress: () => {} }
    await importStickers(importing, fileOf(`code\n${codes.join('\n')}\n`))
    const client = await strict.signIn(await strict.make.customer())
    const statuses = []
    for (const code of ['ΛΑ-999999', ...codes])
      statuses.push((await client.send(bindSticker, { body: { code } })).statusCode)
    expect(statuses).toEqual([400, 200, 200, 429])
    const [first = '', , third = ''] = codes
    const replaced = await client.send(replaceSticker, { body: { code: first, new_code: third } })
    expect(replaced.statusCode).toBe(429)
    strict.clock.forward(days(1))
    expect((await client.send(bindSticker, { body: { code: third } })).statusCode).toBe(200)
  })

  it('imports the other lines if it is not strict', async () => {
    const errors = new FileErrors('file.csv', { strict: false })
    const file = fileOf('code\nΛΑ-771\n=1+1\n1,2E+11\n\u202aΛΑ-772\u202c\n')
    expect(await importStickers(importing(), file, errors)).toEqual({ added: 2, present: 0 })
    expect(errors.rejected.errors.map((error) => error.split(':')[0])).toEqual(['line 3', 'line 4'])
    const client = await testApp.signIn(await testApp.make.customer())
    expect((await client.send(bindSticker, { body: { code: 'ΛΑ-772' } })).statusCode).toBe(200)
  })

  it('imports all lines or none', async () => {
    const rejection = await errorOf(importStickers(importing(), fileOf('code\nΛΑ-777\n=1+1\n')))
    expect(rejection).toContain("line 3: code: '=1+1' is not a sticker code")
    const client = await testApp.signIn(await testApp.make.customer())
    expect((await client.send(bindSticker, { body: { code: 'ΛΑ-777' } })).statusCode).toBe(400)
  })
})
