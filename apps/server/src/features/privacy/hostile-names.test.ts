import { resetPassword } from '@portal/contract/passwords.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { writeAudit } from '#server/lib/audit/audit.ts'
import { newToken } from '#server/lib/security/tokens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { listTables, readAll } from '#test/dump.ts'
import { openKnownEverywhere, zafeiria } from '#test/known-everywhere.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { eraseParticipant } from './erase-service.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

/** Words of the texts below, of keys, of SQL and of patterns, and of other people's names. */
const words = [
  ...['Litres', 'litres', 'material', 'shop', 'collection_point', 'participantId', 'reason', 'null', 'true'],
  ...['Κοζάνη', 'Κοζάνης', 'Πτολεμαΐδα', 'Λάδι', 'Και', 'Για', 'Δεν', 'Με', 'Το', 'Τηλέφωνο', 'Κάλεσε'],
  ...['Α', 'α', 'A', 'Ο', 'Η', '1', '2', 'Νίκος', 'Μαρία', zafeiria.firstName, zafeiria.lastName],
  ...['.*', '.+', '^', '$', '(', '[', '\\', '|', '(?:a+)+', '%', '_', '%%', "'", '"', '{', '}', '-', '.'],
  ...[
    '$.**',
    '\\y',
    '[:alnum:]',
    "' or true --",
    '<b>',
    '&',
    '*',
    '?',
    '+',
    '…',
    '«»',
    'Oil',
    'Koutsocheridou',
  ],
]

/** 200 pairs of first and last names: each word with itself and its neighbours. */
const names = Array.from({ length: 200 }, (_, at) => ({
  firstName: words[at % words.length] ?? '',
  lastName: words[(at + Math.floor(at / words.length)) % words.length] ?? '',
}))

/** Texts about others that contain every word. */
const texts = [
  'Κάλεσε για το λάδι, δεν βρέθηκε. Τηλέφωνο 6945551234.',
  'Με τον Νίκο Κοζάνη και τη Μαρία, Α. Ο. Η. 1 2',
  `${zafeiria.firstName} ${zafeiria.lastName}, ${zafeiria.email}`,
  words.join(' '),
]

/**
 * Lines of all tables; counters and the planner's samples change with every account and record. Of jobs the id: they are
 * carried out meanwhile.
 */
async function listRows(): Promise<Set<string>> {
  const counters =
    /^(public\.(activity|points|participants)_(day|month|delta|total)|public\.(portal_state|rate_limits|partner_days)|pgboss\.(?!job$))/
  const tables = [...(await listTables(testApp.db)).keys()].filter((name) => !counters.test(name))
  const lines = (await readAll(testApp.db, tables)).split('\n')
  return new Set(
    lines
      .filter((line) => !line.startsWith('pg_catalog.'))
      .map((line) => (line.startsWith('pgboss.job ') ? line.slice(0, 48) : line)),
  )
}

/** Fills every table that has free text with texts about people who are not erased. */
async function writeAboutOthers(): Promise<void> {
  const { db, make, portal } = testApp
  const { person, clerk, program } = await openKnownEverywhere(testApp)
  const { id: about } = await make.customer({ email: 'maria@example.gr', telephone: zafeiria.telephone })
  const createdAt = portal.clock.now()
  for (const text of texts) {
    const note = { text, participantId: about, authorId: clerk.id, createdAt }
    await db.insertInto('callNotes').values(note).execute()
    const claim = { participantId: about, submission: crypto.randomUUID(), stickerCode: 'A4KX97TEH2M6' }
    await db
      .insertInto('deliveryClaims')
      .values({ ...claim, day: '2026-03-01', note: text, answer: text, createdAt, state: 'open' })
      .execute()
    await db
      .insertInto('stickerBatches')
      .values({ count: 1, createdAt, createdBy: clerk.id, note: text })
      .execute()
    const flag = { participantId: about, day: `2026-03-0${texts.indexOf(text) + 1}`, rejected: false }
    await db
      .insertInto('ledgerFlags')
      .values({ ...flag, cap: 1, points: 2, raisedAt: createdAt, note: text })
      .execute()
    const payload = { participantId: about, points: 1, description: 'oil_collected', createdAt, reason: text }
    const request = { requestedBy: clerk.id, requestedAt: createdAt, note: text, points: 1 }
    await db
      .insertInto('approvals')
      .values({ ...request, kind: 'points_added', payload: JSON.stringify(payload) })
      .execute()
    const actor = { kind: 'staff', id: clerk.id } as const
    await writeAudit(portal, actor, { text, action: 'participants.search', details: {} })
    for (const params of [{ login_hint: 'maria@example.gr', state: text }, { state: 'ria@example.gr' }])
      await db
        .insertInto('oidcPayloads')
        .values({
          model: 'Interaction',
          id: newToken(),
          payload: JSON.stringify({ params }),
          createdAt,
          expiresAt: later(createdAt, days(1)),
        })
        .execute()
  }
  for (const [at, shop] of texts.entries())
    await sql`
      with taken as (
        insert into partner_references (partner_id, reference, content, received_at)
        values (${program.partner.id}, ${`w${at}`}, '', ${createdAt}))
      insert into waiting_deliveries (partner_id, reference, sticker_code, description, points, created_at, received_at, details)
      values (${program.partner.id}, ${`w${at}`}, ${`W4KX97TEH${at}M6`}, 'oil_collected', 4, ${createdAt}, ${createdAt},
        ${JSON.stringify({ shop, litres: at + 1, material: 'oil' })})`.execute(db)
  await program.recordAll(
    [about, person.id].map((id) => ({
      participant: { id },
      details: { shop: texts[1], collection_point: words.slice(30, 60).join(' '), litres: 3 },
      happened_at: later(createdAt, 1).toISOString(),
      reference: crypto.randomUUID(),
      description: 'oil_collected',
      points: 4,
    })),
  )
  await testApp.visitor().call(resetPassword, { body: { email: 'maria@example.gr' } })
}

test(
  'the erasure of 200 people with hostile names changes no row that is not linked to them [privacy erasure]',
  { tags: ['slow'] },
  async () => {
    await writeAboutOthers()
    const before = await listRows()
    const filled = [...before]
      .filter((line) => line.includes('[:alnum:]'))
      .map((line) => line.split(' ', 1).join())
    expect([...new Set(filled)].toSorted()).toEqual([
      'public.approvals',
      'public.audit_texts',
      'public.call_notes',
      'public.delivery_claims',
      'public.ledger_flags',
      'public.oidc_payloads',
      'public.points_records',
      'public.sticker_batches',
      'public.waiting_deliveries',
    ])

    const ids: number[] = []
    for (const [at, name] of names.entries()) {
      const email = at === 0 ? 'ria@example.gr' : `h${at}@example.gr`
      const person = await testApp.make.customer({ ...name, email, telephone: zafeiria.telephone })
      await testApp.make.record(person)
      ids.push(person.id)
    }
    for (const id of ids) expect(await eraseParticipant(testApp.portal, id, 'request')).toBeDefined()

    const after = await listRows()
    expect([...before].filter((line) => !after.has(line))).toEqual([])
    await verifyLedger(testApp)
  },
)
