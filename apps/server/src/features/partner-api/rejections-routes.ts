import type { Routes } from '#server/http/mount-endpoint.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { referenceOf } from './batch-service.ts'
import { noteRejections } from './rejections-service.ts'

/** Keeps why calls of the same scope were rejected. Records of a batch are not errors: points-routes.ts keeps those. */
export const partnerRejectionRoutes: Routes = (scope, context) => {
  scope.setErrorHandler(async (error, { partner, body, log }) => {
    if (error instanceof ApiError && partner) {
      const { reversal_reference: reversal } = (body ?? {}) as { reversal_reference?: unknown }
      const reference = referenceOf(reversal === undefined ? body : { reference: reversal })
      await noteRejections(context, partner, [{ reference, errors: error.errors }], (about) =>
        log.error(about),
      )
    }
    // The next error handler answers.
    throw error
  })
}
