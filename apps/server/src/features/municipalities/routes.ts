import { listMunicipalities } from '@portal/contract/municipalities.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import * as queries from './queries.ts'

/**
 * Milliseconds until the table is read again: its floor of speed is 0.4 of a constant, and a bare handler with one statement
 * has 0.3.
 */
const maxAgeMs = 1_000

export const municipalityRoutes: Routes = (scope, { db }) => {
  let readAt = -Infinity
  let reading: ReturnType<typeof queries.listMunicipalities>
  const list = () => {
    if (performance.now() - readAt > maxAgeMs) {
      readAt = performance.now()
      reading = queries.listMunicipalities(db)
      // The next call tries again.
      reading.catch(() => (readAt = -Infinity))
    }
    return reading
  }
  handle(scope, listMunicipalities, async () => (await list()).map(toWire), { etag: true })
}
