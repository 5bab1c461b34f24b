import { decideMention, listMentions } from '@portal/contract/checks.ts'
import { listOwnAudit } from '@portal/contract/audit.ts'
import { addStaff } from '@portal/contract/staff.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeAudit } from '#server/lib/audit/audit.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'
import { type Client, openTestApp, type TestApp } from '#test/test-app.ts'
import type { Person } from '#test/factories.ts'
import { removeExpired } from './periods-service.ts'
import { eraseParticipant } from './erase-service.ts'

let testApp: TestApp
let manager: Client
let neighbour: Person
let author: Person
beforeAll(async () => {
  testApp = await openTestApp()
  neighbour = await testApp.make.customer({ firstName: 'Άννα', lastName: 'Δήμου' })
  author = await testApp.make.staff({ role: 'manager' })
  manager = await testApp.signIn(author)
})
afterAll(() => testApp.close())

const addNotes = (texts: readonly string[], { id: participantId } = neighbour) => {
  const createdAt = testApp.portal.clock.now()
  const notes = texts.map((text) => ({ text, participantId, authorId: author.id, createdAt }))
  return testApp.db.insertInto('callNotes').values(notes).execute()
}

/** Erases a person. @returns the counts, and the texts that are listed for them */
const erase = async (person: Person) => {
  const erased = await eraseParticipant(testApp.portal, person.id, 'request')
  const { results } = await manager.call(listMentions)
  return {
    ...erased?.counts,
    results: results.filter(({ account }) => account === person.id),
    texts: results.filter(({ account }) => account === person.id).map(({ text }) => text),
  }
}
const decide = (id: number, decision: 'remove' | 'keep') =>
  manager.send(decideMention, { params: { id: String(id) }, body: { decision } })
const notesOf = async ({ id }: Person) =>
  (
    await testApp.db
      .selectFrom('callNotes')
      .select('text')
      .where('participantId', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ text }) => text)

test.each([
  ['ria.x@example.gr', 'Γράψτε στο maria.x@example.gr', false],
  ['ria.y@example.gr', 'Γράψτε στο RIA.Y@Example.gr.', true],
  ['r.a+b@example.gr', 'Έγραψε ο rxa+b@example.gr', false],
  ['r.c+d@example.gr', '<r.c+d@example.gr>', true],
])(
  'the address %s is found literally and as whole words in the text %s: %s [privacy erasure]',
  async (email, text, expected) => {
    await addNotes([text])
    const person = await testApp.make.customer({ email, firstName: 'Ζζζ', lastName: 'Ξξξ', telephone: '2' })
    expect((await erase(person)).texts).toEqual(expected ? [text] : [])
  },
)

test('names are found as whole words, in Greek and Latin letters and in either order [privacy erasure]', async () => {
  const person = await testApp.make.customer({ firstName: 'Πελαγία', lastName: 'Τσούτσα' })
  const found = ['Με την κ. ΤΣΟΥΤΣΑ, ΠΕΛΑΓΙΑ μαζί', 'η «Tsoutsa»—ήρθε', 'τσουτσα']
  await addNotes([...found, 'Τσούτσαρης', 'Η Πελαγία'])
  const { texts, results } = await erase(person)
  expect(texts.toSorted()).toEqual(found.toSorted())
  expect(results.map(({ text, begins, ends }) => text.slice(begins, ends)).toSorted()).toEqual(
    ['ΤΣΟΥΤΣΑ, ΠΕΛΑΓΙΑ', 'Tsoutsa', 'τσουτσα'].toSorted(),
  )
})

test("a last name that is a common word is counted and not listed, its owner's full name is [privacy erasure]", async () => {
  const person = await testApp.make.customer({ firstName: 'Λάδι', lastName: 'Γέμισε' })
  const texts = [...Array.from({ length: 24 }, (_, at) => `Γέμισε ${at}`), 'Ο κ. Λάδι Γέμισε']
  await addNotes(texts)
  const found = await erase(person)
  expect(found).toMatchObject({ mentions: 1, unlisted: 24, texts: ['Ο κ. Λάδι Γέμισε'] })
  const notes = await notesOf(neighbour)
  expect(texts.filter((text) => !notes.includes(text))).toEqual([])
})

test('values of details are compared, their keys are not [privacy erasure]', async () => {
  const { id } = await testApp.make.partner()
  const add = async (reference: string, details: object) => {
    const sent = { partnerId: id, reference, receivedAt: testApp.portal.clock.now() }
    await testApp.db
      .insertInto('partnerReferences')
      .values({ ...sent, content: Buffer.from('') })
      .execute()
    await testApp.db
      .insertInto('waitingDeliveries')
      .values({
        ...sent,
        description: 'oil_collected',
        points: 1,
        createdAt: sent.receivedAt,
        stickerCode: 'B4KX97TEH2M6',
        details: JSON.stringify(details),
      })
      .execute()
  }
  await add('key', { Litrosa: 'αγορά', nested: { Litrosa: 'x' } })
  await add('value', { litres: 2, shop: 'κ. Litrosa' })
  const { results } = await erase(await testApp.make.customer({ firstName: 'A', lastName: 'Litrosa' }))
  expect(results).toMatchObject([
    { place: 'delivery', participant: null, text: expect.stringContaining('κ. Litrosa') },
  ])
  expect((await decide(results[0]?.id ?? 0, 'remove')).statusCode).toBe(204)
  const left = await testApp.db
    .selectFrom('waitingDeliveries')
    .select('details')
    .where('partnerId', '=', id)
    .orderBy('reference')
    .execute()
  expect(left.map(({ details }) => details)).toEqual([
    { Litrosa: 'αγορά', nested: { Litrosa: 'x' } },
    { litres: 2 },
  ])
})

test('a manager removes or leaves each text once; both are recorded, the other person sees the removal [privacy erasure]', async () => {
  const other = await testApp.make.customer()
  await addNotes(['Με τον Χχχ Ψψψ', 'Ψψψ, όχι αυτός'], other)
  const person = await testApp.make.customer({ firstName: 'Χχχ', lastName: 'Ψψψ' })
  const { results } = await erase(person)
  const [removed = 0, kept = 0] = results.map(({ id }) => id)
  expect(results[0]).toMatchObject({ participant: { id: other.id, full_name: 'Μαρία Παπαδοπούλου' } })
  expect([(await decide(removed, 'remove')).statusCode, (await decide(kept, 'keep')).statusCode]).toEqual([
    204, 204,
  ])
  expect([(await decide(removed, 'keep')).statusCode, (await decide(kept, 'remove')).statusCode]).toEqual([
    404, 404,
  ])
  expect(await notesOf(other)).toEqual(['Ψψψ, όχι αυτός'])
  expect((await manager.call(listMentions)).results.filter(({ account }) => account === person.id)).toEqual(
    [],
  )
  const entries = await testApp.db
    .selectFrom('auditEntries')
    .select(['action', 'actorId', 'subjectId', 'details'])
    .where('action', 'in', ['mention.remove', 'mention.keep'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(entries).toEqual([
    {
      action: 'mention.keep',
      actorId: author.id,
      subjectId: person.id,
      details: { place: 'call_note', row: expect.any(Number) },
    },
    {
      action: 'mention.remove',
      actorId: author.id,
      subjectId: other.id,
      details: { place: 'call_note', row: expect.any(Number) },
    },
  ])
  const client = await testApp.signIn(other)
  expect((await client.call(listOwnAudit)).results).toContainEqual(
    expect.objectContaining({ action: 'mention.remove' }),
  )
})

test('a manager who does not approve yet decides on none [security approvers]', async () => {
  await addNotes(['Με τον Κκκ Λλλ'])
  const { results } = await erase(await testApp.make.customer({ firstName: 'Κκκ', lastName: 'Λλλ' }))
  const operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
  const names = { first_name: 'Άννα', last_name: 'Λύτρα', role: 'manager' } as const
  const added = await operator.call(addStaff, { body: { email: 'new-manager@example.gr', ...names } })
  const passwordHash = await hashPassword('λάδι-και-φως-9')
  await testApp.db.updateTable('users').set({ passwordHash }).where('id', '=', added.id).execute()
  const client = await testApp.signIn({ email: added.email, password: 'λάδι-και-φως-9' })
  for (const decision of ['remove', 'keep']) {
    const input = { params: { id: String(results[0]?.id) }, body: { decision } }
    expect((await client.send(decideMention, input)).statusCode).toBe(403)
  }
  expect(await notesOf(neighbour)).toContain('Με τον Κκκ Λλλ')
})

test('a listed text that is removed otherwise is no longer listed, and its entry is deleted [privacy erasure]', async () => {
  const other = await testApp.make.customer()
  await addNotes(['Ωωω Φφφ'], other)
  const { results } = await erase(await testApp.make.customer({ firstName: 'Ωωω', lastName: 'Φφφ' }))
  expect(results).toHaveLength(1)
  await testApp.db.deleteFrom('callNotes').where('participantId', '=', other.id).execute()
  expect((await manager.call(listMentions)).results.map(({ id }) => id)).not.toContain(results[0]?.id)
  expect((await decide(results[0]?.id ?? 0, 'remove')).statusCode).toBe(404)
  await removeExpired(testApp.portal, (error) => expect(error).toBeUndefined())
  const rows = await testApp.db.selectFrom('erasureMentions').select('id').execute()
  expect(rows.map(({ id }) => id)).not.toContain(results[0]?.id)
})

test('every place of a listed text can be emptied [privacy erasure]', async () => {
  const { db, portal } = testApp
  const [name, createdAt, participantId] = ['Σσσ Ττττ', portal.clock.now(), neighbour.id]
  const claim = {
    participantId,
    submission: crypto.randomUUID(),
    stickerCode: 'A4KX97TEH2M6',
    day: '2026-03-01',
  }
  const decided = { state: 'rejected', decidedAt: createdAt, decidedBy: author.id } as const
  await db
    .insertInto('deliveryClaims')
    .values({ ...claim, ...decided, createdAt, note: name, answer: name })
    .execute()
  await db
    .insertInto('stickerBatches')
    .values({ count: 1, createdAt, createdBy: author.id, note: name })
    .execute()
  const flag = { participantId, day: '2026-03-01', rejected: false, cap: 1, points: 2, raisedAt: createdAt }
  await db
    .insertInto('ledgerFlags')
    .values({ ...flag, note: name })
    .execute()
  const payload = JSON.stringify({ participantId, description: 'oil_collected', createdAt, reason: name })
  const request = { requestedBy: author.id, requestedAt: createdAt, points: 1, kind: 'points_added' } as const
  await db
    .insertInto('approvals')
    .values({ ...request, payload, note: name })
    .execute()
  await writeAudit(portal, { kind: 'staff', id: author.id }, { text: name, action: 'participants.search' })
  await addNotes([name])
  const { results } = await erase(await testApp.make.customer({ firstName: 'Σσσ', lastName: 'Ττττ' }))
  expect(results.map(({ place }) => place).toSorted()).toEqual([
    ...['batch_note', 'call_note', 'claim_answer', 'claim_note', 'flag_note'],
    ...['request_note', 'request_reason', 'search'],
  ])
  for (const { id } of results) expect((await decide(id, 'remove')).statusCode).toBe(204)
  const again = await testApp.make.customer({ firstName: 'Σσσ', lastName: 'Ττττ' })
  expect(await erase(again)).toMatchObject({ mentions: 0, unlisted: 0 })
})
