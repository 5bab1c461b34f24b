import type { ErrorDetail, ErrorCode } from '@portal/contract/error-codes.ts'
import type { LimitName } from '../config/limits.ts'

/** Business-rule error with one or more codes. Services throw it; http/errors.ts converts it to a response. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly errors: readonly ErrorDetail[]
  /** The limit that rejected the call, for the log. */
  limit: LimitName | undefined

  constructor(errors: ErrorCode | readonly ErrorDetail[], params?: ErrorDetail['params']) {
    const list = typeof errors === 'string' ? [{ code: errors, ...(params && { params }) }] : errors
    super(list.map((error) => error.code).join(', '))
    this.errors = list
  }
}

/** @param seconds until the limit accepts a call again */
export function throttled(limit: LimitName, seconds: number): ApiError {
  const error = new ApiError('throttled', { seconds })
  error.limit = limit
  return error
}
