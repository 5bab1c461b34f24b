import { listParticipants } from '@portal/contract/participants.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
let clerk: Client
beforeAll(async () => {
  testApp = await openTestApp()
  clerk = await testApp.signIn(await testApp.make.staff())
  // The order of the addresses is the order of the ids, and so of the list.
  await sql`
    insert into users (email, first_name, last_name, is_active, created_at)
    select 'crowd-' || lpad(n::text, 5, '0') || '@example.gr', 'Ομάς', 'Πλήθος', true, now()
    from generate_series(1, 10060) n`.execute(testApp.db)
  await sql`
    insert into users (email, first_name, last_name, is_active, created_at)
    select 'few-' || lpad(n::text, 2, '0') || '@example.gr', 'Πλήθος', 'Ομάς', true, now()
    from generate_series(1, 20) n`.execute(testApp.db)
})
afterAll(() => testApp.close())

describe('listParticipants with more than 1,000 matches', () => {
  const page = async (search: string, offset: number) => {
    const query = { search, limit: '50', offset: String(offset) }
    const answer = await clerk.send(listParticipants, { query })
    expect(answer.headers['x-total-count']).toBe('1000+')
    const people = answer.json<{ email: string }[]>().map(({ email }) => email.split('@')[0])
    return { people, hasNext: String(answer.headers.link).includes('rel="next"') }
  }
  const crowd = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `crowd-${String(from + at).padStart(5, '0')}`)
  const few = Array.from({ length: 20 }, (_, at) => `few-${String(at + 1).padStart(2, '0')}`)

  it('returns all pages: surnames first, then the other matches [§2 users pages]', async () => {
    expect(await page('πλήθος', 9_950)).toEqual({ people: crowd(9_951, 10_000), hasNext: true })
    expect(await page('πλήθος', 10_000)).toEqual({ people: crowd(10_001, 10_050), hasNext: true })
    expect(await page('πλήθος', 10_050)).toEqual({
      people: [...crowd(10_051, 10_060), ...few],
      hasNext: false,
    })
    expect(await page('πλήθος', 10_100)).toEqual({ people: [], hasNext: false })
  })

  it('returns all pages of the other matches [§2 users pages]', async () => {
    expect((await page('ομας', 0)).people).toEqual([...few, ...crowd(1, 30)])
    expect(await page('ομας', 10_000)).toEqual({ people: crowd(9_981, 10_030), hasNext: true })
    expect(await page('ομας', 10_050)).toEqual({ people: crowd(10_031, 10_060), hasNext: false })
  })
})

describe('listParticipants with more matches than are counted', () => {
  beforeAll(async () => {
    // Behind all others in the alphabet, except two; one of these has a text of more than 1,000 bytes.
    await sql`
      insert into users (email, first_name, last_name, is_active, created_at)
      select 'end-' || n || '@example.gr', 'Τέλος',
        case when n = 1 then 'Αρχή' when n = 2 then 'Άψη' || repeat('α𝒜', 120) else (array['Ώθης', 'Ωούζος', 'Ώψης', 'Όχης'])[1 + n % 4] || n % 50 end, true, now()
      from generate_series(1, 18000) n`.execute(testApp.db)
    await sql`
      insert into users (email, first_name, last_name, is_active, created_at)
      values ('τελοσ@ουρανοσ.ελ', 'Zed', 'Zed', true, now())`.execute(testApp.db)
  })

  it.each([
    ['τέλος', sql`(first_name = 'Τέλος' or last_name = 'Zed')`, sql`false`],
    ['ουρανός', sql`last_name = 'Zed'`, sql`false`],
    ['ύζο', sql`last_name like 'Ωούζος%'`, sql`false`],
    ['telos end', sql`first_name = 'Τέλος'`, sql`false`],
    ['ω', sql`search_norm like '%ω%'`, sql`sort_name like 'ω%'`],
    ['o', sql`search_norm like '%o%'`, sql`latin_last like 'o%'`],
    ['opsi', sql`last_name like 'Ώψης%'`, sql`latin_last like 'opsi%'`],
    ['ouz', sql`last_name like 'Ωούζος%'`, sql`latin_last like 'ouz%'`],
    ['oc', sql`last_name like 'Όχης%'`, sql`latin_last like 'oc%'`],
    ['end omas', sql`false`, sql`false`],
    ['telos o', sql`first_name = 'Τέλος'`, sql`false`],
    ['o telos', sql`first_name = 'Τέλος'`, sql`latin_last like 'o%'`],
    ['end-1 τελος', sql`email like 'end-1%'`, sql`false`],
  ])('returns the pages of %s in order [§2 users pages]', async (search, matches, isFirst) => {
    const { rows } = await sql<{ email: string }>`
      select email from users where is_active and not is_staff and ${matches}
      order by not ${isFirst}, sort_name, id`.execute(testApp.db)
    for (const offset of [0, 5, 4_400, 13_495, 17_995, 28_000]) {
      const query = { search, limit: '10', offset: String(offset) }
      const answer = await clerk.send(listParticipants, { query })
      const found = answer.json<{ email: string }[]>().map(({ email }) => email)
      expect(found).toEqual(rows.slice(offset, offset + 10).map(({ email }) => email))
      expect(answer.headers['x-total-count']).toBe(rows.length > 1_000 ? '1000+' : String(rows.length))
    }
  })
})
