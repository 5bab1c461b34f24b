import { codesOf, statusOf, toDialect } from '@portal/contract/dialect.ts'
import { errorHeader } from '@portal/contract/endpoint.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { ApiError } from './call.ts'

/** The server's response to errors, for tests. */
export const refusal = (...errors: ErrorDetail[]) =>
  new Response(JSON.stringify(toDialect(errors)), {
    status: statusOf(errors),
    headers: { [errorHeader]: codesOf(errors) },
  })

/** What a call throws then. */
export const refused = (...errors: ErrorDetail[]) =>
  new ApiError(statusOf(errors), toDialect(errors), codesOf(errors))
