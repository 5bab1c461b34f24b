import { randomBytes } from 'node:crypto'
import type { Journey, SignedIn } from './sign-in.ts'

const newId = () => randomBytes(32).toString('base64url')

/** Things by a random name, each for so long. */
function openShelf<T>(lasts: number) {
  const things = new Map<string, { thing: T; until: number }>()
  const clean = () => {
    for (const [id, { until }] of things) if (until < Date.now()) things.delete(id)
  }
  return {
    put: (thing: T): string => {
      clean()
      const id = newId()
      things.set(id, { thing, until: Date.now() + lasts })
      return id
    },
    get: (id: string | undefined): T | undefined => {
      clean()
      return things.get(id ?? '')?.thing
    },
    remove: (id: string | undefined) => things.delete(id ?? ''),
    removeAll: (isMeant: (thing: T) => boolean) => {
      for (const [id, { thing }] of things) if (isMeant(thing)) things.delete(id)
    },
  }
}

const hour = 3_600_000

/** Who is on the way to the portal, and who is signed in here. A real site keeps both in its database. */
export const openSessions = () => ({
  journeys: openShelf<Journey>(hour),
  signedIn: openShelf<SignedIn>(12 * hour),
})
