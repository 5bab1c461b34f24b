import { bindSticker } from '@portal/contract/stickers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOf, refusalOf } from '#test/files.ts'
import { type House, openHouse } from '#test/house.ts'
import { openProgram } from '#test/programs.ts'
import { importStickers } from './import-service.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const importing = () => ({ db: house.db, clock: house.portal.clock, progress: () => {} })

describe('importStickers', () => {
  it('takes over codes of others, to which deliveries may have come before', async () => {
    const site = await openProgram(house)
    const { body } = await site.record({
      ...{
        reference: 'early',
        participant: { sticker: 'λα-000123' },
        description: 'oil_collected',
        points: 40,
      },
      happened_at: '2026-03-01T10:00:00+02:00',
    })
    expect(body).toMatchObject({ status: 'waiting', waits_for: 'sticker_unknown' })
    expect(await importStickers(importing(), fileOf('code,town\nΛΑ-000123,Κοζάνη\nΛΑ-000124,\n'))).toEqual({
      added: 2,
      present: 0,
    })
    expect(await importStickers(importing(), fileOf('code\nΛΑ-000124\nΛΑ-000125\n'))).toEqual({
      added: 1,
      present: 1,
    })
    const client = await house.signIn(await house.make.customer())
    const { credited } = await client.call(bindSticker, { body: { code: 'Λα-000123' } })
    expect(credited).toEqual({ records: 1, points: 40 })
  })

  it('takes all of a file or nothing', async () => {
    const refusal = await refusalOf(importStickers(importing(), fileOf('code\nΛΑ-777\n=1+1\n')))
    expect(refusal).toContain("line 3: code: '=1+1' is no code of a sticker")
    const client = await house.signIn(await house.make.customer())
    expect((await client.send(bindSticker, { body: { code: 'ΛΑ-777' } })).statusCode).toBe(400)
  })
})
