import { email, line as lineOf } from '@portal/contract/fields.ts'
import type { ZodType } from 'zod'
import { type FileErrors, quote } from './file-errors.ts'

/**
 * Fields of imported files, validated with the schemas of the API (packages/contract/src/fields.ts). The functions
 * below add an error and return undefined if a value is invalid.
 */

/** Schemas by maximum length. */
const schemas = new Map([32, 150, 200].map((max) => [max, lineOf(max)]))

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
  errors.addAt(line, field, sentences[code]?.(value) ?? `${quote(value)} is longer than ${max} characters`)
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

export const readEmail = (errors: FileErrors, line: number, field: string, value: string) =>
  read(email, errors, line, field, value, 254)
