import { buffer } from 'node:stream/consumers'
import { threadId } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { end, fails, parts, whichThread } from '#test/bulk-tasks.ts'
import { until } from '#test/until.ts'
import { type BulkThread, openBulkThread } from './bulk-thread.ts'

const tasks = new URL('../../../test/bulk-tasks.ts', import.meta.url)

let thread: BulkThread
let reported: Error[]
beforeEach(() => {
  reported = []
  thread = openBulkThread(tasks, {}, (error) => reported.push(error))
})
afterEach(async () => {
  vi.useRealTimers()
  await thread.close()
})

const open = (input: { parts: number; failsAt?: number }) => {
  const seen = new Int32Array(new SharedArrayBuffer(8))
  const news: number[] = []
  const stream = thread.open(
    parts,
    { ...input, seen },
    { fromStandby: false, tell: ({ part }) => news.push(part) },
  )
  if (!stream) throw new Error('There is no thread.')
  return { stream, news, made: () => Atomics.load(seen, 0), hasEnded: () => Atomics.load(seen, 1) === 1 }
}

describe('openBulkThread', () => {
  it('runs tasks in another thread, several at a time', async () => {
    const both = await Promise.all([thread.run(whichThread, 'a'), thread.run(whichThread, 'b')])
    expect(both.map((text) => text?.split(' ')[0])).toEqual(['a', 'b'])
    expect(both[0]).not.toBe(`a ${threadId}`)
  })

  it('throws the error of a task with its code, and remains', async () => {
    await expect(thread.run(fails, null)).rejects.toMatchObject({ message: 'The task fails.', code: '55P03' })
    expect(await thread.run(whichThread, 'a')).toMatch(/^a /)
  })

  it('passes the bytes of a stream on, and the news before them', async () => {
    const { stream, news } = open({ parts: 30 })
    const bytes = await buffer(stream)
    expect(bytes.length).toBe(3_000_000)
    expect(Array.from({ length: 30 }, (_, part) => bytes[part * 100_000 + 50_000])).toEqual(news)
    expect(news).toEqual([...Array(30).keys()])
  })

  it('makes a stream only as fast as it is read, and ends it if it is destroyed', async () => {
    const { stream, made, hasEnded } = open({ parts: 1_000 })
    stream.once('readable', () => undefined)
    await until(() => made() > 0)
    await thread.run(whichThread, 'later')
    expect(made()).toBeLessThan(20)
    expect(hasEnded()).toBe(false)
    stream.destroy()
    await until(hasEnded)
    expect(made()).toBeLessThan(20)
  })

  it('destroys a stream that fails, after what could be read', async () => {
    const { stream, news } = open({ parts: 5, failsAt: 2 })
    await expect(buffer(stream)).rejects.toThrow('The stream fails.')
    expect(news).toEqual([0, 1])
  })

  it('leaves tasks to the main thread after the thread has ended, and starts another one ten seconds later', async () => {
    await thread.run(whichThread, 'starts')
    vi.useFakeTimers({ toFake: ['performance'] })
    const { stream } = open({ parts: 1_000 })
    const bytes = buffer(stream).catch(({ message }: Error) => message)
    const ended = thread.run(end, 0)
    expect(await ended).toBeUndefined()
    expect(await bytes).toBe('The bulk thread has ended.')
    expect(await thread.run(whichThread, 'a')).toBeUndefined()
    expect(() => open({ parts: 1 })).toThrow('There is no thread.')
    vi.advanceTimersByTime(10_000)
    expect(await thread.run(whichThread, 'a')).toMatch(/^a /)
  })

  it('reports a module that cannot be loaded', async () => {
    const broken = openBulkThread(new URL('./missing.ts', import.meta.url), {}, (error) =>
      reported.push(error),
    )
    expect(await broken.run(whichThread, 'a')).toBeUndefined()
    expect(reported).toMatchObject([{ code: expect.stringContaining('MODULE_NOT_FOUND') as string }])
  })

  it('starts no thread after close', async () => {
    await thread.run(whichThread, 'starts')
    await thread.close()
    expect(await thread.run(whichThread, 'a')).toBeUndefined()
  })
})
