import { z } from 'zod'
import { emailPattern, isPersonName, isTelephone, maxLengths } from './words/person-fields.ts'
import type { ErrorDetail, ErrorCode } from './error-codes.ts'
import { roles } from './security/permissions.ts'
import { readStickerCode } from './sticker-codes.ts'
import { cleanEnds, cleanLine } from './words/pasted-text.ts'

/**
 * Schemas of request fields. Each schema's message is an error code, so that the server and the web app's forms report
 * the same errors.
 */

/** Returns the Python type name of a JSON value, for messages of the dialect. */
export function typeName(value: unknown): string {
  if (value === null) return 'NoneType'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  return { string: 'str', boolean: 'bool', object: 'dict' }[typeof value as string] ?? typeof value
}

/** Returns the error code of a value of the wrong type: `required`, `null`, or `wrong`. */
export const absentOr = (wrong: ErrorCode) => (issue: { input?: unknown }) =>
  issue.input === undefined ? 'required' : issue.input === null ? 'null' : wrong

const noNul = (value: string) => !value.includes('\u0000')

/**
 * Checks the type before `schema` runs. zod's minimum and maximum lengths also compare the `length` of objects:
 * `{"length": {"toString": 1}}` would throw a TypeError there.
 */
export const typeChecked = <S extends z.ZodType>(
  read: (value: unknown) => unknown,
  wrong: ErrorCode,
  schema: S,
) =>
  z.preprocess((value, context) => {
    const found = read(value)
    if (found !== undefined) return found
    context.addIssue({ code: 'custom', message: absentOr(wrong)({ input: value }) })
    return z.NEVER
  }, schema)

/** Accepts text, or a number as text, like Django. `schema` validates the text. */
const textField = <S extends z.ZodType>(schema: S) =>
  typeChecked(
    (value) => (typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined),
    'not_a_string',
    schema,
  )

/**
 * A non-empty line of text, trimmed like in Django, of at most `max` characters. What
 * follows in a schema, such as a pattern, runs only on texts of that length.
 * @param clean returns the text as it is used
 */
export const line = (max: number, clean = (text: string) => text.trim()) =>
  textField(
    z
      .string()
      .refine(noNul, { error: 'null_characters', abort: true })
      .overwrite(clean)
      .min(1, { error: 'blank', abort: true })
      .max(max, { error: 'too_long', abort: true }),
  )

/** A line of text that may be empty. */
export const optionalLine = (max: number) =>
  textField(
    z
      .string()
      .refine(noNul, { error: 'null_characters', abort: true })
      .overwrite((text) => text.trim())
      .max(max, { error: 'too_long', abort: true }),
  )

/** Of replies: ISO 8601; YYYY-MM-DD; YYYY-MM. The browser checks the format: it cannot show an invalid date. */
export const moment = z.string().meta({ format: 'date-time' })
export const dayText = z.string().meta({ format: 'date' })
/** A QR code. `path`: SVG path of unit squares in a square of `size`. */
export const qrCode = z.object({ size: z.int(), path: z.string() })
export const monthText = z.string().meta({ format: 'month' })

/** A name or telephone without its rules: of an account that may have an imported one. */
export const storedName = line(maxLengths.name, cleanLine)
export const storedTelephone = line(maxLengths.telephone, cleanLine)

/** A person's first or last name. */
export const personName = storedName.refine(isPersonName, 'name_invalid')

export const telephone = storedTelephone.refine(isTelephone, 'telephone_invalid')

/**
 * A sticker code, typed or scanned, in normalized form. sticker-codes.ts is separate, because the browser uses it
 * without zod.
 */
export const stickerCode = line(100).transform(readStickerCode)

/** A password; white space is significant. */
export const password = textField(
  z
    .string()
    .min(1, { error: 'blank', abort: true })
    .refine(noNul, { error: 'null_characters', abort: true })
    .max(maxLengths.password, { error: 'too_long', abort: true }),
)

/** Non-empty text without further validation, such as a uid or token; the service checks it. */
export const opaque = textField(
  z.string().min(1, { error: 'blank', abort: true }).refine(noNul, { error: 'null_characters', abort: true }),
)

/** An e-mail address of a sign-in: of any form, so that the answer is the same as for an unknown one. */
export const signInEmail = textField(
  z
    .string()
    .min(1, { error: 'blank', abort: true })
    .refine(noNul, { error: 'null_characters', abort: true })
    .overwrite(cleanEnds),
)

/** An e-mail address, in NFKC: mail servers do not know full-width letters. */
export const email = textField(
  z
    .string()
    .refine(noNul, { error: 'null_characters', abort: true })
    .overwrite((text) => cleanEnds(text).normalize('NFKC'))
    .min(1, { error: 'blank', abort: true })
    .max(maxLengths.email, { error: 'too_long', abort: true })
    .regex(emailPattern, 'email_invalid'),
)

/** A whole number. */
export const whole = (min: number, max: number) =>
  z
    .int({ error: absentOr('integer_invalid') })
    .min(min, 'too_small')
    .max(max, 'too_big')

/** A foreign key: a whole number, or its digits as sent by forms. Empty text counts as null. */
export const key = z.preprocess(
  (value) =>
    value === '' ? null : typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  z.int({ error: absentOr('pk_type') }),
)

const idUpTo = (maximum: number) =>
  z.object({
    id: z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number)
      .refine((id) => id <= maximum)
      .meta({ type: 'integer', minimum: 1, maximum, pattern: undefined }),
  })

/** Id in a path. Invalid ids cause a 404. */
export const idParam = idUpTo(999_999_999_999_999)

/** Id in a path, of a table whose ids have 32 bits: PostgreSQL rejects larger ones. */
export const shortIdParam = idUpTo(2 ** 31 - 1)

/**
 * Converts zod errors to API errors.
 * @param error of `safeParse` with a schema of the fields above
 * @param input the parsed input; messages with a type or a limit need it
 */
export function errorDetailsOf(error: z.ZodError, input: unknown): ErrorDetail[] {
  const errors = new Map<string, ErrorDetail>()
  for (const issue of error.issues) {
    const field = issue.path.join('.')
    // Only the first error of a field is reported; later ones are consequences of it.
    for (const detail of errorsOfIssue(issue, field, input))
      if (!errors.has(detail.field ?? '')) errors.set(detail.field ?? '', detail)
  }
  return [...errors.values()]
}

/** Unknown fields that a reply names: a body of 1 MB can contain 100,000. */
const maxUnknown = 100

function errorsOfIssue(issue: z.core.$ZodIssue, field: string, input: unknown): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, maxUnknown)
      .map((key) => ({ code: 'field_unknown', field: [...issue.path, key].join('.') }))
  const value = issue.path.reduce<unknown>(
    (inside, step) => (inside as Record<PropertyKey, unknown> | null | undefined)?.[step],
    input,
  )
  // Rules of the whole body have code 'custom'; any other error at the root means that it is not an object.
  if (field === '' && issue.code !== 'custom')
    return [{ code: 'not_an_object', params: { type: typeName(input) } }]
  const code = issue.message as ErrorCode
  const params = paramsOf(issue, code, value)
  return [{ code, ...(field && { field }), ...(params && { params }) }]
}

function paramsOf(issue: z.core.$ZodIssue, code: ErrorCode, value: unknown): ErrorDetail['params'] {
  if (code === 'pk_type' || code === 'list_type') return { type: typeName(value) }
  if (code === 'choice_invalid') return { choice: choiceOf(value).slice(0, 100) }
  if (code === 'too_small' && issue.code === 'too_small') return { min: Number(issue.minimum) }
  if (code === 'contrast_low' && issue.code === 'custom') return issue.params as ErrorDetail['params']
  return issue.code === 'too_big' ? { max: Number(issue.maximum) } : undefined
}

/** Formats an invalid choice for the message. Objects by type name: their `toString` may not be a function. */
const choiceOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'object' ? typeName(value) : JSON.stringify(value)

/** Body of `addStaff`. Not in `staff.ts`: its form needs no endpoints. */
export const newStaff = z.object({
  email,
  first_name: personName,
  last_name: personName,
  role: z.enum(roles, { error: absentOr('choice_invalid') }),
})

/** Converts a zod schema to the JSON Schema of OpenAPI 3.1. @param io request ('input') or response ('output') */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const [one, none] = jsonSchema.anyOf ?? []
      if (one?.type === 'string' && none?.type === 'null' && one.enum === undefined) {
        delete jsonSchema.anyOf
        Object.assign(jsonSchema, one, { type: ['string', 'null'] })
      }
      // zod treats every preprocessed field as optional; fields that reject `undefined` are required.
      if (io === 'output' || !(zodSchema instanceof z.ZodObject)) return
      const shape = zodSchema.shape as Record<string, z.ZodType>
      const required = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success)
      if (required.length > 0) jsonSchema.required = required
      else delete jsonSchema.required
    },
  })
  return json
}
