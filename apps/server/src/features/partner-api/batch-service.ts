import { machineErrorOf, toDialect } from '@portal/contract/dialect.ts'
import type { Answer } from '@portal/contract/partner-points.ts'
import type { Outcome } from '#server/ledger/record.ts'

/** Returns the reference of an unvalidated record, to match the answer; null if it has none. */
export function referenceOf(input: unknown): string | null {
  const reference = (input as { reference?: unknown } | null | undefined)?.reference
  return typeof reference === 'string'
    ? reference.trim()
    : typeof reference === 'number'
      ? String(reference)
      : null
}

/** Returns the answer to a record of a call, with the reference that the call gave. */
export function answerOf(outcome: Outcome, reference: string | null): Answer {
  const { status } = outcome
  if (status === 'refused') {
    const { errors } = outcome
    return { reference, status, ...machineErrorOf(errors), errors: toDialect(errors) }
  }
  if (status === 'waiting') return { reference, status, waits_for: outcome.waitsFor }
  return status === 'withdrawn'
    ? { reference, status }
    : { reference, status, id: outcome.id, points: outcome.points }
}
