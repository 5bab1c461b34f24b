import { listOwnPoints, listPoints, type PointsPage, summarizePoints } from '@portal/contract/points.ts'
import { handleFor, type Routes } from '#server/http/mount-endpoint.ts'
import { auditRead, positionsOf } from '#server/lib/audit/reads.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as points from './service.ts'

export const ownPointsRoutes: Routes = (scope, context) => {
  handleFor(scope, summarizePoints, ({ actor }) => points.summarizePoints(context, actor))

  handleFor(scope, listOwnPoints, async ({ actor, query }) =>
    pageOf(await points.listOwnPoints(context, actor, asked(query))),
  )
}

export const pointsRoutes: Routes = (scope, context) => {
  handleFor(scope, listPoints, async ({ actor, query }) => {
    const found = await points.listPoints(context, { ...asked(query), participant: query.participant })
    const { participant, range, page } = found
    await auditRead(context, actor, {
      action: 'points.list',
      subjectId: participant,
      details: { ...range, ...(participant === undefined && positionsOf(page)) },
    })
    return pageOf(found)
  })
}

type Query = Partial<
  Record<'page' | 'page_size' | 'created_at_after' | 'created_at_before', string | undefined>
>

const asked = (query: Query) => ({
  page: query.page,
  pageSize: query.page_size,
  after: query.created_at_after,
  before: query.created_at_before,
})

const pageOf = ({ records, count, totalPages }: points.PointsPage): PointsPage => ({
  results: records.map(({ id, participantId, email, points, createdAt, description }) => ({
    id,
    participant: { id: participantId, email },
    points,
    created_at: athensTime(createdAt),
    description,
  })),
  count,
  total_pages: totalPages,
})
