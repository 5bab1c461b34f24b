import { availableParallelism } from 'node:os'
import { ApiError } from '../errors/api-error.ts'

/**
 * All cores, so that sign-ins wait only for hashes; other requests share them by the kernel's scheduler. Leaves one of
 * libuv's four threads for file access and DNS lookups.
 */
const concurrencyOf = (processes: number) =>
  Math.min(3, Math.max(1, Math.floor(availableParallelism() / processes)))
let maxConcurrent = concurrencyOf(1)

/** Maximum waiting hashes per queue: about five seconds of argon2id on one core. */
export const maxWaiting = 100
let maxWaitingHere = maxWaiting

/** Divides the machine's hashes and the queue among the processes of a server. */
export function divideHashing(processes: number): void {
  maxConcurrent = concurrencyOf(processes)
  maxWaitingHere = Math.ceil(maxWaiting / processes)
}

/**
 * `known`: requests with a known browser, a session or a link from a mail; `staff`: such requests of staff. Each kind has
 * a queue that the others cannot fill.
 */
const askers = ['staff', 'known', 'stranger'] as const
export type Asker = (typeof askers)[number]

/** The kind of a request with a known browser, a session or a link from a mail. */
export const askerOf = ({ isStaff }: { isStaff: boolean }): Asker => (isStaff ? 'staff' : 'known')

let running = 0
let last = 0
const waiting: Record<Asker, (() => void)[]> = { staff: [], known: [], stranger: [] }

/** Takes from the queues in turn. */
function takeNext(): (() => void) | undefined {
  for (let n = 0; n < askers.length; n += 1) {
    last = (last + 1) % askers.length
    const next = waiting[askers[last] ?? 'stranger'].shift()
    if (next) return next
  }
  return undefined
}

/**
 * Runs a password hash when fewer than `maxConcurrent` others are running.
 * @throws ApiError unavailable if the queue is full
 */
export async function queueHash<T>(work: () => Promise<T>, asker: Asker = 'stranger'): Promise<T> {
  if (running < maxConcurrent) running += 1
  else {
    if (waiting[asker].length >= maxWaitingHere) throw new ApiError('unavailable', { seconds: 5 })
    await new Promise<void>((resolve) => waiting[asker].push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = takeNext()
    // The next hash takes this slot, so `running` does not change.
    if (next) next()
    else running -= 1
  }
}

const turns = new Map<string, Promise<unknown>>()

/** Key of `oneAtATime` for the hashes of one account: it never has two in a queue, so that no account can fill one. */
export const hashesOf = ({ id }: { id: number }): string => `account ${id}`

/** Serializes `work` by key within this process. */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve()
  const turn = before.then(work, work)
  turns.set(key, turn)
  try {
    return await turn
  } finally {
    if (turns.get(key) === turn) turns.delete(key)
  }
}
