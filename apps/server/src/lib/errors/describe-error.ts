import pino from 'pino'

/** Matches a SQLSTATE. Codes of Node such as EPIPE have no digit. */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/

/**
 * Returns the fields of an error that may be logged. Messages of the database can quote user input, so they are
 * omitted; the code and the names of table and constraint are kept. The job queue reports errors as plain objects with
 * the same fields. A connection that fails on several addresses is an AggregateError without a message.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (typeof error !== 'object' || error === null) return { type: typeof error }
  const { name, message, stack, code, constraint, table, routine, queue, cause, errors } = error as Record<
    string,
    unknown
  >
  const lines = typeof stack === 'string' ? stack.split('\n') : []
  const fromDatabase = typeof code === 'string' && sqlState.test(code)
  const frames = lines.filter((line) => line.startsWith('    at ')).slice(0, 12)
  return {
    type: name ?? /^\w+/.exec(lines[0] ?? '')?.[0] ?? 'object',
    code,
    constraint,
    table,
    routine,
    queue,
    ...(!fromDatabase && { message }),
    frames: frames.length > 0 ? frames : undefined,
    cause: cause === undefined ? undefined : describeError(cause),
    errors: Array.isArray(errors) ? errors.slice(0, 5).map(describeError) : undefined,
  }
}

/** Standard error, for code without a request's log. Written at once: the process may end after a line. */
export const processLog = pino({ base: null }, pino.destination({ dest: 2, sync: true }))

/** Writes an error to `processLog`: a warning if the work is retried. */
export const reportError = (error: unknown, about?: Record<string, unknown>): void =>
  processLog[about?.['retry'] === true ? 'warn' : 'error']({ ...about, error: describeError(error) })
