import { sentenceOf } from '@portal/contract/dialect.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { ApiError } from '../lib/errors/api-error.ts'

/** Unknown command or option, or an invalid argument. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The result of a command that found something to do: for standard output, with the exit code 1. */
export class Findings extends Error {
  override name = 'Findings'
}

const sentences: Partial<Record<ErrorDetail['code'], string>> = {
  email_taken: 'An account with this e-mail address exists already.',
  email_invalid: 'Invalid e-mail address.',
}

/** System codes, and SQLSTATE of a wrong user, password or database. */
const notConnected = /^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|28...|3D000)$/

/** Formats an error for the terminal, without a stack trace. */
export function formatError(error: unknown): string {
  if (error instanceof ApiError)
    return error.errors.map((one) => sentences[one.code] ?? sentenceOf(one)).join('\n')
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  // pg tries every address of a host name; the AggregateError has an empty message.
  const inner =
    error instanceof AggregateError
      ? error.errors.map((one: unknown) => (one instanceof Error ? one.message : String(one))).join('; ')
      : ''
  if (notConnected.test(code ?? ''))
    return `Cannot connect to the database: ${inner || error.message}. Check DATABASE_URL, and DATABASE_OWNER_URL if it is set.`
  return inner || error.message || error.name
}
