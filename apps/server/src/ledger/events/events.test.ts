import { listEvents } from '@portal/contract/partner-points.ts'
import { afterAll, beforeAll, expect, describe, it } from 'vitest'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { openProgram, type Program } from '#test/programs.ts'
import { subOf } from '#test/rows.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const happened_at = '2026-03-01T10:00:00+02:00'

describe('listEvents', () => {
  it('returns the events of the partner’s own records in order, from any cursor [partners scopes]', async () => {
    const [mine, other] = [await openProgram(testApp), await openProgram(testApp)]
    const maria = await testApp.make.customer()
    const sub = await subOf(testApp, maria)
    const send = (program: Program, reference: string) =>
      program.record({
        reference,
        participant: { id: maria.id },
        description: 'oil_collected',
        points: 5,
        happened_at,
      })
    await send(mine, 'a')
    await send(other, 'b')
    await send(mine, 'c')
    await mine.reverse({ reference: 'a', reversal_reference: 'd', happened_at })

    const { body } = await mine.send(listEvents)
    const { events, next } = body as {
      events: { cursor: number; type: string; record: object }[]
      next: number
    }
    expect(events).toMatchObject([
      { type: 'record.created', record: { reference: 'a', sub, points: 5, created_at: happened_at } },
      { type: 'record.created', record: { reference: 'c', reverses: null } },
      { type: 'record.reversed', record: { reference: 'd', reverses: 'a', points: -5 } },
    ])
    expect(next).toBe(events[2]?.cursor)

    const after = await mine.send(listEvents, { query: { after: String(events[0]?.cursor), limit: '1' } })
    expect(after.body).toEqual({ events: [events[1]], next: events[1]?.cursor })
    expect((await mine.send(listEvents, { query: { after: String(next) } })).body).toEqual({
      events: [],
      next,
    })
    expect(await mine.send(listEvents, { query: { after: 'x' } })).toMatchObject({
      status: 400,
      body: { after: ['A valid cursor is required.'] },
    })
  })
})
