import {
  listOwnPoints,
  listPoints,
  type PointsPage,
  summarizeOwnYear,
  summarizePoints,
  totalPoints,
} from '@portal/contract/points.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { countPeopleRead } from '#server/lib/audit/staff-reads.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import { assertShown, seesRestricted } from '#server/lib/restrictions/restrictions.ts'
import { read } from '#server/lib/standby/standby.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as points from './service.ts'

export const pointsRoutes: Routes = (scope, context) => {
  handle(scope, summarizePoints, ({ actor }) => points.summarizePoints(context, actor))

  handle(scope, listOwnPoints, async ({ actor, query }) =>
    // Not from a standby server: the page reloads when a partner's record arrives, which the account did not write.
    pageOf(await points.listOwnPoints(context, actor, asked(query))),
  )

  handle(scope, summarizeOwnYear, ({ actor }) => points.summarizeOwnYear(context, actor))

  handle(scope, listPoints, async ({ actor, query }) => {
    const filter = { ...asked(query), participant: query.participant }
    await auditRead(context, actor, entryOf(filter))
    const found = await read(context, actor, (db) => points.listPoints({ db }, filter))
    if (found.participant !== undefined) await assertShown(context.db, actor, found.participant)
    const people = found.records.map(({ participantId }) => participantId)
    await countPeopleRead(context, actor, people)
    return pageOf(found, { hidesRestricted: !seesRestricted(actor) })
  })

  handle(scope, totalPoints, async ({ actor, query }) => {
    const { created_at_after: after, created_at_before: before } = query
    const filter = { participant: query.participant, after, before }
    // The sums of a day may be those of one participant.
    await auditRead(context, actor, entryOf(filter))
    const sums = await read(context, actor, (db) => points.totalPoints({ db }, filter))
    const { positive, negative, participant } = sums
    if (participant !== undefined) await assertShown(context.db, actor, participant)
    return { positive, negative, balance: positive + negative }
  })
}

/** Entry of a read of records, the same for the first pages of a list and for its totals. */
const entryOf = (filter: points.Filter & Paging) =>
  points.readEntryOf(filter, filter.participant ? {} : points.positionsIn(filter))

type Paging = { page?: string | undefined; pageSize?: string | undefined }

type Query = Partial<
  Record<'page' | 'page_size' | 'created_at_after' | 'created_at_before', string | undefined>
>

const asked = (query: Query) => ({
  page: query.page,
  pageSize: query.page_size,
  after: query.created_at_after,
  before: query.created_at_before,
})

/** @param hidesRestricted records of restricted accounts do not show whose they are */
const pageOf = (
  { records, count, totalPages }: points.PointsPage,
  { hidesRestricted = false } = {},
): PointsPage => ({
  results: records.map(
    ({ id, participantId, email, points, createdAt, description, place, isRestricted = false }) => {
      const isHidden = hidesRestricted && isRestricted
      return {
        id,
        participant: isHidden ? null : { id: participantId, email },
        points,
        created_at: athensTime(createdAt),
        description,
        ...(place && !isHidden && { place }),
      }
    },
  ),
  count,
  total_pages: totalPages,
})
