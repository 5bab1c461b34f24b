import {
  type Claim,
  countClaims,
  decideClaim,
  findClaim,
  listClaims,
  listOwnClaims,
  type OwnClaim,
  reportClaim,
  reportNotMine,
} from '@portal/contract/claims.ts'
import { printedStickerCode } from '@portal/contract/sticker-codes.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { countPeopleRead } from '#server/lib/audit/staff-reads.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import * as decisions from './decide-service.ts'
import { findEvidence } from './evidence-service.ts'
import * as claims from './service.ts'

export const claimRoutes: Routes = (scope, context) => {
  handle(scope, listOwnClaims, async ({ actor }) =>
    (await claims.listOwnClaims(context, actor)).map(ownClaimOf),
  )
  handle(scope, reportClaim, async ({ actor, body }) =>
    ownClaimOf(await claims.reportClaim(context, actor, body)),
  )
  handle(scope, reportNotMine, async ({ actor, params }) =>
    ownClaimOf(await claims.reportNotMine(context, actor, params.id)),
  )

  handle(scope, listClaims, async ({ actor, query }) => {
    const details = { list: query.state === 'decided' ? 'decided' : 'open' }
    await auditRead(context, actor, { action: 'claims.list', details })
    const { count, rows } = await claims.listClaims(context, actor, query)
    await countPeopleRead(
      context,
      actor,
      rows.map(({ participantId }) => participantId),
    )
    return { count, results: rows.map(claimOf) }
  })
  handle(scope, countClaims, async () => ({ open: await claims.countOpenClaims(context) }))
  handle(scope, findClaim, async ({ actor, params }) => {
    const details = { claim: params.id }
    const claim = await claims.findClaim(context, actor, params.id)
    await auditRead(context, actor, { action: 'claim.view', subjectId: claim?.participantId, details })
    if (!claim) throw new ApiError('not_found')
    const { candidates, credited, pointsPerLitre, suggestedPoints } = await findEvidence(context.db, claim)
    for (const subjectId of new Set(candidates.flatMap(({ ownerId }) => ownerId ?? [])))
      await auditRead(context, actor, { action: 'claim.view', subjectId, details })
    return {
      ...claimOf(claim),
      email: claim.email,
      candidates: candidates.map((candidate) => ({
        ...toWire(candidate),
        sticker: candidate.stickerCode,
        owner: candidate.ownerId === null ? null : { id: candidate.ownerId, full_name: nameOf(candidate) },
      })),
      credited: credited.map(toWire),
      points_per_litre: pointsPerLitre,
      suggested_points: suggestedPoints,
    }
  })
  handle(scope, decideClaim, async ({ actor, params, body }) =>
    claimOf(await decisions.decideClaim(context, actor, params.id, body)),
  )
}

const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
  `${firstName ?? ''} ${lastName ?? ''}`.trim()

const visitOf = ({
  recordId: record,
  visitedAt,
  partner,
  device,
  description,
  ...claim
}: claims.ClaimRow) => {
  if (record === null || !visitedAt || partner === null || device === null || !description) return null
  const { title, recorded } = claim
  return { record, at: athensTime(visitedAt), partner, device, description, title, points: recorded ?? 0 }
}

const reportedOf = (claim: claims.ClaimRow) => ({
  ...toWire(claim),
  visit: visitOf(claim),
  sticker: claim.stickerCode === null ? null : printedStickerCode(claim.stickerCode),
  place: claim.placeName,
})

/** Citizens do not see that a request waits for a second person, nor its points. */
const ownClaimOf = (claim: claims.ClaimRow): OwnClaim =>
  claim.state === 'approval'
    ? { ...reportedOf({ ...claim, points: null, answer: '' }), state: 'open' }
    : { ...reportedOf(claim), state: claim.state }

const claimOf = (claim: claims.StaffClaimRow): Claim => ({
  ...reportedOf(claim),
  state: claim.state,
  participant: { id: claim.participantId, full_name: nameOf(claim) },
  own: claim.isOwn,
  approval: claim.approvalId,
  decided_by: claim.decidedByEmail,
})
