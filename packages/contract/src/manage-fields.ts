import { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'
import { absentOr, line } from './fields.ts'
import { isCalendarDay } from './place-rules.ts'

/** Schemas of what operators send. Not in `fields.ts`, which smaller pages load. */

/** Of the reply on which an operator decided: a change of another version is rejected. */
export const version = z.int({ error: absentOr('integer_invalid') })

/** A file in base64. */
export const base64 = (maxBytes: number, tooLarge: ErrorCode = 'too_long') =>
  z
    .string({ error: absentOr('not_a_string') })
    .min(1, 'blank')
    .max(Math.ceil(maxBytes / 3) * 4, tooLarge)

export const calendarDay = line(10).refine(isCalendarDay, 'day_invalid')

/** Empty text of a form counts as absent. */
export const absentIfEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())
