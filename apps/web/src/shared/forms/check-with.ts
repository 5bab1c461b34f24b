import '#web/lib/zod-without-eval.ts'
import { errorDetailsOf } from '@portal/contract/fields.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import type { z } from 'zod'

/** Form rules from the endpoint's schema, so that browser and server reject the same input. */
export const checkWith =
  (schema: z.ZodType) =>
  (values: unknown): ErrorDetail[] => {
    const { error } = schema.safeParse(values)
    return error ? errorDetailsOf(error, values) : []
  }
