import type { ErrorDetail, ErrorCode } from '@portal/contract/error-codes.ts'

/** A 'no' with its reasons: what a service throws, and what the HTTP side answers in the wire's words. */
export class ApiError extends Error {
  override name = 'Refusal'
  readonly errors: readonly ErrorDetail[]

  constructor(errors: ErrorCode | readonly ErrorDetail[], params?: ErrorDetail['params']) {
    const list = typeof errors === 'string' ? [{ code: errors, ...(params && { params }) }] : errors
    super(list.map((error) => error.code).join(', '))
    this.errors = list
  }
}
