import { decideApproval, listApprovals, listFlags, resolveFlag } from '@portal/contract/checks.ts'
import {
  countClaims,
  decideClaim,
  findClaim,
  listClaims,
  listOwnClaims,
  reportClaim,
} from '@portal/contract/claims.ts'
import { updateMe } from '@portal/contract/accounts.ts'
import { listOwnAudit } from '@portal/contract/audit.ts'
import { explainOwnPoints } from '@portal/contract/points-origin.ts'
import { listOwnPoints, summarizePoints } from '@portal/contract/points.ts'
import { bindSticker, reportStickerLost } from '@portal/contract/stickers.ts'
import { isStickerCode } from '@portal/contract/sticker-codes.ts'
import { importStickers } from '#server/features/stickers/import-service.ts'
import { fileOf } from '#test/files.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { issueStickers } from '#server/features/stickers/batch-service.ts'
import { recordManually } from '#server/ledger/manual/record-manually.ts'
import { addRate } from '#server/ledger/rates/rates.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { days, later, minutes } from '#server/lib/time/clock.ts'
import type { Person } from '#test/factories.ts'
import { backendOf, untilBlocked } from '#test/locks.ts'
import { openProgram, type Program } from '#test/programs.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import { codesNear } from '#server/ledger/stickers/near-codes.ts'

let testApp: TestApp
let program: Program
let clerk: Client
let codes: string[]
let today: string
beforeAll(async () => {
  testApp = await openTestApp({
    FOUR_EYES_ABOVE: '1000',
    CAP_PERSON_DAY: '2000',
    LIMIT_CLAIM_ACCOUNT: '8/1d',
  })
  testApp.clock.toNoon()
  today = athensDay(testApp.portal.clock.now())
  program = await openProgram(testApp)
  clerk = await staffClient()
  const { id: staffId } = await testApp.make.staff()
  const actor = { id: staffId, isStaff: true, network: '' }
  const batch = await issueStickers(testApp.portal, actor, { count: 60, note: '' })
  const rows = await testApp.db
    .selectFrom('stickers')
    .select('code')
    .where('batchId', '=', batch.id)
    .execute()
  codes = rows.map(({ code }) => code)
  const { id: municipalityId } = await testApp.make.municipality()
  await testApp.db
    .insertInto('places')
    .values([
      {
        municipalityId,
        id: 'K-01',
        kind: 'green_atm',
        name: 'Πράσινο ΑΤΜ Δημαρχείου',
        address: 'Πλατεία Νίκης, Κοζάνη',
        latitude: 40.3,
        longitude: 21.79,
        hours: 'Πάντα',
      },
    ])
    .execute()
  const rate = { material: null, unit: 'litre', pointsPerUnit: '20', validTo: null, note: '' } as const
  await addRate(testApp.portal, { ...rate, description: 'oil_collected', validFrom: '2020-01-01' })
})
afterAll(() => testApp.close())

let names = 0
/** Staff whose name no citizen of these tests has. */
async function staffClient(role: 'clerk' | 'manager' = 'clerk') {
  names += 1
  return testApp.signIn(await testApp.make.staff({ role, lastName: `Υπάλληλος ${'αβγδεζηθικλμ'[names]}` }))
}
async function citizen(given: { firstName?: string; lastName?: string } = {}): Promise<[Person, Client]> {
  const person = await testApp.make.customer(given)
  return [person, await testApp.signIn(person)]
}
const nextCode = () => codes.pop() ?? ''
const bodyOf = <Given extends object>(given: Given) => ({
  submission: crypto.randomUUID() as string,
  day: today,
  ...given,
})
const report = (client: Client, given: object) => client.call(reportClaim, { body: bodyOf(given) })
const tryReport = (client: Client, given: object) => client.send(reportClaim, { body: bodyOf(given) })
/** Decides after a look at the claim; `given` may name other credited records. */
const decide = async (client: Client, id: number, given: object) =>
  client.send(decideClaim, { params: { id }, body: { credited: await creditedOf(id), ...given } })
const creditedOf = async (id: number) => (await detailsOf(id)).credited.map((record) => record.id)
const detailsOf = (id: number, client = clerk) => client.call(findClaim, { params: { id: String(id) } })
const flagsOf = ({ id }: Person) =>
  testApp.db.selectFrom('ledgerFlags').selectAll().where('participantId', '=', id).orderBy('id').execute()
const availableOf = async (client: Client) => (await client.call(summarizePoints)).available

/** Files a claim from a network. */
const tryFrom = async (client: Client, remoteAddress: string) => {
  const payload = bodyOf({ place: 'K-01' })
  const answer = await client.inject({ method: 'POST', url: reportClaim.path, payload, remoteAddress })
  return answer.json<{ id: number }>()
}
/** A member of staff who calls from a network, and the flags about the decisions. */
async function clerkAt(
  remoteAddress: string,
  given: { email?: string; telephone?: string; role?: 'clerk' | 'manager' } = {},
) {
  const person = await testApp.make.staff(given)
  const clerk = Object.assign(await testApp.signIn(person), { person })
  await clerk.inject({ method: 'GET', url: '/api/participants/', remoteAddress })
  const flags = () =>
    testApp.db
      .selectFrom('ledgerFlags')
      .select(['participantId', 'shared', 'points', 'occasion'])
      .where('staffId', '=', person.id)
      .execute()
  return { person, clerk, flags }
}

/** Sends a delivery of `points` with a sticker, a minute ago. Imports the sticker if its code has another format. */
async function deliver(sticker: string, details: object = {}, points = 50) {
  if (!isStickerCode(sticker))
    await importStickers({ ...testApp.portal, progress: () => {} }, fileOf(`code\n${sticker}\n`))
  const answer = await program.record({
    participant: { sticker },
    reference: crypto.randomUUID(),
    description: 'oil_collected',
    points,
    details,
    happened_at: later(testApp.portal.clock.now(), -minutes(1)).toISOString(),
  })
  return answer.body.status
}

/** A code that differs in its third character: of an imported sticker, as its check character is wrong. */
const wrongOf = (code: string) => `${code.slice(0, 2)}${code[2] === '7' ? '4' : '7'}${code.slice(3)}`

describe('reportClaim', () => {
  it('credits a delivery that waits for a sticker of the citizen at once, and says so by mail [claims]', async () => {
    const [person, client] = await citizen()
    const code = nextCode()
    await client.call(bindSticker, { body: { code } })
    await client.call(reportStickerLost, { body: { code } })
    testApp.clock.forward(minutes(2))
    expect(await deliver(code)).toBe('waiting')
    const claim = await report(client, { sticker: code })
    expect(claim).toMatchObject({ state: 'credited', points: 50, reason: null })
    expect(await availableOf(client)).toBe(50)
    const [mail] = await testApp.mails.to(person.email)
    expect(mail?.subject).toContain('Πήρατε πόντους για την παράδοσή σας')
    expect(mail?.text).toContain('50 πόντους')
    expect(await client.call(listOwnClaims)).toEqual([claim])
    await verifyLedger(testApp.portal)
  })

  it('answers the same for codes of others, without an owner and that do not exist [claims]', async () => {
    const [, owner] = await citizen()
    const [of, free] = [nextCode(), nextCode()]
    await owner.call(bindSticker, { body: { code: of } })
    await owner.call(reportStickerLost, { body: { code: of } })
    testApp.clock.forward(minutes(2))
    await deliver(of)
    await deliver(free)
    const [person, client] = await citizen()
    const replies: object[] = []
    for (const sticker of [of, free, wrongOf(free), 'ΔΕΝ ΥΠΑΡΧΕΙ']) {
      const { id, sticker: shown, created_at, ...reply } = await report(client, { sticker })
      expect([id, shown, created_at].every(Boolean)).toBe(true)
      replies.push(reply)
    }
    expect(replies.every((reply) => JSON.stringify(reply) === JSON.stringify(replies[0]))).toBe(true)
    expect(replies[0]).toMatchObject({ state: 'open', points: null })
    expect(await availableOf(client)).toBe(0)
    expect((await testApp.mails.to(person.email, 4)).map(({ subject }) => subject.split(' – ')[0])).toEqual(
      Array.from({ length: 4 }, () => 'Λάβαμε την αναφορά σας'),
    )
    expect(Object.keys((await client.call(listOwnClaims))[0] ?? {})).not.toContain('candidates')
  })

  it('creates one claim for a repeated submission, also at the same time [claims]', async () => {
    const [person, client] = await citizen()
    const body = bodyOf({ sticker: nextCode() })
    const answers = await Promise.all([1, 2, 3].map(() => client.call(reportClaim, { body })))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    // Another tab, with another submission.
    expect((await report(client, { sticker: body.sticker })).id).toBe(answers[0]?.id)
    expect(await client.call(listOwnClaims)).toHaveLength(1)
    expect(await testApp.mails.to(person.email)).toHaveLength(1)
  })

  it('rejects what cannot be a delivery: no sticker and no place, unknown places, days to come or long ago', async () => {
    const [, client] = await citizen()
    const old = athensDay(later(testApp.portal.clock.now(), -days(400)))
    const next = athensDay(later(testApp.portal.clock.now(), days(1)))
    const rejected = [
      {},
      { place: 'X-99' },
      { sticker: 'A', day: next },
      { sticker: 'A', day: old },
      { sticker: 'A', day: '2026-02-30' },
      { sticker: 'A', hour: 24 },
      { sticker: 'A', litres: 0 },
    ]
    const fields = []
    for (const given of rejected) {
      const answer = await tryReport(client, given)
      expect(answer.statusCode).toBe(400)
      fields.push(Object.keys(answer.json())[0])
    }
    expect(fields).toEqual(['place', 'place', 'day', 'day', 'day', 'hour', 'litres'])
  })

  it('limits the open claims, and the claims of a day [claims]', async () => {
    const [, client] = await citizen()
    const ids = []
    for (let hour = 0; hour < 5; hour += 1) ids.push((await report(client, { place: 'K-01', hour })).id)
    const full = await tryReport(client, { place: 'K-01', hour: 5 })
    expect([full.statusCode, full.json()]).toEqual([409, { detail: 'You have 5 open claims already.' }])
    for (const id of ids) await decide(clerk, id, { answer: 'reject', reason: 'not_found' })
    const later = []
    for (let hour = 6; hour < 10; hour += 1)
      later.push((await tryReport(client, { place: 'K-01', hour })).statusCode)
    expect(later).toEqual([200, 200, 200, 429])
  })
})

describe('the evidence', () => {
  it('shows staff waiting deliveries with one wrong character, with the differences [claims]', async () => {
    const [, client] = await citizen()
    const code = nextCode()
    await client.call(bindSticker, { body: { code } })
    expect(await deliver(wrongOf(code), { litres: 3 })).toBe('waiting')
    const { id } = await report(client, { sticker: code, litres: 1 })
    const { candidates, suggested_points, points_per_litre } = await detailsOf(id)
    expect(candidates).toMatchObject([
      {
        points: 50,
        litres: 3,
        differences: ['sticker', 'litres'],
        waits_for: 'sticker_unbound',
        owner: null,
      },
    ])
    expect([suggested_points, points_per_litre]).toEqual([20, 20])
  })

  it('shows deliveries at the same machine in the same hour, and what was credited around the day [claims]', async () => {
    testApp.clock.forward(minutes(5))
    const [person, client] = await citizen()
    const now = testApp.portal.clock.now()
    const hour = Number(
      new Intl.DateTimeFormat('en', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/Athens' }).format(
        later(now, -minutes(1)),
      ),
    )
    await testApp.make.record(person, { points: 33, createdAt: now })
    await deliver('ΣΒΗΣΜΕΝΟ', { collection_point: 'ΠΡΑΣΙΝΟ ατμ Δημαρχείου' })
    await deliver('ΑΛΛΟΥ', { collection_point: 'Κάδος στάσης' })
    const { id } = await report(client, { place: 'K-01', hour })
    const { candidates, credited, place } = await detailsOf(id)
    expect(place).toBe('Πράσινο ΑΤΜ Δημαρχείου, Πλατεία Νίκης, Κοζάνη')
    expect(candidates).toMatchObject([{ sticker: 'ΣΒΗΣΜΕΝΟ', compared: null, differences: [] }])
    expect(credited).toMatchObject([{ points: 33 }])
    const wrong = await report(client, { place: 'K-01', hour: (hour + 12) % 24 })
    expect((await detailsOf(wrong.id)).candidates).toEqual([])
  })

  it('is in the access log of the owner of a lost sticker whose deliveries it shows [claims]', async () => {
    const [, owner] = await citizen()
    const code = nextCode()
    await owner.call(bindSticker, { body: { code } })
    await owner.call(reportStickerLost, { body: { code } })
    testApp.clock.forward(minutes(2))
    await deliver(code)
    const [, client] = await citizen()
    const { id } = await report(client, { sticker: code })
    expect((await detailsOf(id)).candidates).toMatchObject([{ owner: { id: expect.any(Number) as number } }])
    const { results } = await owner.call(listOwnAudit)
    expect(results.filter(({ action }) => action === 'claim.view')).toHaveLength(1)
  })

  it('names all codes one character away', () => {
    expect(codesNear('A4')).toEqual(expect.arrayContaining(['A', '4', '4A', 'A7', 'B4', 'AX4', 'A4Z', '1A4']))
    expect(codesNear('A4')).not.toContain('A4')
  })
})

describe('decideClaim', () => {
  it('credits a waiting delivery as a record of its partner, with mails and audit entries [claims]', async () => {
    const [person, client] = await citizen()
    const code = nextCode()
    await client.call(bindSticker, { body: { code } })
    await deliver(wrongOf(code), {}, 70)
    const { id } = await report(client, { sticker: code })
    const [candidate] = (await detailsOf(id)).candidates
    const answer = await decide(clerk, id, { answer: 'delivery', delivery: candidate?.id })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ state: 'credited', points: 70 }),
    ])
    expect(await availableOf(client)).toBe(70)
    const [record] = (await client.call(listOwnPoints)).results
    expect(await client.call(explainOwnPoints, { params: { id: String(record?.id) } })).toMatchObject({
      site: 'Λάδι',
    })
    const mails = await testApp.mails.to(person.email, 2)
    expect(new Set(mails.map(({ subject }) => subject.split(' – ')[0]))).toEqual(
      new Set(['Λάβαμε την αναφορά σας', 'Πήρατε πόντους για την παράδοσή σας']),
    )
    const actions = (await client.call(listOwnAudit)).results.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['claim.view', 'claim.credit']))
    await verifyLedger(testApp.portal)
  })

  it('credits no delivery that the evidence does not show, nor one that waits no more [claims]', async () => {
    const [, client] = await citizen()
    const [code, other] = [nextCode(), nextCode()]
    await client.call(bindSticker, { body: { code } })
    await deliver(other)
    await deliver(wrongOf(code))
    const waiting = await testApp.db
      .selectFrom('waitingDeliveries')
      .select(['id', 'stickerCode'])
      .where('stickerCode', 'in', [other, wrongOf(code)])
      .execute()
    const idOf = (sticker: string) => waiting.find(({ stickerCode }) => stickerCode === sticker)?.id
    const { id } = await report(client, { sticker: code })
    const foreign = await decide(clerk, id, { answer: 'delivery', delivery: idOf(other) })
    expect([foreign.statusCode, foreign.json()]).toEqual([
      409,
      { detail: 'This delivery does not wait any more.' },
    ])
    const [, second] = await citizen()
    const claimed = await report(second, { sticker: wrongOf(code) })
    const answers = await Promise.all([
      decide(clerk, id, { answer: 'delivery', delivery: idOf(wrongOf(code)) }),
      decide(await staffClient(), claimed.id, { answer: 'delivery', delivery: idOf(wrongOf(code)) }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort((one, two) => one - two)).toEqual([200, 409])
    expect((await availableOf(client)) + (await availableOf(second))).toBe(50)
    await verifyLedger(testApp.portal)
  })

  it('records points by hand with the reported litres and the claim as the reason [claims]', async () => {
    const [, client] = await citizen()
    const { id } = await report(client, { place: 'K-01', litres: 2.5 })
    expect((await detailsOf(id)).suggested_points).toBe(50)
    const answer = await decide(clerk, id, {
      answer: 'points',
      points: 50,
      text: 'Ευχαριστούμε που μας το είπατε.',
    })
    expect(answer.statusCode).toBe(200)
    const [record] = (await client.call(listOwnPoints)).results
    expect(record?.created_at.slice(0, 10)).toBe(today)
    expect(await client.call(explainOwnPoints, { params: { id: String(record?.id) } })).toMatchObject({
      site: null,
      points: 50,
      details: { litres: 2.5, reason: `Αναφορά ${id}: παράδοση για την οποία δεν είχαν δοθεί πόντοι` },
    })
    expect((await client.call(listOwnClaims))[0]).toMatchObject({
      state: 'credited',
      points: 50,
      answer: 'Ευχαριστούμε που μας το είπατε.',
    })
  })

  it('rejects with a reason, which the mail says; another reason needs a text [claims]', async () => {
    const [person, client] = await citizen()
    const { id } = await report(client, { sticker: nextCode() })
    for (const [body, field] of [
      [{ answer: 'reject' }, 'reason'],
      [{ answer: 'reject', reason: 'other' }, 'text'],
      [{ answer: 'points' }, 'points'],
      [{ answer: 'delivery' }, 'delivery'],
    ] as const)
      expect((await decide(clerk, id, body)).json()).toEqual({ [field]: ['This field is required.'] })
    await decide(clerk, id, { answer: 'reject', reason: 'already_credited', text: 'Στις 10:00.' })
    const texts = (await testApp.mails.to(person.email, 2)).map(({ text }) => text)
    expect(texts.join()).toContain('Είχατε ήδη πάρει τους πόντους για αυτή την παράδοση.\n\nΣτις 10:00.')
    expect((await client.call(listOwnClaims))[0]).toMatchObject({
      state: 'rejected',
      reason: 'already_credited',
    })
  })

  it('takes effect once when 64 clerks decide at the same time; the others see it [claims]', async () => {
    const [person, client] = await citizen()
    const { id } = await report(client, { place: 'K-01' })
    const clients = [clerk, await staffClient('manager')]
    while (clients.length < 64) clients.push(await staffClient())
    const answers = await Promise.all(clients.map((one) => decide(one, id, { answer: 'points', points: 40 })))
    const statuses = Object.groupBy(answers, ({ statusCode }) => statusCode)
    expect([statuses[200]?.length, statuses[409]?.length]).toEqual([1, 63])
    expect(await availableOf(client)).toBe(40)
    expect(await testApp.mails.to(person.email, 2)).toHaveLength(2)
    expect((await detailsOf(id)).decided_by).not.toBeNull()
  })

  it('credits a delivery once when it is claimed, added, reported and repeated at the same time [claims]', async () => {
    const clerks = [clerk, await staffClient()]
    const winners = new Set<string>()
    for (let round = 0; round < 4; round += 1) {
      const [[, owner], [, claimant], [, other]] = [await citizen(), await citizen(), await citizen()]
      const code = nextCode()
      const delivery = {
        participant: { sticker: code },
        reference: crypto.randomUUID(),
        description: 'oil_collected',
        points: 30,
        happened_at: later(testApp.portal.clock.now(), -minutes(1)).toISOString(),
      } as const
      await program.record(delivery)
      const claims = [
        await report(claimant, { sticker: wrongOf(code) }),
        await report(other, { sticker: wrongOf(code) }),
      ]
      const [waiting] = (await detailsOf(claims[0]?.id ?? 0)).candidates
      const body = { answer: 'delivery', delivery: waiting?.id, credited: [] }
      const acts = [
        ...claims.map(({ id }, at) => async () => {
          const answer = await clerks[at]?.send(decideClaim, { params: { id }, body })
          expect([200, 409]).toContain(answer?.statusCode)
        }),
        () => owner.call(bindSticker, { body: { code } }),
        () => report(owner, { sticker: code }),
      ]
      // All have checked the delivery before the first gets the lock; each round begins with another.
      const begun: Promise<unknown>[] = []
      await testApp.db.transaction().execute(async (trx) => {
        await trx.selectFrom('stickers').select('code').where('code', '=', code).forUpdate().execute()
        const holder = await backendOf(trx)
        for (const act of [...acts.slice(round), ...acts.slice(0, round)]) {
          begun.push(act())
          await untilBlocked(testApp.db, holder, begun.length)
        }
        begun.push(program.record(delivery))
      })
      await Promise.all(begun)
      const sums = await Promise.all([owner, claimant, other].map(availableOf))
      expect(sums.toSorted((one, two) => one - two)).toEqual([0, 0, 30])
      winners.add(String(sums))
      const states = await Promise.all(claims.map(async ({ id }) => (await detailsOf(id)).state))
      expect(states.filter((state) => state === 'credited')).toHaveLength(sums[0] === 30 ? 0 : 1)
    }
    expect(winners.size).toBe(3)
    await verifyLedger(testApp.portal)
  })

  it('above the limit waits for a manager, also in parts [security four eyes]', async () => {
    const [person, client] = await citizen()
    const author = await staffClient()
    const manager = await staffClient('manager')
    const first = await report(client, { place: 'K-01', hour: 1 })
    const second = await report(client, { place: 'K-01', hour: 2 })
    await decide(author, first.id, { answer: 'points', points: 900 })
    expect((await decide(author, second.id, { answer: 'points', points: 200 })).json()).toMatchObject({
      state: 'approval',
    })
    expect(await availableOf(client)).toBe(900)
    expect((await client.call(listOwnClaims))[0]).toMatchObject({ state: 'open', points: null })
    expect((await decide(clerk, second.id, { answer: 'reject', reason: 'not_found' })).statusCode).toBe(409)
    const approvalOf = async () => (await manager.call(listApprovals)).results[0]?.id ?? 0
    const rejected = { params: { id: await approvalOf() }, body: { decision: 'rejected' } }
    expect((await manager.send(decideApproval, rejected)).statusCode).toBe(200)
    expect(await detailsOf(second.id)).toMatchObject({ state: 'open', approval: null, decided_by: null })

    await decide(author, second.id, { answer: 'points', points: 300 })
    const approved = { params: { id: await approvalOf() }, body: { decision: 'approved' } }
    expect((await manager.send(decideApproval, approved)).statusCode).toBe(200)
    expect(await availableOf(client)).toBe(1_200)
    expect((await client.call(listOwnClaims))[0]).toMatchObject({ state: 'credited', points: 300 })
    expect(await testApp.mails.to(person.email, 4)).toHaveLength(4)
  })

  it('credits a large delivery only with the approval of a manager [security four eyes]', async () => {
    const [, client] = await citizen()
    const code = nextCode()
    await client.call(bindSticker, { body: { code } })
    await deliver(wrongOf(code), {}, 1_001)
    const { id } = await report(client, { sticker: code })
    const [candidate] = (await detailsOf(id)).candidates
    await decide(clerk, id, { answer: 'delivery', delivery: candidate?.id })
    expect(await availableOf(client)).toBe(0)
    const manager = await staffClient('manager')
    const [approval] = (await manager.call(listApprovals)).results
    expect(approval).toMatchObject({ kind: 'points_added', points: 1_001 })
    await manager.send(decideApproval, { params: { id: approval?.id }, body: { decision: 'approved' } })
    expect(await availableOf(client)).toBe(1_001)
    await verifyLedger(testApp.portal)
  })

  it('credits nothing if the account was credited since the clerk looked [claims]', async () => {
    const [, client] = await citizen()
    const first = await report(client, { place: 'K-01', hour: 9 })
    const second = await report(client, { place: 'K-01', hour: 10 })
    const seen = await creditedOf(second.id)
    const by = async (who: Client, id: number) =>
      decide(who, id, { answer: 'points', points: 40, credited: seen })
    const answers = await Promise.all([by(clerk, first.id), by(await staffClient(), second.id)])
    expect(answers.map(({ statusCode }) => statusCode).sort((one, two) => one - two)).toEqual([200, 409])
    expect(answers.map((answer) => answer.json())).toContainEqual({
      detail: 'The account was credited meanwhile. Look at its deliveries again.',
    })
    expect(await availableOf(client)).toBe(40)
    const open = answers[0].statusCode === 200 ? second.id : first.id
    expect((await decide(clerk, open, { answer: 'points', points: 40 })).statusCode).toBe(200)
  })

  it('is not approved if the citizen adds the sticker of the delivery meanwhile [security four eyes]', async () => {
    const [, client] = await citizen()
    const code = nextCode()
    expect(await deliver(code, {}, 1_200)).toBe('waiting')
    const { id } = await report(client, { place: 'K-01' })
    await decide(await staffClient(), id, { answer: 'points', points: 1_200 })
    await client.call(bindSticker, { body: { code } })
    const manager = await staffClient('manager')
    const [approval] = (await manager.call(listApprovals)).results
    const decision = (decision: string) =>
      manager.send(decideApproval, { params: { id: approval?.id }, body: { decision } })
    expect((await decision('approved')).statusCode).toBe(409)
    expect(await availableOf(client)).toBe(1_200)
    expect((await decision('rejected')).statusCode).toBe(200)
    expect(await detailsOf(id)).toMatchObject({ state: 'open', credited: [{ points: 1_200 }] })
  })

  it('by hand raises a flag when a sticker credits a delivery around that day later [claims]', async () => {
    const [person, client] = await citizen()
    const code = nextCode()
    await deliver(code, {}, 60)
    const { id } = await report(client, { place: 'K-01' })
    await decide(clerk, id, { answer: 'points', points: 50 })
    await client.call(bindSticker, { body: { code } })
    expect(await availableOf(client)).toBe(110)
    expect(await flagsOf(person)).toMatchObject([
      { partnerId: expect.any(Number), creditedTwice: true, cap: 50, points: 110 },
    ])
    const [flag] = (await (await staffClient('manager')).call(listFlags)).results
    expect(flag).toMatchObject({ participant: { id: person.id }, credited_twice: true })
  })

  it('by hand, or a manual record, raises a flag when a partner records oil around that day [claims]', async () => {
    const [person, client] = await citizen()
    const other = await testApp.make.customer()
    const { id } = await report(client, { place: 'K-01' })
    await decide(clerk, id, { answer: 'points', points: 50 })
    const about = { description: 'oil_collected', reason: 'Δοκιμή', points: 30 } as const
    const author = { kind: 'command', name: 'test', id: (await testApp.make.staff()).id } as const
    const now = testApp.portal.clock.now()
    for (const [to, ago] of [
      [person, days(1)],
      [other, days(4)],
    ] as const)
      await recordManually(testApp.portal, author, {
        ...about,
        participantId: to.id,
        createdAt: later(now, -ago).toISOString(),
      })
    const record = (to: Person, description: string) => ({
      ...{ participant: { id: to.id }, reference: crypto.randomUUID(), points: 60, description },
      happened_at: later(now, -minutes(1)).toISOString(),
    })
    await program.record(record(person, 'item_reused'))
    expect(await flagsOf(person)).toEqual([])
    const sent = [record(person, 'oil_collected'), record(other, 'oil_collected')]
    for (const one of sent) expect((await program.record(one)).body).toMatchObject({ status: 'recorded' })
    expect(await flagsOf(person)).toMatchObject([{ creditedTwice: true, cap: 80, points: 140 }])
    expect(await flagsOf(other)).toEqual([])
  })

  it('counts the claims of a day together for the flag on the sum of a person [claims]', async () => {
    const [person, client] = await citizen()
    const [one, two] = [nextCode(), nextCode()]
    for (const code of [one, two]) {
      await client.call(bindSticker, { body: { code } })
      await client.call(reportStickerLost, { body: { code } })
    }
    testApp.clock.forward(minutes(2))
    await deliver(one, {}, 1_200)
    await deliver(two, {}, 1_300)
    expect(await report(client, { sticker: one })).toMatchObject({ points: 1_200 })
    expect(await flagsOf(person)).toEqual([])
    expect(await report(client, { sticker: two })).toMatchObject({ points: 1_300 })
    expect(await flagsOf(person)).toMatchObject([{ partnerId: null, cap: 2_000, points: 2_500 }])
  })

  it('counts its deliveries with other manual points of the clerk [security four eyes]', async () => {
    const [, client] = await citizen()
    const code = nextCode()
    await client.call(bindSticker, { body: { code } })
    await deliver(wrongOf(code), {}, 900)
    const { id } = await report(client, { sticker: code })
    const [candidate] = (await detailsOf(id)).candidates
    const author = await testApp.make.staff({ lastName: 'Τρίτου' })
    await decide(await testApp.signIn(author), id, { answer: 'delivery', delivery: candidate?.id })
    const other = await testApp.make.customer()
    const added = await recordManually(
      testApp.portal,
      { kind: 'command', name: 'test', id: author.id },
      {
        participantId: other.id,
        points: 200,
        description: 'oil_collected',
        createdAt: testApp.portal.clock.now().toISOString(),
        reason: 'Δοκιμή',
      },
    )
    expect(added).toHaveProperty('approval')
  })

  it('is for any colleague with another address, whatever the name; no flag [claims]', async () => {
    const [maria, client] = await citizen({ firstName: 'ΔΗΜΗΤΡΗΣ', lastName: 'Κωστόπουλος' })
    const { id } = await tryFrom(client, '198.51.100.20')
    const { clerk, flags } = await clerkAt('198.51.101.21')
    expect((await detailsOf(id, clerk)).own).toBe(false)
    expect((await decide(clerk, id, { answer: 'points', points: 5 })).statusCode).toBe(200)
    expect(await flags()).toEqual([])
    expect(await flagsOf(maria)).toEqual([])
  })

  it('that a clerk may have filed as a citizen is flagged, by the network of the day [security same person]', async () => {
    const [maria, client] = await citizen()
    const { clerk, flags } = await clerkAt('198.51.100.30')
    const { id } = await tryFrom(client, '198.51.100.30')
    await client.inject({ method: 'PATCH', url: '/api/auth/users/me/', payload: { last_name: 'Άλλη' } })
    expect((await decide(clerk, id, { answer: 'points', points: 5 })).statusCode).toBe(200)
    expect(await flags()).toEqual([
      {
        participantId: maria.id,
        shared: ['network', 'filing'],
        points: 5,
        occasion: expect.stringMatching(/^record \d+$/),
      },
    ])
  })

  it.each([
    ['mailbox', { email: 'k.clerk+points@example.gr' }, { email: 'K.Clerk@example.gr' }, ['email', 'filing']],
    // Changed after the claim was filed.
    ['telephone', { telephone: '6944556677' }, { telephone: '+30 694 455 6677' }, ['filing']],
  ])(
    'of a citizen with the %s of the clerk is flagged [security same person]',
    async (what, given, of, shared) => {
      const { clerk, flags } = await clerkAt('198.51.100.40', of)
      const person = await testApp.make.customer(given)
      const client = await testApp.signIn(person)
      const { id } = await report(client, { place: 'K-01' })
      if (what === 'telephone') await client.call(updateMe, { body: { telephone: '6911111111' } })
      expect((await decide(clerk, id, { answer: 'points', points: 7 })).statusCode).toBe(200)
      expect(await flags()).toMatchObject([{ shared, participantId: person.id, points: 7 }])
    },
  )

  it('is flagged for the approver, too, who does not resolve the own flag [security same person]', async () => {
    const [, client] = await citizen()
    const { id } = await tryFrom(client, '198.51.100.50')
    const approver = await clerkAt('198.51.100.50', { role: 'manager' })
    const [other, clerk] = [await staffClient('manager'), await staffClient()]
    expect((await decide(clerk, id, { answer: 'points', points: 1_500 })).json()).toMatchObject({
      state: 'approval',
    })
    const { approval } = await detailsOf(id)
    await approver.clerk.call(decideApproval, {
      params: { id: String(approval) },
      body: { decision: 'approved' },
    })
    expect(await approver.flags()).toMatchObject([{ occasion: `approval ${approval}`, points: 1_500 }])
    const { results } = await other.call(listFlags)
    const flag = results.find(({ same_person: same }) => same?.staff === approver.person.email)
    expect(flag?.same_person).toEqual({
      staff: approver.person.email,
      requester: null,
      shared: ['network'],
      occasion: `approval ${approval}`,
    })
    const resolve = (by: Client) =>
      by.send(resolveFlag, { params: { id: String(flag?.id) }, body: { note: 'Ήταν στο ίδιο κτίριο' } })
    expect((await resolve(approver.clerk)).json()).toEqual({
      detail: 'A second person has to decide on this request.',
    })
    expect((await resolve(other)).statusCode).toBe(200)
  })
})

describe('listClaims', () => {
  it('lists open claims, oldest first, and decided ones, newest first, with their number [claims]', async () => {
    const [, client] = await citizen()
    const one = await report(client, { place: 'K-01', hour: 1 })
    const two = await report(client, { place: 'K-01', hour: 2 })
    const { open } = await clerk.call(countClaims)
    const page = String(Math.ceil(open / 20))
    const list = await clerk.call(listClaims, { query: { page } })
    expect(list.count).toBe(open)
    expect(list.results.slice(-2).map(({ id }) => id)).toEqual([one.id, two.id])
    await decide(clerk, one.id, { answer: 'reject', reason: 'not_found' })
    expect((await clerk.call(countClaims)).open).toBe(open - 1)
    const [newest] = (await clerk.call(listClaims, { query: { state: 'decided' } })).results
    expect(newest).toMatchObject({ id: one.id, state: 'rejected', decided_by: expect.stringContaining('@') })
    expect((await clerk.send(listClaims, { query: { page: '99' } })).statusCode).toBe(404)
  })
})

describe('an erased citizen', () => {
  it('leaves no claim, and none that waits for an approval takes effect [claims]', async () => {
    const [person, client] = await citizen()
    const { id } = await report(client, { place: 'K-01', note: 'Με απόδειξη' })
    await decide(await staffClient(), id, { answer: 'points', points: 5_000 })
    await eraseParticipant(testApp.portal, person.id, 'request')
    const rows = await testApp.db.selectFrom('deliveryClaims').select('id').where('id', '=', id).execute()
    expect(rows).toEqual([])
    const manager = await staffClient('manager')
    const [approval] = (await manager.call(listApprovals)).results
    const answer = await manager.send(decideApproval, {
      params: { id: approval?.id },
      body: { decision: 'approved' },
    })
    expect(answer.statusCode).toBe(409)
    expect((await clerk.send(findClaim, { params: { id } })).statusCode).toBe(404)
  })
})
