/** Turns for work of which only some may run at the same time. */
export type Turns = {
  /**
   * Waits for a turn, in order of arrival.
   * @param maxWaitMs default: without limit
   * @returns false if the wait was too long; true: the caller has a turn, and has to end it
   */
  take: (maxWaitMs?: number) => Promise<boolean>
  end: () => void
}

/** @param count turns at the same time */
export function openTurns(count: number): Turns {
  // Sets keep the order, and remove one that waited too long without reading the others.
  const waiting = new Set<() => void>()
  let free = count
  return {
    take: async (maxWaitMs) => {
      if (free > 0) {
        free -= 1
        return true
      }
      return new Promise((resolve) => {
        const start = () => {
          clearTimeout(timer)
          waiting.delete(start)
          resolve(true)
        }
        const leave = () => {
          waiting.delete(start)
          resolve(false)
        }
        const timer = maxWaitMs === undefined ? undefined : setTimeout(leave, maxWaitMs)
        waiting.add(start)
      })
    },
    end: () => {
      const [next] = waiting
      if (next) next()
      else free += 1
    },
  }
}
