import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, threadId } from 'node:worker_threads'
import type { StreamTask, Task } from '#server/lib/threads/tasks.ts'

/** Tasks of bulk-thread.test.ts, which are served where this file is the thread's module. */

export const whichThread: Task<string, string> = {
  name: 'which thread',
  run: async (_, text) => `${text} ${threadId}`,
}

export const end: Task<number, string> = {
  name: 'end',
  run: async (_, ms) => {
    await wait(ms)
    process.exit(1)
  },
}

export const fails: Task<null, string> = {
  name: 'fails',
  run: async () => {
    throw Object.assign(new Error('The task fails.'), { code: '55P03' })
  },
}

type Parts = {
  parts: number
  failsAt?: number
  /** Parts that were made, and 1 if the stream has ended. */ seen: Int32Array
}

/** Parts of 100,000 bytes: 0, 1, 2 and so on. */
export const parts: StreamTask<Parts, { part: number }> = {
  name: 'parts',
  open: (_, { parts: count, failsAt, seen }, tell) =>
    Readable.from(
      (async function* () {
        try {
          for (let part = 0; part < count; part += 1) {
            if (part === failsAt) throw new Error('The stream fails.')
            Atomics.store(seen, 0, part + 1)
            tell({ part })
            yield Buffer.alloc(100_000, part)
          }
        } finally {
          Atomics.store(seen, 1, 1)
        }
      })(),
      { objectMode: false },
    ),
}

if (parentPort) {
  const { serveTasks } = await import('#server/lib/threads/serve-tasks.ts')
  serveTasks(parentPort, {
    tasks: [whichThread, end, fails],
    streams: [parts],
    context: {} as never,
    forStreams: {} as never,
    openStandby: () => ({}) as never,
    close: async () => {},
    report: () => {},
  })
}
