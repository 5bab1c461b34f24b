import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTurns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Takes a turn and notes the name when it has one, or that it waited too long. */
const takerOf =
  (turns: ReturnType<typeof openTurns>, taken: string[]) => (name: string, maxWaitMs?: number) =>
    turns.take(maxWaitMs).then((isTaken) => taken.push(isTaken ? name : `${name} waited too long`))

describe('openTurns', () => {
  it('gives as many turns as may run at the same time, the others in order of arrival', async () => {
    const turns = openTurns(2)
    const taken: string[] = []
    const take = takerOf(turns, taken)
    const all = ['first', 'second', 'third', 'fourth'].map((name) => take(name))
    await Promise.all(all.slice(0, 2))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(taken).toEqual(['first', 'second'])
    turns.end()
    await all[2]
    expect(taken).toEqual(['first', 'second', 'third'])
    turns.end()
    await all[3]
    expect(taken).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('lets go of one that waits too long, and gives its turn to the next', async () => {
    const turns = openTurns(1)
    const taken: string[] = []
    const take = takerOf(turns, taken)
    const all = [take('first'), take('hurried', 100), take('patient')]
    await vi.advanceTimersByTimeAsync(100)
    expect(taken).toEqual(['first', 'hurried waited too long'])
    turns.end()
    await Promise.all(all)
    expect(taken).toEqual(['first', 'hurried waited too long', 'patient'])
    turns.end()
    await take('last', 100)
    expect(taken.at(-1)).toBe('last')
  })
})
