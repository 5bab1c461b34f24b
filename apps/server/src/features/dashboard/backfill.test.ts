import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import type { Trx } from '#server/db/database.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const folder = resolve(import.meta.dirname, '../../../migrations')
const subject = '0003_dashboard.sql'

async function runMigration(trx: Trx, file: string): Promise<void> {
  const text = await readFile(resolve(folder, file), 'utf8')
  for (const statement of text.split(/^--;;\s*$/m)) await sql.raw(statement).execute(trx)
}

describe('the migration that brings the dashboard', () => {
  it('counts what is there already, as far back as it goes', async () => {
    // A database of the previous version, in a separate schema; rolled back at the end.
    const rollback = new Error('rollback')
    const attempt = testApp.db.transaction().execute(async (trx) => {
      await sql`create schema earlier`.execute(trx)
      await sql`set local search_path = earlier, public`.execute(trx)
      for (const file of (await readdir(folder)).filter((file) => file < subject).sort())
        await runMigration(trx, file)

      await sql`insert into municipalities (name, regional_unit, region) values ('Α', 'Α', 'Α'), ('Β', 'Α', 'Α')`.execute(
        trx,
      )
      await sql`
        insert into users (email, first_name, last_name, municipality_id, is_staff, is_active, created_at, activated_at)
        select n || '@example.gr', '', '', nullif(n % 3, 0), n % 7 = 0, true, now(),
          case when n % 5 > 0 then '2023-05-30 20:30Z'::timestamptz + n * interval '11 minutes' end
        from generate_series(1, 30) n`.execute(trx)
      await sql`
        insert into points_records (participant_id, points, description, created_at, source, reference, details)
        select 1 + n * 7 % 30,
          case kind when 1 then -n when 4 then -n else 1000 + n end,
          (enum_range(null::points_description))[kind + 1],
          '2022-12-31 20:00Z'::timestamptz + n * interval '9 hours', 'test', n,
          case n % 4 when 0 then '{"litres": 1.5, "item_count": 2}' when 1 then '{"litres": 0.125, "items": 3}' end::jsonb
        from (select n, case when n < 60 then 0 else n % 7 end as kind from generate_series(1, 900) n) r`.execute(
        trx,
      )

      await runMigration(trx, subject)

      const rowsOf = async (table: string) =>
        (await sql`select * from ${sql.table(table)} order by day, place`.execute(trx)).rows
      const [days, months] = [await rowsOf('activity_day'), await rowsOf('activity_month')]
      expect(await rowsOf('activity_delta')).toEqual([])
      const expected = (unit: string) => sql`
        select day, place, sum(oil_collected)::bigint as oil_collected, sum(collection_cancelled)::bigint as collection_cancelled,
          sum(item_reused)::bigint as item_reused, sum(item_delivered)::bigint as item_delivered,
          sum(coupon_created)::bigint as coupon_created, sum(coupon_cancelled)::bigint as coupon_cancelled,
          sum(coupon_reimbursed)::bigint as coupon_reimbursed, sum(ml)::bigint as millilitres, sum(items)::bigint as items,
          sum(n)::bigint as n, sum(no_litres)::bigint as n_without_litres, sum(no_items)::bigint as n_without_items,
          sum(account)::bigint as accounts
          ${unit === 'month' ? sql`, count(distinct person) as active` : sql``}
        from (
          select date_trunc(${unit}::text, (r.created_at at time zone 'Europe/Athens'))::date as day,
            coalesce(u.municipality_id, 0) as place, r.participant_id as person,
            case when description = 'oil_collected' then points else 0 end as oil_collected,
            case when description = 'collection_cancelled' then points else 0 end as collection_cancelled,
            case when description = 'item_reused' then points else 0 end as item_reused,
            case when description = 'item_delivered' then points else 0 end as item_delivered,
            case when description = 'coupon_created' then points else 0 end as coupon_created,
            case when description = 'coupon_cancelled' then points else 0 end as coupon_cancelled,
            case when description = 'coupon_reimbursed' then points else 0 end as coupon_reimbursed,
            coalesce((details ->> 'litres')::numeric * 1000, 0)
              * case description when 'oil_collected' then 1 when 'collection_cancelled' then -1 else 0 end as ml,
            case when description::text like 'item%' then coalesce((details ->> 'items')::int, (details ->> 'item_count')::int, 0) else 0 end as items,
            1 as n,
            case when description = 'oil_collected' and details is null then 1 else 0 end as no_litres,
            case when description::text like 'item%' and details is null then 1 else 0 end as no_items,
            0 as account
          from points_records r join users u on u.id = r.participant_id
          union all
          select date_trunc(${unit}::text, activated_at at time zone 'Europe/Athens')::date, coalesce(municipality_id, 0), null,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
          from users where activated_at is not null and not is_staff
        ) x
        group by day, place order by day, place`
      expect(days).toEqual((await expected('day').execute(trx)).rows)
      expect(months).toEqual((await expected('month').execute(trx)).rows)
      expect(months.length).toBeGreaterThan(30)
      throw rollback
    })
    await expect(attempt).rejects.toBe(rollback)
  })
})
