import '#web/lib/zod-without-eval.ts'
import { faultsOf } from '@portal/contract/fields.ts'
import type { Fault } from '@portal/contract/error-codes.ts'
import type { z } from 'zod'

/** The rules of a form: those of the endpoint's own schema, so that browser and server refuse the same. */
export const checkWith =
  (schema: z.ZodType) =>
  (values: unknown): Fault[] => {
    const { error } = schema.safeParse(values)
    return error ? faultsOf(error, values) : []
  }
