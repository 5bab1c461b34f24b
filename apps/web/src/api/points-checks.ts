import type { PointsPage, PointsRecord, PointsSummary, RecordPlace } from '@portal/contract/points.ts'
import {
  type Check,
  listOf,
  timestamp,
  objectOf,
  oneOf,
  optional,
  orNull,
  text,
  whole,
} from './reply-checks.ts'

/**
 * Points record as the pages accept it. Wider than the contract: participant and address may be missing, and the
 * description may be a code of a newer server.
 */
export type ShownRecord = Omit<PointsRecord, 'participant' | 'description'> & {
  participant?: { id: number; email?: string | null | undefined } | null | undefined
  description: string
}
export type ShownPage = Omit<PointsPage, 'results'> & { results: ShownRecord[] }

export const recordChecks = {
  id: whole,
  participant: optional(
    orNull(objectOf<NonNullable<ShownRecord['participant']>>({ id: whole, email: optional(orNull(text)) })),
  ),
  points: whole,
  created_at: timestamp,
  description: text,
  place: optional(
    objectOf<RecordPlace>({
      id: text,
      name: text,
      kind: oneOf('green_atm', 'orange_bin', 'reuse_centre'),
      municipality: whole,
    }),
  ),
}

export const pointsPage: Check<ShownPage> = objectOf<ShownPage>({
  results: listOf(objectOf<ShownRecord>(recordChecks)),
  count: whole,
  total_pages: whole,
})

export const pointsSummary: Check<PointsSummary> = objectOf<PointsSummary>({
  available: whole,
  collected: whole,
  reuse: whole,
  cookingoils: whole,
  redeemed: whole,
})
