import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { descriptions, factsOf, isCouponReversal, isDelivery } from '@portal/contract/words/descriptions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

describe('descriptions', () => {
  it('have the same facts in the contract and in the functions of the database', async () => {
    // Without a search_path, as in the restore of a dump, which checks the records.
    const { rows } = await testApp.db.transaction().execute(async (trx) => {
      await sql`set local search_path = ''`.execute(trx)
      return sql`
        select d as description, public.points_category(d) as category, public.points_sign(d) as sign,
          public.points_measure(d) as measure, public.is_delivery(d) as is_delivery,
          public.is_coupon_reversal(d) as is_coupon_reversal, public.has_points_sign(d, -1) as may_subtract
        from unnest(enum_range(null::public.points_description)) d`.execute(trx)
    })
    expect(rows).toEqual(
      descriptions.map((description) => {
        const { category, sign, measure = null } = factsOf[description]
        return {
          description,
          category,
          sign,
          measure,
          isDelivery: isDelivery(description),
          isCouponReversal: isCouponReversal(description),
          maySubtract: sign <= 0,
        }
      }),
    )
  })

  it('are listed in docs/wire.md with their Greek names and categories', () => {
    const text = readFileSync(resolve(import.meta.dirname, '../../../../docs/wire.md'), 'utf8')
    const rows = [...text.matchAll(/^\| (`[a-z_`, ]+`) +\| (\S.*?) +\| (cookingoils|reuse|redeemed)\b/gm)]
    expect(
      rows.flatMap(([, codes = '', ...facts]) => codes.split(', ').map((code) => [code, ...facts])),
    ).toEqual(descriptions.map((code) => [`\`${code}\``, factsOf[code].name, factsOf[code].category]))
  })
})
