import type { PointsRecord } from '@portal/contract/points.ts'
import type { Wider } from '#web/api/route.ts'

/** What pages accept of points records: no participant or address, and descriptions of a newer server. */
export const ofRecords = { missing: ['participant', 'email'], open: ['description'] } as const

export type ShownRecord = Wider<
  PointsRecord,
  (typeof ofRecords.missing)[number],
  (typeof ofRecords.open)[number]
>
