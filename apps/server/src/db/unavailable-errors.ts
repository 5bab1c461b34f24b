/**
 * SQLSTATE classes and codes for which the same statement may succeed later: connection exceptions, insufficient
 * resources (disk, memory, connections), operator intervention (shutdown, crash, statement timeout), deadlock,
 * serialization failure, lock timeout, and a read-only standby server.
 */
const sqlStates = /^(08|53|57)...$|^(40001|40P01|55P03|25006|25P03|25P04)$/

const systemCodes = new Set(
  ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].concat([
    'ENETDOWN',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ENOENT',
  ]),
)

/** Messages of errors of pg, its pool and Kysely without a code. */
const messages =
  /^Connection terminated|^Client (has encountered a connection error|was closed)|^timeout exceeded when trying to connect|^Cannot use a pool after|^driver has already been destroyed|^Postgres connection has been discarded/

/** Returns whether an error means that the database is temporarily unavailable. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined) return messages.test(error.message)
  return sqlStates.test(code) || (systemCodes.has(code) && (code !== 'ENOENT' || syscall === 'connect'))
}
