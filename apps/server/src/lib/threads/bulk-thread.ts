import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { FromThread, StreamTask, Task, ToThread } from './tasks.ts'

/** Exports and large batches run in a thread of their own, so that people's calls do not wait for them (decision 036). */
export type BulkThread = {
  /**
   * @returns undefined if there is no thread, or it ended before its answer, or the task returned undefined: the caller does it
   * @throws the task's error
   */
  run: <Input, Result>(task: Task<Input, Result>, input: Input) => Promise<Result | undefined>
  /** @returns undefined if there is no thread: the caller does it. Destroying the stream aborts the task */
  open: <Input, News>(
    task: StreamTask<Input, News>,
    input: Input,
    options: { fromStandby: boolean; tell: (news: News) => void },
  ) => Readable | undefined
  close: () => Promise<void>
}

/** Milliseconds after the end of a thread in which its tasks run in the main thread. */
const pauseMs = 10_000
/** Milliseconds for a thread to close its connections. */
const closeMs = 5_000

/**
 * Starts the thread with its first task, and again after it has ended.
 * @param file module that calls `serveTasks`
 * @param data its `workerData`
 * @param report receives the error that ended a thread
 */
export function openBulkThread(
  file: URL,
  data: Record<string, unknown>,
  report: (error: Error) => void,
): BulkThread {
  let thread: Worker | undefined
  let isClosed = false
  let startsAt = 0
  let lastId = 0
  /** Receivers of a task's messages; undefined: the thread has ended. */
  const receivers = new Map<number, (message: FromThread | undefined) => void>()

  const start = (): Worker | undefined => {
    if (thread || isClosed || performance.now() < startsAt) return thread
    let started: Worker
    try {
      started = new Worker(file, { workerData: data, name: 'bulk' })
    } catch (error) {
      startsAt = performance.now() + pauseMs
      report(error as Error)
      return undefined
    }
    thread = started
    started.on('message', (message: FromThread) => receivers.get(message.id)?.(message))
    started.on('error', report)
    started.once('exit', () => {
      thread = undefined
      startsAt = performance.now() + pauseMs
      const left = [...receivers.values()]
      receivers.clear()
      for (const receive of left) receive(undefined)
    })
    return started
  }

  return {
    run: <Input, Result>({ name }: Task<Input, Result>, input: Input) =>
      new Promise<Result | undefined>((resolve, reject) => {
        const started = start()
        if (!started) return resolve(undefined)
        const id = (lastId += 1)
        receivers.set(id, (message) => {
          receivers.delete(id)
          if (message?.kind === 'failed') reject(errorOf(message.error))
          else resolve(message?.kind === 'done' ? (message.result as Result) : undefined)
        })
        send(started, { kind: 'run', id, task: name, input })
      }),
    open: <Input, News>(
      { name }: StreamTask<Input, News>,
      input: Input,
      { fromStandby, tell }: { fromStandby: boolean; tell: (news: News) => void },
    ) => {
      const started = start()
      if (!started) return undefined
      const id = (lastId += 1)
      const stream = new Readable({
        read: () => send(started, { kind: 'more', id }),
        destroy: (error, done) => {
          if (receivers.delete(id)) send(started, { kind: 'abort', id })
          done(error)
        },
      })
      receivers.set(id, (message) => {
        if (message?.kind === 'news') tell(message.news as News)
        else if (message?.kind === 'bytes') stream.push(message.bytes)
        else if (message?.kind === 'failed') stream.destroy(errorOf(message.error))
        else stream.destroy(new Error('The bulk thread has ended.'))
      })
      send(started, { kind: 'open', id, task: name, input, fromStandby })
      return stream
    },
    close: async () => {
      isClosed = true
      const ending = thread
      if (!ending) return
      const ended = new Promise((done) => ending.once('exit', done))
      send(ending, { kind: 'close' })
      const timer = setTimeout(() => void ending.terminate(), closeMs)
      await ended
      clearTimeout(timer)
    },
  }
}

/** The error of `plainError`. */
const errorOf = (plain: Record<string, unknown>) => Object.assign(new Error(String(plain['message'])), plain)

const send = (thread: Worker, message: ToThread) => thread.postMessage(message)
