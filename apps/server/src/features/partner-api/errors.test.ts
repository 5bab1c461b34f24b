import { useCoupon } from '@portal/contract/coupons.ts'
import { findBalance, listEvents } from '@portal/contract/partner-points.ts'
import { printedStickerCode } from '@portal/contract/sticker-codes.ts'
import { downloadStickerCodes, issueStickers } from '@portal/contract/stickers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeApi } from '#server/http/openapi.ts'
import { hours, later, minutes } from '#server/lib/time/clock.ts'
import { importStickers } from '#server/features/stickers/import-service.ts'
import { fileOf } from '#test/files.ts'
import type { Person } from '#test/factories.ts'
import { openProgram, type Program, unissuedCode } from '#test/programs.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'

let testApp: TestApp
let site: Program
let maria: Person
beforeAll(async () => {
  testApp = await openTestApp({ WAITING_LIMIT: '1', RECORD_MAX_AGE: '30d' })
  site = await openProgram(testApp, {
    writes: ['oil_collected', 'collection_cancelled', 'coupon_created', 'coupon_cancelled'],
  })
  maria = await testApp.make.customer()
})
afterAll(() => testApp.close())

const inFuture = (ms: number) => later(testApp.portal.clock.now(), ms).toISOString()
const record = (more: object = {}) => ({
  reference: crypto.randomUUID() as string,
  participant: { id: maria.id } as object,
  description: 'oil_collected',
  points: 40,
  happened_at: inFuture(0),
  ...more,
})

describe('errors of the partner API [partners error codes]', () => {
  it.each([
    ['a measure without a rate', { points: undefined, measure: { litres: 1 } }, 'rate_missing', false],
    [
      'a coupon above the balance',
      { description: 'coupon_created', points: -900_000 },
      'points_insufficient',
      false,
    ],
    [
      'a kind that the partner may not write',
      { description: 'item_reused' },
      'description_not_allowed',
      false,
    ],
    ['a field that does not exist', { referense: 'x' }, 'field_unknown', true],
    ['an old record', { happened_at: '2020-01-01T00:00:00Z' }, 'moment_too_old', true],
    ['more points than allowed', { points: 1_000_001 }, 'too_big', true],
  ])('say of %s by code whether it is final, alone and in a batch', async (_, more, code, final) => {
    const alone = await site.record(record(more))
    const [inBatch] = await site.recordAll([record(more)])
    expect(alone).toMatchObject({ status: expect.any(Number) as number, error: { code, final } })
    expect(inBatch).toMatchObject({ status: 'refused', code, final, errors: expect.anything() as object })
  })

  it('are not final for a clock that is fast: the same record is recorded later', async () => {
    const sent = record({ happened_at: inFuture(minutes(6)) })
    expect(await site.record(sent)).toMatchObject({
      status: 400,
      error: { code: 'moment_future', final: false },
    })
    testApp.clock.forward(75_000)
    expect(await site.record(sent)).toMatchObject({ status: 200, body: { status: 'recorded' } })
    const nextWeek = record({ happened_at: inFuture(hours(25)) })
    expect((await site.record(nextWeek)).error).toEqual({ code: 'moment_future', final: true })
  })

  it('are not final for a reversal or a use that arrives before its record', async () => {
    const [reference, happened_at] = [crypto.randomUUID(), inFuture(0)]
    const back = { reference, reversal_reference: `${reference}-back`, happened_at }
    expect((await site.reverse(back)).error).toEqual({ code: 'reference_unknown', final: false })
    const use = await site.send(useCoupon, { body: { reference, happened_at } })
    expect(use.error).toEqual({ code: 'coupon_unknown', final: false })
  })

  it('have the values of their message, such as the points that are left to reverse', async () => {
    const sent = record()
    await site.record(sent)
    const back = (points?: number) =>
      site.reverse({
        reference: sent.reference,
        reversal_reference: crypto.randomUUID(),
        happened_at: inFuture(0),
        ...(points !== undefined && { points }),
      })
    await back(15)
    expect((await back()).error).toEqual({ code: 'reversal_exceeds', final: true, params: { left: 25 } })
  })

  it('are not final while too many deliveries wait', async () => {
    const waiting = () => record({ participant: { sticker: unissuedCode() } })
    expect((await site.record(waiting())).body.status).toBe('waiting')
    expect((await site.record(waiting())).error).toEqual({ code: 'waiting_full', final: false })
  })

  it('have a code before the call reaches its endpoint, too', async () => {
    const json = { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' }
    const errorOf = async (url: string, headers: Record<string, string>, payload = '{}') => {
      const answer = await testApp.app.inject({ method: 'POST', url, headers, payload })
      const { code, final } = answer.json<{ code: string; final: boolean }>()
      return [answer.statusCode, code, final]
    }
    const url = '/api/partner/points/'
    const reader = await openProgram(testApp, { may: ['points:read'] })
    expect(await errorOf(url, { ...json, authorization: 'Bearer x' })).toEqual([
      401,
      'access_token_invalid',
      false,
    ])
    expect(await errorOf(url, { ...json, authorization: `Bearer ${reader.token}` })).toEqual([
      403,
      'scope_missing',
      false,
    ])
    expect(await errorOf(url, json, '{')).toEqual([400, 'json_unreadable', true])
    expect(await errorOf(url, { ...json, 'content-type': 'text/csv' })).toEqual([
      415,
      'media_type_unsupported',
      true,
    ])
    expect(await errorOf('/api/partner/unknown/', json)).toEqual([404, 'not_found', true])
    expect(await errorOf('/api/partner/events/', json)).toEqual([405, 'method_not_allowed', true])
    expect((await site.send(listEvents, { query: { after: 'x' } })).error).toEqual({
      code: 'cursor_invalid',
      final: true,
    })
    expect((await site.send(findBalance, { params: { participant: 'x' } })).error).toEqual({
      code: 'not_found',
      final: true,
    })
  })
})

describe('a text that cannot be a sticker code [partners sticker codes]', () => {
  const send = async (sticker: string) => (await site.record(record({ participant: { sticker } }))).error
  const rejected = { code: 'sticker_code_wrong', final: false }

  it.each(['A', 'ΛΑΔΙ', '5201234567890', 'https://elsewhere.example/s/1', 'A4KX97TEH2M', 'A4KX97TEH2M6'])(
    'is rejected: %j',
    async (text) => expect(await send(text)).toEqual(rejected),
  )

  it('is rejected with the code that it differs from in one character, if exactly one sticker has such', async () => {
    const clerk = await testApp.signIn(await testApp.make.staff())
    const { id } = await clerk.call(issueStickers, { body: { count: 1 } })
    const file = await clerk.send(downloadStickerCodes, { params: { id: String(id) } })
    const code = file.body.split('\r\n')[1]?.split(',')[0] ?? ''
    const nearest = printedStickerCode(code)
    const wrong = code.slice(0, 2) + (code[2] === '7' ? '4' : '7') + code.slice(3)
    const answers = await Promise.all([code.slice(1), nearest.slice(0, -1), `2${code}`, wrong].map(send))
    expect(answers).toEqual(answers.map(() => ({ ...rejected, params: { nearest } })))
  })

  it('is accepted if a sticker with it was imported', async () => {
    const imported = await openTestApp()
    const [program, person] = [await openProgram(imported), await imported.make.customer()]
    const sent = record({ participant: { sticker: 'ΛΑ-000777' } })
    expect((await program.record(sent)).error).toEqual(rejected)
    await importStickers({ ...imported.portal, progress: () => {} }, fileOf('code\nΛΑ-000777\n'))
    expect((await program.record(sent)).body).toMatchObject({
      status: 'waiting',
      waits_for: 'sticker_unbound',
    })
    expect(person.id).toBeGreaterThan(0)
    await imported.close()
  })
})

describe('the OpenAPI document [partners API types]', () => {
  type Json = { [name: string]: Json }
  const { servers, paths } = describeApi() as { servers: unknown[]; paths: Json }

  it('describes a record and a list of records, and no other body', () => {
    const post = paths['/api/partner/points/']?.['post'] as unknown as {
      requestBody: { content: { 'application/json': { schema: { oneOf: Body[] } } } }
    }
    type Body = { required: string[]; additionalProperties: boolean }
    const { oneOf } = post.requestBody.content['application/json'].schema
    expect(oneOf.map(({ required, additionalProperties }) => [required, additionalProperties])).toEqual([
      [['reference', 'participant', 'description', 'happened_at'], false],
      [['records'], false],
    ])
  })

  it('has one type for cursors, and names the server', () => {
    const events = paths['/api/partner/events/']?.['get'] as unknown as {
      parameters: { schema: { type: string } }[]
      responses: { 200: { content: { 'application/json': { schema: { properties: Json } } } } }
    }
    const { next } = events.responses[200].content['application/json'].schema.properties
    expect([...events.parameters.map(({ schema }) => schema.type), next?.['type']]).toEqual([
      'integer',
      'integer',
      'integer',
    ])
    expect(servers).toEqual([{ url: '/', description: expect.any(String) as string }])
  })
})
