import { email, line as lineOf } from '@portal/contract/fields.ts'
import { cleanLine } from '@portal/contract/words/pasted-text.ts'
import type { ZodType } from 'zod'
import { type FileErrors, quote } from './file-errors.ts'

/**
 * Fields of imported files, validated with the schemas of the API (packages/contract/src/fields.ts). The functions
 * below add an error and return undefined if a value is invalid.
 */

/** Schemas by maximum length. */
const schemas = new Map([32, 150, 200].map((max) => [max, lineOf(max, max < 200 ? cleanLine : undefined)]))

const sentences: Record<string, (value: string) => string> = {
  blank: () => 'is empty',
  null_characters: () => 'contains a NUL character',
  email_invalid: (value) => `${quote(value)} is not an e-mail address`,
}

function read(
  schema: ZodType<string>,
  errors: FileErrors,
  line: number,
  field: string,
  value: string,
  max: number,
) {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const code = result.error.issues[0]?.message ?? ''
  errors.addAt(line, field, sentences[code]?.(value) ?? `${quote(value)} is longer than ${max} characters`, {
    code,
    value,
  })
  return undefined
}

/** Validates a non-empty line of text and trims it. @returns undefined if invalid */
export function readLine(
  errors: FileErrors,
  line: number,
  field: string,
  value: string,
  max: 32 | 150 | 200 = 200,
) {
  const schema = schemas.get(max)
  return schema && read(schema, errors, line, field, value, max)
}

/** Of a spreadsheet: an apostrophe that marks text, and numbers of which only the first digits are left. */
const marked = /^\s*['’](?=\s*[+(\d])/
const shortened = /^\s*[+-]?\d+(?:[.,]\d+)?\s*[eE]\s*\+?\d+\s*$/

/** Like `readLine`, for a telephone number. */
export function readTelephone(errors: FileErrors, line: number, field: string, value: string) {
  if (!shortened.test(value)) return readLine(errors, line, field, value.replace(marked, ''), 32)
  const advice = 'format the column as text before you save it as CSV'
  errors.addAt(line, field, `${quote(value)} was shortened by a spreadsheet; ${advice}`, {
    code: 'telephone_shortened',
    value,
  })
  return undefined
}

export const readEmail = (errors: FileErrors, line: number, field: string, value: string) =>
  read(email, errors, line, field, value, 254)
