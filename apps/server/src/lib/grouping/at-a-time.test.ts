import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import { atATime } from './at-a-time.ts'

/** Calls that end when the test calls `end`. */
function openCalls(max: number) {
  const inTurn = atATime(max)
  const started: number[] = []
  const ends = new Map<number, (error?: Error) => void>()
  const call = (name: number, db: object = inTurn) =>
    inTurn(
      db,
      () =>
        new Promise<number>((resolve, reject) => {
          started.push(name)
          ends.set(name, (error) => (error ? reject(error) : resolve(name)))
        }),
    )
  return { call, started, end: (name: number, error?: Error) => ends.get(name)?.(error) }
}

describe('atATime', () => {
  it('runs as many calls as it may, and the others in the order in which they came', async () => {
    const { call, started, end } = openCalls(2)
    const calls = [1, 2, 3, 4].map((name) => call(name))
    expect(started).toEqual([1, 2])
    end(2)
    expect(await calls[1]).toBe(2)
    expect(started).toEqual([1, 2, 3])
    end(1, new Error('failed'))
    await expect(calls[0]).rejects.toThrow('failed')
    expect(started).toEqual([1, 2, 3, 4])
    end(3)
    end(4)
    expect(await Promise.all(calls.slice(2))).toEqual([3, 4])
  })

  it('has a queue for each database', () => {
    const { call, started } = openCalls(1)
    void call(1)
    void call(2)
    void call(3, {})
    expect(started).toEqual([1, 3])
  })

  it('rejects calls while 500 wait', async () => {
    const { call } = openCalls(1)
    for (let name = 0; name <= 500; name += 1) void call(name)
    await expect(call(501)).rejects.toThrow(ApiError)
  })
})
