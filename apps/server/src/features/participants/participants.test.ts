import { findParticipant, listParticipants } from '@portal/contract/participants.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import { fold, toLatin, toSound } from '@portal/contract/words/greek-letters.ts'

const everyone = [
  'Oikonomou',
  'Άνθη',
  'ΓΚΙΚΑΣ',
  'Ευαγγέλου',
  'Μαρινάκης',
  'Ντούρος',
  'Ξυδάς',
  'Παπαδοπούλου',
  'Χατζής-Παπαδόπουλος',
  'Ψαράς',
]

let testApp: TestApp
let staff: Client
beforeAll(async () => {
  testApp = await openTestApp()
  staff = await testApp.signIn(await testApp.make.staff({ lastName: 'Παπαστάφ' }))
  const kozani = await testApp.make.municipality('Κοζάνης')
  const people = [
    ['Μαρία', 'Παπαδοπούλου', 'maria.p@example.gr', '+30 2461 012345'],
    ['Γιώργος', 'Μαρινάκης', 'g.marinakis@example.gr', '6944 111222'],
    ['Χρήστος', 'Ευαγγέλου', 'ch.ev@example.gr', '6944111333'],
    ['Ευθύμιος', 'Ξυδάς', 'ef.xidas@example.gr', '6944111444'],
    ['Θεόδωρος', 'Ψαράς', 'th.ps@example.gr', '6944111555'],
    ['Μπάμπης', 'Ντούρος', 'b.d@example.gr', '6944111666'],
    ['ΆΓΓΕΛΟΣ', 'ΓΚΙΚΑΣ', 'agg@example.gr', '6944111777'],
    ['Ιωάννης', 'Χατζής-Παπαδόπουλος', 'x.p@example.gr', '6944111888'],
    ['Eleni', 'Oikonomou', 'eleni.o@example.gr', '6944111999'],
    ['Ωραιοζήλη', 'Άνθη', 'wanthi@example.gr', '6944112000'],
  ] as const
  for (const [firstName, lastName, email, telephone] of people)
    await testApp.make.customer({ firstName, lastName, email, telephone, municipality: kozani.id })
  await testApp.make.customer({ lastName: 'Παπανενεργός', isActive: false })
})
afterAll(() => testApp.close())

const find = async (search: string) =>
  (await staff.call(listParticipants, { query: { search } })).map(({ last_name }) => last_name)

describe('listParticipants', () => {
  it('lists active accounts that are not staff, by name', async () => {
    const answer = await staff.send(listParticipants)
    expect(answer.headers['x-total-count']).toBe('10')
    expect(answer.json().map((one: { last_name: string }) => one.last_name)).toEqual(everyone)
  })

  it.each([
    ['παπ', ['Παπαδοπούλου', 'Χατζής-Παπαδόπουλος']],
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ', ['Χατζής-Παπαδόπουλος']],
    ['παπαδοπο', ['Παπαδοπούλου', 'Χατζής-Παπαδόπουλος']],
    ['μαρια παπ', ['Παπαδοπούλου']],
    ['παπ μαρ', ['Παπαδοπούλου']],
    ['Άγγελος', ['ΓΚΙΚΑΣ']],
    ['αγγελοσ γκικας', ['ΓΚΙΚΑΣ']],
    ['Παπαδοπούλου,Μαρία', ['Παπαδοπούλου']],
    [' , gikas,,  angelos,', ['ΓΚΙΚΑΣ']],
    ['2461,012345', ['Παπαδοπούλου']],
    ['\u202aΠαπα\u200bδοπούλου\u202c', ['Παπαδοπούλου']],
    ['\ufeff+30\u00a02461\u2011012345', ['Παπαδοπούλου']],
    ['(+30) 694 411 1222', ['Μαρινάκης']],
    [',', everyone],
    ['οικονομου', ['Oikonomou']],
    ['papadopulu', ['Παπαδοπούλου']],
    ['papadopoulou', ['Παπαδοπούλου']],
    ['giorgos', ['Μαρινάκης']],
    ['marinaki', ['Μαρινάκης']],
    ['xristos', ['Ευαγγέλου']],
    ['hristos', ['Ευαγγέλου']],
    ['christos evangelou', ['Ευαγγέλου']],
    ['euaggelou', ['Ευαγγέλου']],
    ['efthimios', ['Ξυδάς']],
    ['eythymios xydas', ['Ξυδάς']],
    ['ksidas', ['Ξυδάς']],
    ['8eodwros', ['Ψαράς']],
    ['babis', ['Ντούρος']],
    ['mpampis ntouros', ['Ντούρος']],
    ['gikas', ['ΓΚΙΚΑΣ']],
    ['maria.p@', ['Παπαδοπούλου']],
    ['2461012345', ['Παπαδοπούλου']],
    ['2461 012', ['Παπαδοπούλου']],
    ['6944-111-222', ['Μαρινάκης']],
    ['69 44 11 12 22', ['Μαρινάκης']],
    ['6 9 4 4 1 1 1 2 2 2', ['Μαρινάκης']],
    ['6944.111.222', ['Μαρινάκης']],
    ['(6944) 111 222', ['Μαρινάκης']],
    ['+30 6944 111222', ['Μαρινάκης']],
    ['+306944111222', ['Μαρινάκης']],
    ['(+30) 6944111222', ['Μαρινάκης']],
    ['0030 6944.111.222', ['Μαρινάκης']],
    ['00306944111222', ['Μαρινάκης']],
    ['30 6944 111 222', ['Μαρινάκης']],
    ['0030 2461 012 345', ['Παπαδοπούλου']],
    ['+302461012345', ['Παπαδοπούλου']],
    ['+30 2461', ['Παπαδοπούλου']],
    ['μαρινακης +30 6944 111 222', ['Μαρινάκης']],
    ['6944 222', ['Μαρινάκης']],
    ['2461 012 345 6', []],
    ['ψ', ['Ψαράς']],
    ['ντ', ['Ντούρος']],
    ['ξυ', ['Ξυδάς']],
    ['wanthi', ['Άνθη']],
    ['κανένας', []],
    ['%', []],
    ['_', []],
    ['παπανενεργος', []],
    ['παπασταφ', []],
  ])('finds the matches of %s [§2 search words]', async (search, found) => {
    expect(await find(search)).toEqual(found)
  })

  it('sorts surnames that begin with the search before the others', async () => {
    expect(await find('χ')).toEqual(['Χατζής-Παπαδόπουλος', 'Ευαγγέλου'])
  })

  it.each([
    '\0',
    '\\',
    "'",
    '"; drop table users; --',
    '😀',
    'α'.repeat(5_000),
    '  ',
    '[',
    'αβ'.repeat(3),
    'x x x x x x x x x',
  ])('accepts the search %j', async (search) => {
    expect((await staff.send(listParticipants, { query: { search } })).statusCode).toBe(200)
  })

  it('returns pages without gaps, with links to the next and previous page', async () => {
    const names: string[] = []
    for (const offset of [0, 4, 8]) {
      const page = await staff.send(listParticipants, { query: { limit: '4', offset: String(offset) } })
      expect(page.headers['x-total-count']).toBe('10')
      expect(String(page.headers.link).includes('rel="next"')).toBe(offset < 8)
      expect(String(page.headers.link).includes('rel="prev"')).toBe(offset > 0)
      names.push(...page.json().map((one: { last_name: string }) => one.last_name))
    }
    expect(names).toEqual(await find(''))
    const found: string[] = []
    for (const offset of ['0', '1']) {
      const query = { search: 'παπ', limit: '1', offset }
      found.push(...(await staff.call(listParticipants, { query })).map(({ last_name }) => last_name))
    }
    expect(found).toEqual(['Παπαδοπούλου', 'Χατζής-Παπαδόπουλος'])
  })
})

describe('findParticipant', () => {
  it('returns one participant with the sums', async () => {
    const [maria] = await staff.call(listParticipants, { query: { search: 'maria.p' } })
    const id = maria?.id ?? 0
    await testApp.make.record({ id }, { points: 30 })
    expect(await staff.call(findParticipant, { params: { id: String(id) } })).toEqual({
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+0[23]:00$/),
      is_active: true,
      id,
      full_name: 'Μαρία Παπαδοπούλου',
      first_name: 'Μαρία',
      last_name: 'Παπαδοπούλου',
      telephone: '+30 2461 012345',
      email: 'maria.p@example.gr',
      municipality_name: 'Κοζάνης',
      points_transactions: 1,
      points_summary: { available: 30, collected: 30, reuse: 0, cookingoils: 30, redeemed: 0 },
    })
  })

  it.each(['0', 'x', '-1', '999999999', '1e3', '9'.repeat(30)])('returns 404 for the id %s', async (id) => {
    const answer = await staff.send(findParticipant, { params: { id } })
    expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Not found.' }])
  })
})

describe('listParticipants by sound and look', () => {
  let clerk: Client
  let other: TestApp
  beforeAll(async () => {
    other = await openTestApp()
    clerk = await other.signIn(await other.make.staff())
    const people = [
      ['Βασίλειος', 'Οικονόμου'],
      ['Ιφιγένεια', 'Παπαϊωάννου'],
      ['Ελένη', 'Παπαδάκη'],
      ['ΜAPΙA', 'ΠAΠΠΑ'],
      ['Vassilios', 'Economides'],
      ['Φίλιππος', 'Παπαδήμας'],
      ['Γιάννης', 'Αυγερινός'],
      ['Μάρθα', 'Σάββα'],
      ['Στέφανος', 'Ελ'],
      ['Παναγιώτης', 'Έλλη'],
      ['Άννα', 'Κρητικού'],
    ] as const
    for (const [firstName, lastName] of people) await other.make.customer({ firstName, lastName })
  })
  afterAll(() => other.close())

  it.each([
    // With Latin E, E, N, H.
    ['EΛENH', ['Παπαδάκη']],
    ['ΕΛΕNΗ', ['Παπαδάκη']],
    ['MAPIA', ['ΠAΠΠΑ']],
    ['μαρια', ['ΠAΠΠΑ']],
    ['παππα', ['ΠAΠΠΑ']],
    ['\u00b5αρια', ['ΠAΠΠΑ']],
    ['\u00b5άρθα', ['Σάββα']],
    ['Vasilios', ['Economides', 'Οικονόμου']],
    ['Vasileios', ['Economides', 'Οικονόμου']],
    ['vasile', ['Οικονόμου']],
    ['βασιλιος', ['Economides', 'Οικονόμου']],
    ['Ifigenia', ['Παπαϊωάννου']],
    ['Iphigeneia', ['Παπαϊωάννου']],
    ['ιφιγενια', ['Παπαϊωάννου']],
    ['Economou', ['Οικονόμου']],
    ['Ekonomou', ['Οικονόμου']],
    ['Oikonomou', ['Οικονόμου']],
    ['ικονομου', ['Οικονόμου']],
    ['papaioanou', ['Παπαϊωάννου']],
    ['papaioannou ifig', ['Παπαϊωάννου']],
    ['filipos', ['Παπαδήμας']],
    ['yiannis', ['Αυγερινός']],
    ['augerinos', ['Αυγερινός']],
    ['sava', ['Σάββα']],
    ['savva', ['Σάββα']],
    // Few and right: not by sound.
    ['papad', ['Παπαδάκη', 'Παπαδήμας']],
    ['papada', ['Παπαδάκη']],
    ['papado', []],
    ['παπαδ', ['Παπαδάκη', 'Παπαδήμας']],
    ['αννα', ['Κρητικού']],
    ['ελλη', ['Έλλη']],
  ])('finds by %s the right people', async (search, found) => {
    const people = await clerk.call(listParticipants, { query: { search } })
    expect(people.map(({ last_name }) => last_name)).toEqual(found)
  })
})

describe('fold, toLatin and toSound', () => {
  it('return the same as norm and to_latin in the database', async () => {
    const names = [
      'Παπαδόπουλος',
      'ΑΫΦΑΝΤΉΣ',
      'Μαΐου',
      'Θωμάς Ψυχή Χαρά',
      'Ξένος ΰ ΐ',
      'Yannis Walter',
      'Ὀδυσσεύς',
      'Şükrü',
      'EΛENH',
      'Λuκάs Smith-Πaπάς maria@παράδειγμα.gr',
      '\u00b5ΑΡΙΑ ϐΕΛΟϲ ϑϕϖϰϱϵ Ο΄Νηλ',
      'Βασίλειος Οικονόμου Αυγή Ευαγγελία Ιφιγένεια',
      'Papaioannou Paul Eugenia Vassilios',
      'Παπαϊωάννου Μιχαήλ Διηνεκής Λουίζα Χάιδω',
    ]
    for (const name of names) {
      const { rows } = await sql<{
        norm: string
        latin: string
      }>`select norm(${name}) as norm, to_latin(${name}) as latin`.execute(testApp.db)
      const forms = [toLatin(fold(name)), toSound(fold(name))]
      expect(rows).toEqual([{ norm: fold(name), latin: [...new Set(forms)].join(' ') }])
    }
  })
})
