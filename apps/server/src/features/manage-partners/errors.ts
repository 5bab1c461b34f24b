import { PartnerError } from '#server/features/partners/registry-service.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'

/** @throws ApiError with the errors of a PartnerError, whose message is for the command line */
export const asApiError = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw error instanceof PartnerError ? new ApiError(error.errors) : error
  })
