import { setImmediate } from 'node:timers/promises'

/** Items between the turns of other calls: each takes some microseconds. */
const itemsPerTurn = 200

/** Like `items.map(work)`, but gives other calls their turn in between. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    if (items.length > itemsPerTurn && results.length % itemsPerTurn === 0) await setImmediate()
    results.push(work(item))
  }
  return results
}
