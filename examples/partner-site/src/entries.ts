import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { type Points, PortalError } from './points.ts'

/** A delivery, a coupon, or a coupon's cancellation, as stored by the site. `reference` is its id at the portal. */
export type Entry = {
  reference: string
  sub: string
  kind: 'delivery' | 'coupon' | 'cancellation'
  happenedAt: string
  /** Coupons only: the code for the shop. Shown once the points are paid. */
  coupon?: string
  /** Cancellations only: the coupon's reference. */
  cancels?: string
  /** 'sent': pending, or its response was lost. */
  state: 'sent' | 'recorded' | 'refused'
  points?: number
  /** Reason of the error: the portal's code, or its message. */
  why?: string
}

/** Price of a coupon. */
export const couponPoints = 30

/**
 * Everything that the site has sent or is about to send. Each entry is written to disk before it is sent: after any
 * failure, the retry sends the same reference with the same content, and the portal records it once.
 * @param journal a file with one entry per line; a later line of the same reference replaces the earlier one
 */
export function openEntries(journal: string, points: Points) {
  const kept = new Map<string, Entry>()
  if (existsSync(journal))
    for (const line of readFileSync(journal, 'utf8').split('\n'))
      // A line truncated by a power failure belongs to an entry that was never sent.
      try {
        const entry = JSON.parse(line) as Entry
        kept.set(entry.reference, entry)
      } catch {
        continue
      }
  const file = openSync(journal, 'a', 0o600)
  // Starts with a line break, in case the previous line is truncated.
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
        // The portal shows it to the visitor, too.
        coupon: { code: coupon, title: 'Έκπτωση 5 €', shop: 'Δοκιμαστικός ιστότοπος' },
      })
    return points.reverse({
      reference: cancels,
      reversal_reference: reference,
      happened_at: happenedAt,
      as: 'coupon_cancelled',
    })
  }

  /** Sends an entry with unknown result and stores the result. Without a response the entry is unchanged. */
  async function settle(entry: Entry): Promise<Entry> {
    if (entry.state !== 'sent') return entry
    try {
      const { points: given } = await send(entry)
      return keep({ ...entry, state: 'recorded', ...(given !== undefined && { points: given }) })
    } catch (error) {
      if (error instanceof PortalError)
        return keep({ ...entry, state: 'refused', why: error.code ?? error.message })
      console.error(`${entry.reference}: ${String(error)}`)
      return entry
    }
  }

  return {
    /** Creates an entry, or continues the one with this reference: a form submitted twice is one entry. */
    settle: (entry: Entry): Promise<Entry> => settle(kept.get(entry.reference) ?? keep(entry)),
    find: (reference: string): Entry | undefined => kept.get(reference),
    /** Entries of a user, latest first. */
    listOf: (sub: string): Entry[] => [...kept.values()].filter((entry) => entry.sub === sub).toReversed(),
    close: () => closeSync(file),
  }
}
