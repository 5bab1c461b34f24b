import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/lib/config/config.ts'
import { writeAudit } from '#server/lib/audit/audit.ts'
import { sealNow } from '#server/lib/chain/seal.ts'
import { days, later, minutes } from '#server/lib/time/clock.ts'
import { openTestApp } from '#test/test-app.ts'
import { lengthText, periods } from './retention/periods.ts'
import { listDue, removeExpired } from './periods-service.ts'
import { personalColumns } from './personal-columns.ts'

async function openPortal(settings: Record<string, string> = {}) {
  const testApp = await openTestApp(settings)
  onTestFinished(() => testApp.close())
  testApp.clock.toNoon()
  return testApp
}

describe('periods [privacy periods]', () => {
  it('has every table with personal data, and no others', () => {
    const personal = Object.entries(personalColumns)
      .filter(([, columns]) => Object.values(columns).some(({ is }) => is !== 'none'))
      .map(([table]) => table.replace(/^public\./, ''))
    const listed = new Set(periods.flatMap(({ tables }) => Object.keys(tables)))
    expect([...listed].toSorted()).toEqual(personal.toSorted())
  })

  it('are those of the settings, which exist', () => {
    const config = readConfig({ DEMO: 'no' })
    for (const { kept } of periods)
      expect(kept(config)).toEqual({ el: expect.stringMatching(/\S/), en: expect.stringMatching(/\S/) })
    for (const setting of periods.flatMap((one) => one.setting ?? []))
      expect(() => readConfig({ DEMO: 'no', [setting]: 'no period' })).toThrow(setting)
    expect([lengthText(days(365), 'el'), lengthText(days(730), 'en')]).toEqual(['1 έτος', '2 years'])
    expect([lengthText(days(30), 'el'), lengthText(days(1), 'el')]).toEqual(['30 ημέρες', '24 ώρες'])
    expect([lengthText(minutes(90), 'el'), lengthText(days(1_000), 'el')]).toEqual([
      '90 λεπτά',
      '1.000 ημέρες',
    ])
  })
})

it('the privacy notice has the periods of the settings, in both languages [privacy periods]', async () => {
  const testApp = await openPortal({
    RETENTION_AUDIT: '7y',
    RETENTION_CALL_NOTES: '45d',
    RETENTION_FLAGS: 'off',
  })
  const page = async (language: string) =>
    (await testApp.app.inject({ url: '/pages/privacy', headers: { cookie: `language=${language}` } })).body
  const [greek, english] = [await page('el'), await page('en')]
  for (const text of ['7 έτη μετά την ενέργεια', '45 ημέρες μετά την κλήση', 'Όσο λειτουργεί η υπηρεσία'])
    expect(greek).toContain(`<td>${text}</td>`)
  for (const text of ['7 years after the action', '45 days after the call', 'As long as the service runs'])
    expect(english).toContain(`<td>${text}</td>`)
  for (const { what } of periods) {
    expect(greek).toContain(`<td>${what.el}</td>`)
    expect(english).toContain(`<td>${what.en}</td>`)
  }
})

it('counts in each table what is due, and the daily job leaves none of it [privacy periods]', async () => {
  const testApp = await openPortal({
    RECORD_MAX_AGE: '30d',
    WAITING_MAX_AGE: '365d',
    RETENTION_CLAIMS: '730d',
  })
  const { portal, db, make } = testApp
  const [person, staff] = [await make.customer(), await make.staff()]
  const old = later(portal.clock.now(), -days(6 * 365))
  const context = { db: portal.db, clock: { now: () => old } }
  const actor = { kind: 'command', name: 'test' } as const
  await writeAudit(context, actor, { action: 'participants.search', text: 'Μαρία' })
  await sealNow(context)
  await writeAudit(portal, actor, { action: 'participants.search' })
  await sealNow(portal)
  const [id, by] = [sql`${person.id}::bigint`, sql`${staff.id}::bigint`]
  for (const statement of [
    sql`insert into exports (user_id, subject, filter, begun_at) values (${by}, 'points', '{}', ${old}), (${by}, 'audit', '{}', now())`,
    sql`insert into export_ends select id, begun_at, 1, 'complete' from exports`,
    sql`insert into export_people select id, 1, '{1}' from exports`,
    sql`insert into approvals (kind, payload, points, requested_by, requested_at, decision, decided_by, decided_at)
      values ('points_added', '{}', 1, ${by}, ${old}, 'rejected', ${id}, ${old}), ('points_added', '{}', 1, ${by}, ${old}, null, null, null)`,
    sql`insert into approvers (user_id, asked_at, ended_at) values (${by}, ${old}, ${old}), (${by}, now(), null)`,
    sql`insert into ledger_flags (participant_id, day, rejected, cap, points, raised_at, resolved_by, resolved_at)
      values (${id}, '2020-01-01', false, 1, 2, ${old}, ${by}, ${old}), (${id}, '2020-01-02', false, 1, 2, ${old}, null, null)`,
    sql`insert into call_notes (participant_id, author_id, text, created_at) values (${id}, ${by}, 'Σ', ${old})`,
    sql`insert into delivery_claims (participant_id, submission, day, sticker_code, created_at, state, decided_at)
      values (${id}, gen_random_uuid(), '2020-01-01', 'A4KX97TEH2MX', ${old}, 'rejected', ${old})`,
  ])
    await statement.execute(db)
  const due = async () =>
    Object.fromEntries((await listDue(portal)).filter((one) => one.due).map((one) => [one.table, one.due]))
  const found = {
    ...{ audit_entries: 1, exports: 1, export_ends: 1, export_people: 1, approvals: 1, approvers: 1 },
    ...{ ledger_flags: 1, call_notes: 1, delivery_claims: 1 },
  }
  // Search texts are removed every ten minutes.
  expect(await due()).toEqual({ ...found, audit_texts: 1 })
  const removed = await removeExpired(portal, (error) => expect(error).toBeUndefined())
  expect(removed).toEqual({
    ...{
      claims: 1,
      notes: 1,
      codes: 0,
      flags: 1,
      requests: 0,
      approvals: 1,
      appointments: 1,
      exports: 1,
      former: 0,
      entries: 1,
    },
  })
  expect(await due()).toEqual({})
  for (const table of ['exports', 'approvals', 'approvers', 'ledger_flags'])
    expect((await sql`select from ${sql.table(table)}`.execute(db)).rows).toHaveLength(1)
})
