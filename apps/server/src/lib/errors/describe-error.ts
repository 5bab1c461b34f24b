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

/** Writes an error to standard error, for code without a request's log. Level 40 if the work is retried, else 50. */
export function reportError(error: unknown, about?: Record<string, unknown>): void {
  const level = about?.['retry'] === true ? 40 : 50
  console.error(JSON.stringify({ level, time: Date.now(), ...about, error: describeError(error) }))
}
