import type { ErrorDetail, ErrorCode } from '@portal/contract/error-codes.ts'

/** Business-rule error with one or more codes. Services throw it; http/errors.ts converts it to a response. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly errors: readonly ErrorDetail[]

  constructor(errors: ErrorCode | readonly ErrorDetail[], params?: ErrorDetail['params']) {
    const list = typeof errors === 'string' ? [{ code: errors, ...(params && { params }) }] : errors
    super(list.map((error) => error.code).join(', '))
    this.errors = list
  }
}
