import { availableParallelism } from 'node:os'
import { ApiError } from '../errors/api-error.ts'

/** One core stays free for other requests, and one of libuv's four threads for files and name look-ups. */
const concurrent = Math.max(1, Math.min(3, availableParallelism() - 1))

/** Waiting hashes of one server, of each kind; with argon2id of today's strength about five seconds on one core. */
export const maxWaiting = 100

/** `known` are a known browser, a session or a mail's link: they wait in a queue that strangers can't fill. */
export type Asker = 'known' | 'stranger'

let running = 0
let last: Asker = 'stranger'
const waiting: Record<Asker, (() => void)[]> = { known: [], stranger: [] }

/** Both queues have their turn alternately. */
function takeNext(): (() => void) | undefined {
  const other = last === 'known' ? 'stranger' : 'known'
  if (waiting[other].length > 0) last = other
  return waiting[last].shift()
}

/**
 * Runs a password hash as soon as fewer than `concurrent` others run.
 * @throws ApiError unavailable where too many of the kind wait already
 */
export async function queueHash<T>(work: () => Promise<T>, asker: Asker = 'stranger'): Promise<T> {
  if (running < concurrent) running += 1
  else {
    if (waiting[asker].length >= maxWaiting) throw new ApiError('unavailable', { seconds: 5 })
    await new Promise<void>((resolve) => waiting[asker].push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = takeNext()
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
