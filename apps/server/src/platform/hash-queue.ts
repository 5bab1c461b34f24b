import { availableParallelism } from 'node:os'
import { Refusal } from './refusal.ts'

/** One core stays free for other requests, and one of libuv's four threads for files and name look-ups. */
const concurrent = Math.max(1, Math.min(3, availableParallelism() - 1))

/** Waiting hashes of one server; with argon2id of today's strength about five seconds on one core. */
export const maxWaiting = 100

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs a password hash as soon as fewer than `concurrent` others run.
 * @throws Refusal unavailable where too many wait already
 */
export async function queueHash<T>(work: () => Promise<T>): Promise<T> {
  if (running < concurrent) running += 1
  else {
    if (waiting.length >= maxWaiting) throw new Refusal('unavailable', { seconds: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The next one takes this place.
    if (next) next()
    else running -= 1
  }
}

const turns = new Map<string, Promise<unknown>>()

/** Runs works of one key one after the other, within this process. */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve()
  const turn = before.then(work, work)
  turns.set(key, turn)
  try {
    return await turn
  } finally {
    if (turns.get(key) === turn) turns.delete(key)
  }
}
