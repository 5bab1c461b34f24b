import type { Readable } from 'node:stream'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '../time/clock.ts'
import type { Config } from '../config/config.ts'

/** Work that the bulk thread can do. Input and result are cloned (structured clone); `run` has to be listed in bulk.ts. */
export type Task<Input, Result> = {
  name: string
  run: (context: { db: Db; clock: Clock; config: Config }, input: Input) => Promise<Result>
}

/** As `Task`, with bytes as its result. `tell` sends news, which are cloned, before the bytes that follow. */
export type StreamTask<Input, News> = {
  name: string
  open: (context: { db: Db }, input: Input, tell: (news: News) => void) => Readable
}

/** Messages of the main thread. `more` asks for the next bytes of a stream. */
export type ToThread =
  | { kind: 'run'; id: number; task: string; input: unknown }
  | { kind: 'open'; id: number; task: string; input: unknown; fromStandby: boolean }
  | { kind: 'more'; id: number }
  | { kind: 'abort'; id: number }
  | { kind: 'close' }

/** Messages of the bulk thread. `bytes`: null at the end of the stream. */
export type FromThread =
  | { id: number; kind: 'done'; result: unknown }
  | { id: number; kind: 'bytes'; bytes: Uint8Array | null }
  | { id: number; kind: 'news'; news: unknown }
  | { id: number; kind: 'failed'; error: Record<string, unknown> }
