import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openHeavyWork } from './heavy-work.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Work that takes 100 ms, or longer, and notes its start. */
const workOf =
  (started: string[]) =>
  (name: string, ms = 100) =>
  () => {
    started.push(name)
    return new Promise<string>((done) => setTimeout(done, ms, name))
  }

describe('openHeavyWork', () => {
  it('runs everything at once if the portal is not in use', async () => {
    const { run } = openHeavyWork(1)
    const started: string[] = []
    const work = workOf(started)
    const both = Promise.all([run(work('export')), run(work('batch'))])
    expect(started).toEqual(['export', 'batch'])
    await vi.advanceTimersByTimeAsync(100)
    expect(await both).toEqual(['export', 'batch'])
  })

  it('runs one after the other with a pause after a call of a person', async () => {
    const { run, notePersonCall } = openHeavyWork(1)
    const started: string[] = []
    const work = workOf(started)
    notePersonCall()
    const all = Promise.all([run(work('export')), run(work('batch')), run(work('third'))])
    await vi.advanceTimersByTimeAsync(199)
    expect(started).toEqual(['export'])
    await vi.advanceTimersByTimeAsync(1)
    expect(started).toEqual(['export', 'batch'])
    await vi.advanceTimersByTimeAsync(300)
    expect(await all).toEqual(['export', 'batch', 'third'])
  })

  it('continues after work that fails', async () => {
    const { run, notePersonCall } = openHeavyWork(1)
    const started: string[] = []
    notePersonCall()
    const failing = run(() => Promise.reject(new Error('no rows')))
    const next = run(workOf(started)('next'))
    await expect(failing).rejects.toThrow('no rows')
    await vi.advanceTimersByTimeAsync(100)
    expect(await next).toBe('next')
  })

  it('pauses for 200 ms at most, however long the work took', async () => {
    const { run, notePersonCall } = openHeavyWork(1)
    const started: string[] = []
    const work = workOf(started)
    notePersonCall()
    const all = Promise.all([run(work('locked', 1_000)), run(work('next'))])
    await vi.advanceTimersByTimeAsync(1_199)
    expect(started).toEqual(['locked'])
    await vi.advanceTimersByTimeAsync(1)
    expect(started).toEqual(['locked', 'next'])
    await vi.advanceTimersByTimeAsync(100)
    await all
  })

  it('starts after two seconds beside work that does not end', async () => {
    const { run, notePersonCall } = openHeavyWork(1)
    const started: string[] = []
    const work = workOf(started)
    notePersonCall()
    const all = Promise.all([run(work('endless', 60_000)), run(work('next'))])
    await vi.advanceTimersByTimeAsync(1_999)
    expect(started).toEqual(['endless'])
    await vi.advanceTimersByTimeAsync(1)
    expect(started).toEqual(['endless', 'next'])
    await vi.advanceTimersByTimeAsync(60_000)
    await all
  })

  it('runs at once again when the last call of a person is 200 ms ago', async () => {
    const { run, notePersonCall } = openHeavyWork(1)
    const started: string[] = []
    const work = workOf(started)
    notePersonCall()
    const first = run(work('first'))
    await vi.advanceTimersByTimeAsync(99)
    notePersonCall()
    const second = run(work('second'))
    await vi.advanceTimersByTimeAsync(500)
    const [third, fourth] = [run(work('third')), run(work('fourth'))]
    expect(started).toEqual(['first', 'second', 'third', 'fourth'])
    await vi.advanceTimersByTimeAsync(100)
    await Promise.all([first, second, third, fourth])
  })

  it('knows of calls that another thread notes', async () => {
    const [other, { run, useShared }] = [openHeavyWork(1), openHeavyWork(1)]
    useShared(other.share())
    const started: string[] = []
    const work = workOf(started)
    other.notePersonCall()
    const both = Promise.all([run(work('export')), run(work('batch'))])
    expect(started).not.toContain('batch')
    await vi.advanceTimersByTimeAsync(300)
    expect(await both).toEqual(['export', 'batch'])
  })
})
