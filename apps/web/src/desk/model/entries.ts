import { maxEntryAgeMs } from '@portal/contract/desk/desk-limits.ts'
import type { EntryKind, EntryResult, SentDeskEntry } from '@portal/contract/desk/desk.ts'
import { newSubmission } from '#web/lib/submission.ts'
import { add, readAll, remove, write } from './database.ts'
import { storeOf } from './store.ts'

/** What a person enters. `points`: estimated from the rates. `who`: name or code, for the list. */
export type NewEntry = {
  kind: EntryKind
  who: string
  card?: string
  sticker?: string
  material?: string
  items?: number
  litres?: number
  points: number | null
}

/**
 * An entry on the device. Its reference is chosen before it is first sent, so that the server counts it once. `unsent`:
 * waits for the network. `done`: when the server answered, in ms.
 */
export type Entry = NewEntry & {
  reference: string
  /** Number of the device that recorded it. */
  device: number
  at: string
  state: 'unsent' | EntryResult['state']
  code: string | null
  params?: EntryResult['params']
  /** Whether the same entry will always be refused. */
  final?: boolean
  done?: number
}

/** At most 15 kB, with long Greek materials: a mobile network may be slow. */
const batchSize = 30
/** Accepted entries stay in the list for so long. */
const keptMs = 12 * 60 * 60 * 1000

/** The entries of this device, newest first. */
export const entries = storeOf<readonly Entry[]>([])

export const isUnsent = ({ state }: Entry): boolean => state === 'unsent'
export const isRefused = ({ state }: Entry): boolean => state === 'refused'

const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('desk-entries')
others?.addEventListener('message', () => void load())

/** Reads the entries; removes those that were accepted long ago. */
export async function load(): Promise<void> {
  const all = await readAll<Entry>()
  const isOld = ({ done, state }: Entry) =>
    done !== undefined && state !== 'refused' && Date.now() - done > keptMs
  const old = all.filter(isOld)
  if (old.length > 0) await remove(old.map(({ reference }) => reference))
  entries.set(all.filter((entry) => !isOld(entry)).sort((one, other) => (one.at < other.at ? 1 : -1)))
}

async function changed() {
  await load()
  others?.postMessage('changed')
}

/**
 * Keeps an entry on the device. When it resolves, neither closing the page nor an empty battery loses it.
 * @param when in ms by this device's clock
 */
export async function record(device: number, given: NewEntry, when = Date.now()): Promise<Entry> {
  const at = new Date(when).toISOString()
  const entry: Entry = { ...given, reference: newSubmission(), device, at, state: 'unsent', code: null }
  await add(entry)
  await changed()
  return entry
}

/** Removes an entry from the list: what was refused stays until a person has seen it. */
export async function dismiss(reference: string): Promise<void> {
  await remove([reference])
  await changed()
}

/** Sends a refused entry again, if the reason may be gone, such as a missing rate. */
export async function sendAgain(entry: Entry): Promise<void> {
  const { done: _, ...rest } = entry
  await write([{ ...rest, state: 'unsent', code: null }])
  await changed()
}

function sentForm({ reference, kind, card, sticker, material, items, litres, at }: Entry): SentDeskEntry {
  return {
    reference,
    kind,
    at,
    ...(card !== undefined && { card }),
    ...(sticker !== undefined && { sticker }),
    ...(material !== undefined && { material }),
    ...(items !== undefined && { items }),
    ...(litres !== undefined && { litres }),
  }
}

/** The entry with the server's answer. Of what was accepted, the person is forgotten. */
function answered(entry: Entry, { state, points, code, params, final }: EntryResult): Entry {
  const result = { state, code, ...(params && { params }), final: final !== false, done: Date.now() }
  if (state === 'refused') return { ...entry, ...result }
  const { card: _, ...rest } = entry
  return {
    ...rest,
    who: entry.sticker === undefined ? '' : entry.who,
    points: points ?? entry.points,
    ...result,
  }
}

const isTooOld = ({ at }: Entry) => Date.now() - Date.parse(at) > maxEntryAgeMs
/** The server had no time for it: it is sent again without anybody's decision. */
const isPending = ({ code }: EntryResult) =>
  code !== null && /^(throttled|unavailable|server_fault)$/.test(code)

export type Send = (body: {
  sent_at: string
  entries: SentDeskEntry[]
}) => Promise<{ results: EntryResult[] }>

/** Runs `work` when no other tab of this browser does: two would send the same entries. */
const alone = (work: () => Promise<void>): Promise<void> =>
  // Undefined without https, despite its type. The server counts a reference once in any case.
  (navigator.locks as LockManager | undefined)?.request('desk-entries', work) ?? work()

/**
 * Sends the entries of the device that wait, oldest first, and keeps the answers.
 * @throws as `send`; what was not answered then still waits
 */
export const sendUnsent = (device: number, send: Send): Promise<void> =>
  alone(async () => {
    // Read within the lock: another tab may have sent them.
    const waiting = (await readAll<Entry>())
      .filter((entry) => isUnsent(entry) && entry.device === device)
      .sort((one, other) => (one.at < other.at ? -1 : 1))
    const late = waiting.filter(isTooOld)
    const tooOld = { points: null, reference: null, state: 'refused', code: 'entry_too_old' } as const
    if (late.length > 0) await write(late.map((entry) => answered(entry, tooOld)))
    const rest = waiting.filter((entry) => !isTooOld(entry))
    try {
      for (let from = 0; from < rest.length; from += batchSize) {
        const batch = rest.slice(from, from + batchSize)
        const { results } = await send({ sent_at: new Date().toISOString(), entries: batch.map(sentForm) })
        await write(
          batch.flatMap((entry) => {
            const result = results.find(({ reference }) => reference === entry.reference)
            return result && !isPending(result) ? [answered(entry, result)] : []
          }),
        )
      }
    } finally {
      if (waiting.length > 0) await changed()
    }
  })
