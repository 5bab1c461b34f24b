import type { Readable } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'
import type { Db } from '#server/db/database.ts'
import { plainError } from '../errors/describe-error.ts'
import type { FromThread, StreamTask, Task, ToThread } from './tasks.ts'

type Served = {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  tasks: readonly Task<any, unknown>[]
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  streams: readonly StreamTask<any, any>[]
  context: Parameters<Task<unknown, unknown>['run']>[0]
  /** The primary server, for streams: they do not wait for tasks that wait for locks. */
  forStreams: Db
  /** Opens the standby server at its first use. */
  openStandby: () => Db
  /** Closes the databases. */
  close: () => Promise<void>
  report: (error: unknown) => void
}

/** In the bulk thread: does what `BulkThread` asks for. */
export function serveTasks(port: MessagePort, served: Served): void {
  const { tasks, streams, context, forStreams, openStandby, close, report } = served
  const open = new Map<number, { stream: Readable; parts: AsyncIterator<Buffer> }>()
  const answer = (message: FromThread, transferred: ArrayBuffer[] = []) =>
    port.postMessage(message, transferred)

  const run = async (name: string, input: unknown) =>
    tasks.find((task) => task.name === name)?.run(context, input)

  const openStream = (id: number, name: string, input: unknown, db: Db) => {
    const stream = streams
      .find((task) => task.name === name)
      ?.open({ db }, input, (news: unknown) => answer({ id, kind: 'news', news }))
    if (!stream) throw new Error(`There is no task '${name}'.`)
    // Read by `sendNext`, if anyone still asks for it.
    stream.on('error', () => undefined)
    open.set(id, { stream, parts: stream[Symbol.asyncIterator]() })
  }

  const sendNext = async (id: number) => {
    const asked = open.get(id)
    // An aborted one: `null` would end the file as if it were complete.
    if (!asked) return
    const { value, done } = await asked.parts.next()
    if (done) open.delete(id)
    // A copy: Node's buffers share memory, which is not transferable.
    const bytes = done ? null : new Uint8Array(value)
    answer({ id, kind: 'bytes', bytes }, bytes ? [bytes.buffer] : [])
  }

  const receive = async (message: ToThread): Promise<void> => {
    if (message.kind === 'close') {
      await close().finally(() => port.close())
      return
    }
    const { id } = message
    if (message.kind === 'abort') {
      open.get(id)?.stream.destroy()
      open.delete(id)
      return
    }
    if (message.kind === 'more') return sendNext(id)
    if (message.kind === 'open')
      return openStream(id, message.task, message.input, message.fromStandby ? openStandby() : forStreams)
    answer({ id, kind: 'done', result: await run(message.task, message.input) })
  }

  port.on('message', (message: ToThread) => {
    receive(message).catch((error: unknown) => {
      if (message.kind === 'close') return report(error)
      open.delete(message.id)
      answer({ id: message.id, kind: 'failed', error: plainError(error) })
    })
  })
}
