import { ApiError } from '../errors/api-error.ts'

/** Calls that wait at most: further ones are rejected, as by a pool without free connections. */
const maxWaiting = 500

type Queue = { running: number; waiting: (() => void)[] }

/**
 * Limits how many calls run at the same time; the others wait in the order in which they came, also if their caller has
 * left. Each database has a queue of its own, so that one that does not answer holds up no other.
 * @returns runs a call; throws ApiError unavailable if 500 others wait
 */
export function atATime(max: number): <T>(db: object, work: () => Promise<T>) => Promise<T> {
  const queues = new WeakMap<object, Queue>()
  return async (db, work) => {
    const queue = queues.get(db) ?? { running: 0, waiting: [] }
    queues.set(db, queue)
    if (queue.running < max) queue.running += 1
    else {
      if (queue.waiting.length >= maxWaiting) throw new ApiError('unavailable', { seconds: 5 })
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      // The next call takes this place, so `running` does not change.
      if (next) next()
      else queue.running -= 1
    }
  }
}
