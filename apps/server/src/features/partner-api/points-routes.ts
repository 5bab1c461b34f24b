import { type Answer, recordPoints, reversePoints } from '@portal/contract/partner-points.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { recordsReceived } from '#server/lib/metrics/metrics.ts'
import * as reversals from '#server/ledger/reverse.ts'
import * as points from '#server/ledger/record.ts'
import { noteRepeated } from './calls-service.ts'
import { noteRejections } from './rejections-service.ts'
import { answerOf, referenceOf } from './batch-service.ts'

export const partnerPointsRoutes: Routes = (scope, context) => {
  handle(scope, recordPoints, async ({ partner, body, request }) => {
    const inputs = body.records ?? [body]
    const references = inputs.map(referenceOf)
    const outcomes = await points.recordPoints(context, partner, inputs)
    await noteRepeated(context, partner, outcomes, (about) => request.log.error(about))
    const [single] = outcomes
    if (body.records === undefined && single) return singleAnswer(single, references[0] ?? null)
    const refused = outcomes.flatMap((outcome, place) => {
      recordsReceived.inc({ outcome: outcome.status })
      const reference = references[place] ?? null
      return outcome.status === 'refused' ? { reference, errors: outcome.errors } : []
    })
    await noteRejections(context, partner, refused, (about) => request.log.error(about))
    return { results: outcomes.map((outcome, place) => answerOf(outcome, references[place] ?? null)) }
  })

  handle(scope, reversePoints, async ({ partner, body, request }) => {
    const reversal = {
      reference: body.reference,
      reversalReference: body.reversal_reference,
      happenedAt: body.happened_at,
      as: body.as,
      reason: body.reason,
      points: body.points,
    }
    const outcome = await reversals.reversePoints(context, partner, reversal)
    await noteRepeated(context, partner, [outcome], (about) => request.log.error(about))
    return singleAnswer(outcome, body.reversal_reference)
  })
}

/** Returns the answer to a single record. A rejected one is an error response, unlike in a batch. */
function singleAnswer(outcome: points.Outcome, reference: string | null): Answer {
  recordsReceived.inc({ outcome: outcome.status })
  if (outcome.status === 'refused') throw new ApiError(outcome.errors)
  return answerOf(outcome, reference)
}
