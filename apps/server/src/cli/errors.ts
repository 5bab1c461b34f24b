import { sentenceOf } from '@portal/contract/dialect.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { ApiError } from '../lib/errors/api-error.ts'

/** A command, option or argument that there isn't. */
export class UsageError extends Error {
  override name = 'UsageFault'
}

const sentences: Partial<Record<ErrorDetail['code'], string>> = {
  email_taken: 'This e-mail address has an account already.',
  email_invalid: 'This is no valid e-mail address.',
}

/** A error as a person at a terminal reads it: what is wrong, without where in the code. */
export function sayError(error: unknown): string {
  if (error instanceof ApiError)
    return error.errors.map((one) => sentences[one.code] ?? sentenceOf(one)).join('\n')
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  // The driver tries every address of a name, and says nothing itself but the codes of each.
  const inner =
    error instanceof AggregateError
      ? error.errors.map((one: unknown) => (one instanceof Error ? one.message : String(one))).join('; ')
      : ''
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `The database is not to be had: ${inner || error.message}.`
  return inner || error.message || error.name
}
