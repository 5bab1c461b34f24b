import { machineErrorOf, toDialect } from '@portal/contract/dialect.ts'
import { type Answer, maxRecords } from '@portal/contract/partner-points.ts'
import type { Partner } from '#server/lib/context/app-context.ts'
import type { Task } from '#server/lib/threads/tasks.ts'
import { type Outcome, recordPlainBatch } from '#server/ledger/record.ts'

/** Bytes of a body from which the bulk thread reads it: about 100 records, a millisecond of work. */
export const largeBody = 20_000

type Reply = { body: Uint8Array; counts: Partial<Record<Outcome['status'], number>> }

/**
 * Answers a batch in which nothing has to be decided: its records are all new and certain to be accepted, or were all recorded
 * before. Otherwise, also if the body is not a list of records, it records nothing and returns undefined.
 */
export const plainBatch: Task<{ partner: Partner; body: Uint8Array }, Reply | undefined> = {
  name: 'plain batch',
  run: async (context, { partner, body }) => {
    const records = recordsOf(body)
    const outcomes = records && (await recordPlainBatch(context, partner, records))
    if (!outcomes) return undefined
    const counts: Reply['counts'] = {}
    const results = outcomes.map((outcome, place) => {
      counts[outcome.status] = (counts[outcome.status] ?? 0) + 1
      return answerOf(outcome, referenceOf(records[place]))
    })
    return { body: Buffer.from(JSON.stringify({ results })), counts }
  },
}

function recordsOf(body: Uint8Array): unknown[] | undefined {
  try {
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
    const { records } = JSON.parse(text) as { records?: unknown }
    return Array.isArray(records) && records.length > 0 && records.length <= maxRecords ? records : undefined
  } catch {
    return undefined
  }
}

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
