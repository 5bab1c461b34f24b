import { type Answer, findBalance, recordPoints, reversePoints } from '@portal/contract/partner-points.ts'
import { toDialect } from '@portal/contract/dialect.ts'
import { handleForPartner, type Routes } from '#server/http/mount-endpoint.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { recordsReceived } from '#server/lib/metrics/metrics.ts'
import { findBalance as readBalance } from '#server/ledger/find-balance.ts'
import * as reversals from '#server/ledger/reverse.ts'
import * as points from '#server/ledger/record.ts'

/** Routes that record and reverse points. access-policy.ts requires the scope points:write. */
export const partnerPointsRoutes: Routes = (scope, context) => {
  const recordOne = points.singleRecorder(context)
  handleForPartner(scope, recordPoints, async ({ partner, body }) => {
    if (body.records !== undefined) {
      const outcomes = await points.recordPoints(context, partner, body.records)
      return {
        results: outcomes.map((outcome, place) => answerOf(outcome, referenceOf(body.records?.[place]))),
      }
    }
    return singleAnswer(await recordOne(partner, body), referenceOf(body))
  })

  handleForPartner(scope, reversePoints, async ({ partner, body }) => {
    const reversal = {
      reference: body.reference,
      reversalReference: body.reversal_reference,
      happenedAt: body.happened_at,
      as: body.as,
      reason: body.reason,
      points: body.points,
    }
    return singleAnswer(await reversals.reversePoints(context, partner, reversal), body.reversal_reference)
  })
}

/** Routes that read balances. access-policy.ts requires the scope points:read. */
export const partnerBalanceRoutes: Routes = (scope, context) => {
  handleForPartner(scope, findBalance, ({ partner, params }) =>
    readBalance(context, partner, params.participant),
  )
}

/** Returns the reference of an unvalidated record, to match the answer; null if it has none. */
function referenceOf(input: unknown): string | null {
  const reference = (input as { reference?: unknown } | null | undefined)?.reference
  return typeof reference === 'string'
    ? reference.trim()
    : typeof reference === 'number'
      ? String(reference)
      : null
}

function answerOf(outcome: points.Outcome, reference: string | null): Answer {
  const { status } = outcome
  recordsReceived.inc({ outcome: status })
  if (status === 'refused') {
    const { errors } = outcome
    return { reference, status, ...(errors[0] && { code: errors[0].code }), errors: toDialect(errors) }
  }
  if (status === 'waiting') return { reference, status, waits_for: outcome.waitsFor }
  return status === 'withdrawn'
    ? { reference, status }
    : { reference, status, id: outcome.id, points: outcome.points }
}

/** Returns the answer to a single record. A rejected one is an error response, unlike in a batch. */
function singleAnswer(outcome: points.Outcome, reference: string | null): Answer {
  if (outcome.status === 'refused') {
    recordsReceived.inc({ outcome: 'refused' })
    throw new ApiError(outcome.errors)
  }
  return answerOf(outcome, reference)
}
