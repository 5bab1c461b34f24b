import { availableParallelism } from 'node:os'
import { openTurns } from './turns.ts'

/** A call of a person within this time: others follow, such as the four of a landing page. */
const recentMs = 200
/**
 * Pause after each piece of work, as a share of its duration. On two cores, the p99 of landing pages beside an export and
 * batches is 2.7 times the quiet one without turns, 2.6 without pauses, 1.5 with 0.5, and 1.1 with 1 (decision 035).
 */
const pauseShare = 1
/** Work that waits long for a lock must not delay the others as long again. */
const maxPauseMs = 200
/** Starts anyway after this wait, so that no one is held up by work that does not end. */
const maxWaitMs = 2_000

export type HeavyWork = {
  /** Notes a call of a person, for whom one core remains free. */
  notePersonCall: () => void
  /** Whether a person has called within 200 ms. */
  isInUse: () => boolean
  /** Memory with the time of the last call, for another thread. */
  share: () => SharedArrayBuffer
  /** In another thread: uses the memory of `share`. */
  useShared: (buffer: SharedArrayBuffer) => void
  /** Runs work that keeps a core of the database busy: at once, or in its turn while people use the portal. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** Milliseconds on the clock that all threads share. */
const now = () => performance.timeOrigin + performance.now()

/** @param count pieces of work that run at the same time while people use the portal */
export function openHeavyWork(count: number): HeavyWork {
  const turns = openTurns(count)
  let personCalls = new Float64Array(new SharedArrayBuffer(8)).fill(-Infinity)
  const isInUse = () => now() - (personCalls[0] ?? 0) <= recentMs
  return {
    isInUse,
    notePersonCall: () => {
      personCalls[0] = now()
    },
    share: () => personCalls.buffer,
    useShared: (buffer) => {
      personCalls = new Float64Array(buffer)
    },
    run: async (work) => {
      if (!isInUse()) return work()
      if (!(await turns.take(maxWaitMs))) return work()
      const startedAt = performance.now()
      try {
        return await work()
      } finally {
        const pauseMs = Math.min(maxPauseMs, (performance.now() - startedAt) * pauseShare)
        setTimeout(turns.end, pauseMs).unref()
      }
    },
  }
}

/** Of this thread: reads of exports and large batches of partners. One core remains for people's calls. */
export const heavyWork = openHeavyWork(Math.max(1, availableParallelism() - 1))
