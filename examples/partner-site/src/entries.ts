import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { type Points, Refused } from './points.ts'

/** A delivery, a coupon, or a coupon's cancellation, as the site keeps it. `reference` is its name at the portal. */
export type Entry = {
  reference: string
  sub: string
  kind: 'delivery' | 'coupon' | 'cancellation'
  happenedAt: string
  /** Of the coupon: what the shop reads. Shown only once the points are paid. */
  coupon?: string
  /** Of the cancellation: the coupon's reference. */
  cancels?: string
  /** 'sent': on its way, or its answer was lost. */
  state: 'sent' | 'recorded' | 'refused'
  points?: number
  /** Why it was refused: the portal's code, or its words. */
  why?: string
}

/** What a coupon costs. */
export const couponPoints = 30

/**
 * All that the site has sent or is about to send. Each entry is on disk before it leaves: whatever breaks, the next try
 * sends the same reference with the same content, and the portal makes one record of them.
 * @param journal a file with one entry a line; a later line of the same reference stands for the earlier one
 */
export function openEntries(journal: string, points: Points) {
  const kept = new Map<string, Entry>()
  if (existsSync(journal))
    for (const line of readFileSync(journal, 'utf8').split('\n'))
      // A line that a power cut has left half is of an entry that was never sent.
      try {
        const entry = JSON.parse(line) as Entry
        kept.set(entry.reference, entry)
      } catch {
        continue
      }
  const file = openSync(journal, 'a', 0o600)
  // Begins with a line's end: a half line before it spoils nothing.
  const keep = (entry: Entry): Entry => {
    writeSync(file, `\n${JSON.stringify(entry)}`)
    fsyncSync(file)
    kept.set(entry.reference, entry)
    return entry
  }

  function send({ kind, reference, sub, happenedAt, coupon, cancels = '' }: Entry) {
    const common = { reference, participant: { sub }, happened_at: happenedAt }
    if (kind === 'delivery')
      return points.record({
        ...common,
        description: 'oil_collected',
        // The portal computes the points, by the rate of the day.
        measure: { litres: 2 },
        details: { collection_point: 'Δοκιμαστικός ιστότοπος' },
      })
    if (kind === 'coupon')
      return points.record({
        ...common,
        description: 'coupon_created',
        points: -couponPoints,
        details: { coupon },
      })
    return points.reverse({
      reference: cancels,
      reversal_reference: reference,
      happened_at: happenedAt,
      as: 'coupon_cancelled',
    })
  }

  /** Sends an entry whose answer isn't known, and keeps the answer. Without one, it stays as it is. */
  async function settle(entry: Entry): Promise<Entry> {
    if (entry.state !== 'sent') return entry
    try {
      const { points: given } = await send(entry)
      return keep({ ...entry, state: 'recorded', ...(given !== undefined && { points: given }) })
    } catch (fault) {
      if (fault instanceof Refused)
        return keep({ ...entry, state: 'refused', why: fault.code ?? fault.message })
      console.error(`${entry.reference}: ${String(fault)}`)
      return entry
    }
  }

  return {
    /** Begins an entry, or goes on with the one of this reference: a form that is sent twice is one entry. */
    settle: (entry: Entry): Promise<Entry> => settle(kept.get(entry.reference) ?? keep(entry)),
    find: (reference: string): Entry | undefined => kept.get(reference),
    /** Somebody's entries, the latest first. */
    listOf: (sub: string): Entry[] => [...kept.values()].filter((entry) => entry.sub === sub).toReversed(),
    close: () => closeSync(file),
  }
}
