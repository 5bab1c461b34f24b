import { email, line as lineOf } from '@portal/contract/fields.ts'
import type { ZodType } from 'zod'
import { type FileErrors, quote } from './file-errors.ts'

/**
 * The texts of a file's fields, held to the same rules as those that people type (packages/contract/src/fields.ts), and
 * what an operator reads where one breaks them. Each returns undefined once it has told a error.
 */
const texts = new Map([32, 150, 200].map((max) => [max, lineOf(max)]))

const sentences: Record<string, (value: string) => string> = {
  blank: () => 'is empty',
  null_characters: () => 'holds a NUL character',
  email_invalid: (value) => `${quote(value)} is no e-mail address`,
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

/** A line of text that may not be empty, without the white space around it. */
export function readLine(
  errors: FileErrors,
  line: number,
  field: string,
  value: string,
  max: 32 | 150 | 200 = 200,
) {
  const schema = texts.get(max)
  return schema && read(schema, errors, line, field, value, max)
}

export const readEmail = (errors: FileErrors, line: number, field: string, value: string) =>
  read(email, errors, line, field, value, 254)
