import { isUnavailable } from '#server/db/unavailable-errors.ts'

/** Items that wait for a group, and the number of running groups, of one key. */
type Queue<Item, Result> = {
  waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[]
  running: number
  timer: NodeJS.Timeout | undefined
}

/** A group that waits for a lock must not hold up the items after it for longer. */
const maxWaitMs = 20
const maxItems = 100

/** Whether an error of a group would be that of each item: the database is unavailable, other than by a lock. */
const isOfAll = (error: unknown) =>
  isUnavailable(error) && !['55P03', '40P01'].includes((error as { code?: string }).code ?? '')

/**
 * Combines concurrent calls, so that they share transactions and round trips: those that arrive while a group of the same key
 * runs form the next one. Without a running group there is no delay.
 * @param keyOf only items with the same key are combined
 * @param work returns one result per item, in their order. If it rejects, it runs again for each item alone, so that an item
 * that fails does not affect the others; not if the database is unavailable
 */
export function grouped<Item, Result>(
  keyOf: (item: Item) => string,
  work: (items: [Item, ...Item[]]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  type Waiting = Queue<Item, Result>['waiting'][number]
  const queues = new Map<string, Queue<Item, Result>>()

  const run = async (group: Waiting[]): Promise<void> => {
    const [first, ...others] = group
    if (!first) return
    try {
      const results = await work([first.item, ...others.map(({ item }) => item)])
      for (const [place, { resolve }] of group.entries()) resolve(results[place] as Result)
    } catch (error) {
      if (others.length === 0 || isOfAll(error)) for (const { reject } of group) reject(error)
      else await Promise.all(group.map((one) => run([one])))
    }
  }
  const start = async (key: string, queue: Queue<Item, Result>): Promise<void> => {
    clearTimeout(queue.timer)
    queue.timer = undefined
    const group = queue.waiting.splice(0, maxItems)
    if (queue.waiting.length > 0) queue.timer = setTimeout(start, maxWaitMs, key, queue)
    if (group.length > 0) {
      queue.running += 1
      await run(group)
      queue.running -= 1
      void start(key, queue)
    } else if (queue.running === 0) queues.delete(key)
  }
  return (item) =>
    new Promise<Result>((resolve, reject) => {
      const key = keyOf(item)
      const queue = queues.get(key) ?? { waiting: [], running: 0, timer: undefined }
      queues.set(key, queue)
      queue.waiting.push({ item, resolve, reject })
      if (queue.waiting.length > 1) return
      // After the calls that have arrived at the same time were read.
      if (queue.running === 0) setImmediate(start, key, queue)
      else queue.timer = setTimeout(start, maxWaitMs, key, queue)
    })
}
