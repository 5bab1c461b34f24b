import { explainOwnPoints, explainPoints } from '@portal/contract/points-origin.ts'
import { listOwnPoints, summarizePoints } from '@portal/contract/points.ts'
import { isStickerCode, printedStickerCode, stickerLink } from '@portal/contract/sticker-codes.ts'
import {
  bindSticker,
  downloadStickerCodes,
  downloadStickerLabels,
  issueStickers,
  listOwnStickers,
  listStickerBatches,
  replaceSticker,
  reportStickerFound,
  reportStickerLost,
} from '@portal/contract/stickers.ts'
import { listEvents } from '@portal/contract/partner-points.ts'
import { get, type IncomingMessage } from 'node:http'
import { inflateSync } from 'node:zlib'
import { encode } from 'uqr'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { minutes } from '#server/lib/time/clock.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import { mostOccupied, watchHealth } from '#test/occupied.ts'
import { openProgram, type Program } from '#test/programs.ts'

let testApp: TestApp
let site: Program
let clerk: Client
let codes: string[]
beforeAll(async () => {
  testApp = await openTestApp()
  site = await openProgram(testApp)
  clerk = await testApp.signIn(await testApp.make.staff())
  codes = await issue(40)
})
afterAll(() => testApp.close())

/** Issues stickers and reads their codes from the CSV file. */
async function issue(count: number): Promise<string[]> {
  const { id } = await clerk.call(issueStickers, { body: { count } })
  const file = await clerk.send(downloadStickerCodes, { params: { id: String(id) } })
  return file.body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0] ?? '')
}
const nextCode = () => codes.pop() ?? ''

const signInNew = async () => {
  const person = await testApp.make.customer()
  return { person, client: await testApp.signIn(person) }
}
const happened_at = '2026-03-01T10:00:00+02:00'
const delivery = (participant: object, more: object = {}) => ({
  reference: crypto.randomUUID(),
  participant,
  description: 'oil_collected',
  points: 40,
  happened_at,
  ...more,
})
const availableOf = async (client: Client) => (await client.call(summarizePoints)).available

describe('issueStickers', () => {
  it('creates unique codes with a check character, and lists the batch', async () => {
    const batch = await clerk.call(issueStickers, { body: { count: 300, note: 'Λαϊκή αγορά' } })
    expect(batch).toMatchObject({ count: 300, bound: 0, note: 'Λαϊκή αγορά' })
    const file = await clerk.send(downloadStickerCodes, { params: { id: batch.id } })
    expect(file.headers['content-disposition']).toBe(`attachment; filename="codes-${batch.id}.csv"`)
    const [head, ...lines] = file.body.trim().split('\r\n')
    expect(head).toBe('code,printed,link')
    const issued = lines.map((line) => line.split(',')[0] ?? '')
    expect(new Set(issued).size).toBe(300)
    expect(issued.every(isStickerCode)).toBe(true)
    const [code = '', ...others] = lines[0]?.split(',') ?? []
    expect(others).toEqual([printedStickerCode(code), `${testApp.portal.config.publicUrl}/s/${code}`])
    expect((await clerk.call(listStickerBatches))[0]).toEqual(batch)
  })

  it.each([[0], [10_001], [1.5], ['ten']])('rejects a count of %j', async (count) => {
    expect((await clerk.send(issueStickers, { body: { count } })).statusCode).toBe(400)
  })

  it('creates batches that can be downloaded as labels [stickers files]', async () => {
    const { id } = await clerk.call(issueStickers, { body: { count: 70 } })
    const answer = await clerk.send(downloadStickerLabels, { params: { id: String(id) } })
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="labels-${id}.pdf"`)
    expect(answer.body.startsWith('%PDF-')).toBe(true)
    expect(answer.body.match(/\/Type \/Page\n/g)).toHaveLength(2)
    expect(answer.body.trimEnd().endsWith('%%EOF')).toBe(true)
  })

  it('prints the link of the sticker as a QR code on its label [stickers link]', async () => {
    const { id } = await clerk.call(issueStickers, { body: { count: 1 } })
    const params = { id: String(id) }
    const codes = await clerk.send(downloadStickerCodes, { params })
    const link = codes.body.trim().split(',').at(-1) ?? ''
    expect(link).toMatch(/^https?:.*\/s\/[2-9A-Z]{12}$/)
    const labels = await clerk.send(downloadStickerLabels, { params })
    expect(modulesIn(labels.rawPayload)).toEqual(encode(link, { ecc: 'M', border: 0 }).data)
  })
})

/** The modules of the only QR code in a PDF, which draws each run of dark modules as a rectangle. */
function modulesIn(pdf: Buffer): boolean[][] {
  const start = pdf.indexOf('stream\n') + 'stream\n'.length
  const content = inflateSync(pdf.subarray(start, pdf.indexOf('\nendstream'))).toString('latin1')
  const runs = [...content.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)].map(([, ...box]) => box.map(Number))
  const [left = 0, top = 0, , module = 1] = runs[0] ?? []
  const places = runs.map(([x = 0, y = 0, width = 0]) =>
    [y - top, x - left, width].map((length) => Math.round(length / module)),
  )
  const size = 1 + Math.max(...places.map(([row = 0]) => row))
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [row = 0, from = 0, length = 0] of places) modules[row]?.fill(true, from, from + length)
  return modules
}

describe('bindSticker', () => {
  it('accepts codes in lowercase, in Greek letters and with spaces', async () => {
    const { client } = await signInNew()
    const latin = 'AEHKMNPTX'
    const inGreek = (code: string) =>
      Array.from(code, (sign) => 'αεηκμνρτχ'[latin.indexOf(sign)] ?? sign).join('')
    const code = nextCode()
    const { sticker } = await client.call(bindSticker, {
      body: { code: ` ${inGreek(printedStickerCode(code)).replaceAll('-', ' ')} ` },
    })
    expect(sticker).toMatchObject({ code, printed: printedStickerCode(code), lost_at: null })
    expect(await client.call(listOwnStickers)).toEqual([sticker])
  })

  it('accepts the link of the QR code [stickers link]', async () => {
    const { client } = await signInNew()
    const code = nextCode()
    const link = stickerLink('https://portal.example.gr', code)
    expect((await client.call(bindSticker, { body: { code: link } })).sticker.code).toBe(code)
  })

  it('accepts a repetition by the same account, and rejects other accounts', async () => {
    const [{ client }, other] = [await signInNew(), await signInNew()]
    const code = nextCode()
    const first = await client.call(bindSticker, { body: { code } })
    expect(await client.call(bindSticker, { body: { code } })).toEqual(first)
    const answer = await other.client.send(bindSticker, { body: { code } })
    expect([answer.statusCode, answer.json()]).toEqual([400, { code: ['This sticker is in use already.'] }])
    expect(await other.client.call(listOwnStickers)).toEqual([])
  })

  it('distinguishes a mistyped code from an unknown one', async () => {
    const { client } = await signInNew()
    const [code, stranger] = [nextCode(), '222222222222']
    const slip = (code[0] === '2' ? '3' : '2') + code.slice(1)
    const rejection = async (code: string) =>
      (await client.send(bindSticker, { body: { code } })).json<unknown>()
    expect(isStickerCode(stranger)).toBe(true)
    expect(await rejection(stranger)).toEqual({ code: ['There is no sticker with this code.'] })
    expect(await rejection(slip)).toEqual({
      code: ['This is not a sticker code. Check its characters.'],
    })
  })

  it('credits the waiting deliveries immediately, with their times [partners waiting deliveries]', async () => {
    const { client } = await signInNew()
    const code = nextCode()
    const sent = [delivery({ sticker: printedStickerCode(code) }), delivery({ sticker: code }, { points: 2 })]
    const waiting = { status: 'waiting', waits_for: 'sticker_unbound' }
    expect(await site.recordAll([...sent, sent[0]])).toMatchObject([waiting, waiting, waiting])

    expect((await client.call(bindSticker, { body: { code } })).credited).toEqual({ records: 2, points: 42 })
    expect(await availableOf(client)).toBe(42)
    const { results } = await client.call(listOwnPoints)
    expect(results.map(({ created_at }) => created_at)).toEqual([happened_at, happened_at])
    // A repeated request returns the current status of the delivery.
    const again = await site.recordAll(sent)
    expect(again).toMatchObject([
      { status: 'repeated', points: 40 },
      { status: 'repeated', points: 2 },
    ])
    const { body } = await site.send(listEvents, { query: { limit: '1000' } })
    expect((body as { events: { type: string; record: { id: number } }[] }).events).toEqual(
      expect.arrayContaining(
        again.map(({ id }) =>
          expect.objectContaining({ type: 'record.credited', record: expect.objectContaining({ id }) }),
        ),
      ),
    )
    expect((await site.record(delivery({ sticker: code }))).body.status).toBe('recorded')
  })

  it('credits deliveries that a machine sent with the link of the QR code [stickers link]', async () => {
    const { client } = await signInNew()
    const code = nextCode()
    const sent = delivery({ sticker: stickerLink('https://portal.example.gr', code) })
    expect((await site.record(sent)).body).toMatchObject({ status: 'waiting', waits_for: 'sticker_unbound' })
    expect((await client.call(bindSticker, { body: { code } })).credited).toEqual({ records: 1, points: 40 })
    // The same record with the bare code is the same record.
    expect((await site.record({ ...sent, participant: { sticker: code } })).body.status).toBe('repeated')
  })

  it('limits the tries of an account [partners sticker guesses]', async () => {
    const strict = await openTestApp({ LIMIT_STICKER_ACCOUNT: '3/1h' })
    try {
      const client = await strict.signIn(await strict.make.customer())
      const statuses = []
      for (let n = 0; n < 4; n += 1)
        statuses.push((await client.send(bindSticker, { body: { code: 'x' } })).statusCode)
      expect(statuses).toEqual([400, 400, 400, 429])
    } finally {
      await strict.close()
    }
  })
})

describe('what staff issue', () => {
  it('is limited by person and day; a batch that does not fit counts nothing', async () => {
    const limited = await openTestApp({ LIMIT_STICKERS_ISSUED_STAFF: '50/1d' })
    onTestFinished(() => limited.close())
    const [one, other] = [
      await limited.signIn(await limited.make.staff()),
      await limited.signIn(await limited.make.staff()),
    ]
    const issue = async (client: Client, count: number) =>
      (await client.send(issueStickers, { body: { count } })).statusCode
    expect(await issue(one, 40)).toBe(201)
    expect(await issue(one, 11)).toBe(429)
    expect(await issue(one, 10)).toBe(201)
    expect(await issue(one, 1)).toBe(429)
    expect(await issue(other, 40)).toBe(201)
  })

  it(
    'labels of sixteen downloads at once are complete, and /healthz does not wait for them',
    { tags: ['slow'] },
    async () => {
      const { id } = await clerk.call(issueStickers, { body: { count: 65 } })
      const health = watchHealth(`${await testApp.app.listen({ port: 0, host: '127.0.0.1' })}/healthz`)
      onTestFinished(() => void health.close())
      const files: string[] = []
      const begun = performance.now()
      const slowest = await health.measure(async () => {
        const all = Array.from({ length: 16 }, () =>
          clerk.send(downloadStickerLabels, { params: { id: String(id) } }),
        )
        files.push(...(await Promise.all(all)).map(({ body }) => body))
      })
      expect(files.every((file) => file.startsWith('%PDF') && file.trimEnd().endsWith('%%EOF'))).toBe(true)
      // They take turns: it waits for one of them at most, by however much the machine is busy.
      expect(slowest).toBeLessThan(Math.max(mostOccupied + 1, (performance.now() - begun) / 4))
    },
  )
})

describe('labels that a clerk asks for and does not read', () => {
  it('do not keep those of others out', { tags: ['slow'] }, async () => {
    const own = await openTestApp()
    onTestFinished(() => own.close())
    const address = await own.app.listen({ port: 0, host: '127.0.0.1' })
    const client = await own.signIn(await own.make.staff())
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const pathOf = async (count: number) => {
      const { id } = await client.call(issueStickers, { body: { count } })
      return downloadStickerLabels.path.replace('{id}', String(id))
    }
    // 5 MB, more than the network holds.
    const [many, few] = [await pathOf(5_000), await pathOf(65)]
    const unread = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${address}${many}`, { headers: { cookie }, agent: false }, resolve).on('error', reject)
    })
    onTestFinished(() => void unread.destroy())
    expect(unread.statusCode).toBe(200)
    expect((await client.inject({ url: few })).statusCode).toBe(200)
    expect(unread.complete).toBe(false)
  })
})

describe('recordPoints with a sticker', () => {
  it('binds the sticker in the details to the participant, and credits its waiting deliveries [partners waiting deliveries]', async () => {
    const { person, client } = await signInNew()
    const code = nextCode()
    await site.record(delivery({ sticker: code }))
    await site.record(delivery({ id: person.id }, { details: { sticker: code, litres: 2 } }))
    expect(await client.call(listOwnStickers)).toMatchObject([{ code }])
    expect(await availableOf(client)).toBe(80)
  })

  it('does not change the owner of a sticker', async () => {
    const [{ client }, other] = [await signInNew(), await signInNew()]
    const code = nextCode()
    await client.call(bindSticker, { body: { code } })
    await site.record(delivery({ id: other.person.id }, { details: { sticker: code } }))
    expect(await other.client.call(listOwnStickers)).toEqual([])
    expect(await availableOf(other.client)).toBe(40)
  })

  it('stores a delivery with an unknown code as waiting, and rejects a coupon', async () => {
    const [waits, coupon] = await site.recordAll([
      delivery({ sticker: 'A4KX-97TE-H2MX' }),
      delivery({ sticker: 'A4KX-97TE-H2MX' }, { description: 'coupon_created', points: -5 }),
    ])
    expect(waits).toMatchObject({ status: 'waiting', waits_for: 'sticker_unknown' })
    expect(coupon).toMatchObject({ status: 'refused', code: 'sticker_only_adds' })
  })

  it('credits no waiting delivery that was withdrawn', async () => {
    const { client } = await signInNew()
    const code = nextCode()
    const sent = delivery({ sticker: code })
    await site.record(sent)
    const back = { reference: sent.reference, reversal_reference: crypto.randomUUID(), happened_at }
    expect((await site.reverse(back)).body.status).toBe('withdrawn')
    expect((await site.reverse(back)).body.status).toBe('withdrawn')
    expect((await site.record(sent)).body.status).toBe('withdrawn')
    expect((await site.reverse({ ...back, reversal_reference: 'other' })).status).toBe(409)
    expect((await client.call(bindSticker, { body: { code } })).credited.records).toBe(0)
  })
})

describe('reportStickerLost', () => {
  it('makes later deliveries wait until the sticker is found [partners sticker states]', async () => {
    const { client } = await signInNew()
    const code = nextCode()
    await client.call(bindSticker, { body: { code } })
    const { sticker } = await client.call(reportStickerLost, { body: { code } })
    expect(sticker.lost_at).not.toBeNull()
    testApp.clock.forward(minutes(20))
    const later = new Date(testApp.portal.clock.now().getTime() - minutes(10)).toISOString()
    // A delivery from before the loss belongs to the owner.
    expect((await site.record(delivery({ sticker: code }))).body.status).toBe('recorded')
    expect((await site.record(delivery({ sticker: code }, { happened_at: later }))).body).toMatchObject({
      status: 'waiting',
      waits_for: 'sticker_lost',
    })
    expect(await availableOf(client)).toBe(40)
    expect(await client.call(listOwnStickers)).toMatchObject([{ code, waiting: 1 }])
    const { credited } = await client.call(reportStickerFound, { body: { code } })
    expect(credited).toEqual({ records: 1, points: 40 })
    expect(await availableOf(client)).toBe(80)
    expect(await client.call(listOwnStickers)).toMatchObject([{ code, waiting: 0 }])
  })

  it('rejects stickers of other accounts', async () => {
    const { client } = await signInNew()
    const code = nextCode()
    for (const endpoint of [reportStickerLost, reportStickerFound])
      expect((await client.send(endpoint, { body: { code } })).json()).toEqual({
        code: ['This sticker does not belong to your account.'],
      })
  })
})

describe('replaceSticker', () => {
  it('binds a new sticker and reports the old one lost [partners sticker states]', async () => {
    const { client } = await signInNew()
    const [code, new_code] = [nextCode(), nextCode()]
    await client.call(bindSticker, { body: { code } })
    await site.record(delivery({ sticker: new_code }))
    const { sticker, credited } = await client.call(replaceSticker, { body: { code, new_code } })
    expect([sticker.code, credited]).toEqual([new_code, { records: 1, points: 40 }])
    expect(await client.call(listOwnStickers)).toMatchObject([
      { code: new_code, lost_at: null },
      { code, lost_at: expect.any(String), replaced_by: new_code },
    ])
  })

  it('changes nothing if the new code is invalid or taken', async () => {
    const [{ client }, other] = [await signInNew(), await signInNew()]
    const [code, taken] = [nextCode(), nextCode()]
    await client.call(bindSticker, { body: { code } })
    await other.client.call(bindSticker, { body: { code: taken } })
    for (const new_code of [taken, 'nonsense', code])
      expect((await client.send(replaceSticker, { body: { code, new_code } })).json()).toEqual({
        new_code: [expect.any(String)],
      })
    expect(await client.call(listOwnStickers)).toMatchObject([{ code, lost_at: null }])
  })
})

describe('explainPoints', () => {
  it('returns the origin of a record, and its reversal [partners origins]', async () => {
    const { person, client } = await signInNew()
    const sent = delivery({ id: person.id }, { details: { litres: 2, collection_point: 'Δημαρχείο' } })
    const { body } = await site.record(sent)
    const { body: back } = await site.reverse({
      reference: sent.reference,
      reversal_reference: crypto.randomUUID(),
      happened_at,
    })
    const params = { id: String(body.id) }
    const origin = await client.call(explainOwnPoints, { params })
    expect(origin).toMatchObject({
      id: body.id,
      points: 40,
      site: 'Λάδι',
      reference: sent.reference,
      rate: null,
      details: { litres: 2, collection_point: 'Δημαρχείο' },
      reverses: null,
      reversed_by: { id: back.id, points: -40, description: 'collection_cancelled' },
    })
    expect(await clerk.call(explainPoints, { params })).toEqual(origin)
    expect((await client.call(explainOwnPoints, { params: { id: String(back.id) } })).reverses?.id).toBe(
      body.id,
    )
    const stranger = await signInNew()
    expect((await stranger.client.send(explainOwnPoints, { params })).statusCode).toBe(404)
  })
})
