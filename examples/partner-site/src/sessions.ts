import { randomBytes } from 'node:crypto'
import type { Journey, SignedIn } from './sign-in.ts'

const newId = () => randomBytes(32).toString('base64url')

/** In-memory store by random id, with expiry. */
function createStore<T>(ttlMs: number) {
  const items = new Map<string, { item: T; until: number }>()
  const clean = () => {
    for (const [id, { until }] of items) if (until < Date.now()) items.delete(id)
  }
  return {
    put: (item: T): string => {
      clean()
      const id = newId()
      items.set(id, { item, until: Date.now() + ttlMs })
      return id
    },
    get: (id: string | undefined): T | undefined => {
      clean()
      return items.get(id ?? '')?.item
    },
    remove: (id: string | undefined) => items.delete(id ?? ''),
    removeAll: (isMeant: (item: T) => boolean) => {
      for (const [id, { item }] of items) if (isMeant(item)) items.delete(id)
    },
  }
}

const hour = 3_600_000

/** Pending sign-ins and sessions. A real site stores both in its database. */
export const openSessions = () => ({
  journeys: createStore<Journey>(hour),
  signedIn: createStore<SignedIn>(12 * hour),
})
