import { isUnavailable } from '#server/db/unavailable-errors.ts'

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** Returns one result per item, in their order. */
type Work<Item, Result> = (items: [Item, ...Item[]]) => Promise<Result[]>

/** Items that wait for a group, and the number of running groups, of one key. */
type Queue<Item, Result> = {
  waiting: Waiting<Item, Result>[]
  running: number
  timer: NodeJS.Timeout | undefined
}

/** A group that waits for a lock must not hold up the items after it for longer. */
const maxWaitMs = 20
const maxItems = 100

/** Whether an error of a group would be that of each item: the database is unavailable, other than by a lock. */
const isOfAll = (error: unknown) =>
  isUnavailable(error) && !['55P03', '40P01'].includes((error as { code?: string }).code ?? '')

/** Runs `work` for a group; if it rejects, again for each item alone. */
async function run<Item, Result>(work: Work<Item, Result>, group: Waiting<Item, Result>[]): Promise<void> {
  const [first, ...others] = group
  if (!first) return
  try {
    const results = await work([first.item, ...others.map(({ item }) => item)])
    for (const [place, { resolve }] of group.entries()) resolve(results[place] as Result)
  } catch (error) {
    if (others.length === 0 || isOfAll(error)) for (const { reject } of group) reject(error)
    else await Promise.all(group.map((one) => run(work, [one])))
  }
}

/**
 * Combines calls that arrive in the same two turns of the event loop. None waits for another group. With eight clients the
 * second turn makes groups of 7 instead of 5, and of 7 instead of 2 if each call then waits for a longer statement.
 * @param work as that of `grouped`, for calls with the same owner, such as a database
 */
export function perTurn<Owner extends object, Item, Result>(
  work: (owner: Owner, items: [Item, ...Item[]]) => Promise<Result[]>,
): (owner: Owner, item: Item) => Promise<Result> {
  const waiting = new WeakMap<Owner, Waiting<Item, Result>[]>()
  const start = (owner: Owner) => {
    const all = waiting.get(owner) ?? []
    waiting.delete(owner)
    for (let from = 0; from < all.length; from += maxItems)
      void run((items) => work(owner, items), all.slice(from, from + maxItems))
  }
  return (owner, item) =>
    new Promise<Result>((resolve, reject) => {
      const one = { item, resolve, reject }
      const others = waiting.get(owner)
      if (others) others.push(one)
      else {
        waiting.set(owner, [one])
        setImmediate(() => setImmediate(start, owner))
      }
    })
}

/**
 * Combines concurrent calls, so that they share transactions and round trips: those that arrive while a group of the same key
 * runs form the next one. Without a running group there is no delay.
 * @param keyOf only items with the same key are combined
 * @param work if it rejects, it runs again for each item alone, so that an item that fails does not affect the others; not if
 * the database is unavailable
 */
export function grouped<Item, Result>(
  keyOf: (item: Item) => string,
  work: Work<Item, Result>,
): (item: Item) => Promise<Result> {
  const queues = new Map<string, Queue<Item, Result>>()

  const start = async (key: string, queue: Queue<Item, Result>): Promise<void> => {
    clearTimeout(queue.timer)
    queue.timer = undefined
    const group = queue.waiting.splice(0, maxItems)
    if (queue.waiting.length > 0) queue.timer = setTimeout(start, maxWaitMs, key, queue)
    if (group.length > 0) {
      queue.running += 1
      await run(work, group)
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
