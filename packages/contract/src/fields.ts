import { z } from 'zod'
import { isPersonName, isTelephone } from './person-fields.ts'
import type { ErrorDetail, ErrorCode } from './error-codes.ts'
import { readStickerCode } from './sticker-codes.ts'

/**
 * The fields that bodies are made of. Each schema's message is a rejection code, so that the server and the forms of the
 * web app say the same thing of the same input, each in its own language.
 */

/** How Python names what JSON brought, as the dialect says it. */
export function typeName(value: unknown): string {
  if (value === null) return 'NoneType'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  return { string: 'str', boolean: 'bool', object: 'dict' }[typeof value as string] ?? typeof value
}

/** The rejection of a value of the wrong kind: missing, null, or `wrong`. */
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

/** Text, or a number as its digits, as Django reads it. Conditions on it follow. */
const textField = <S extends z.ZodType>(schema: S) =>
  typeChecked(
    (value) => (typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined),
    'not_a_string',
    schema,
  )

/** A line of text that may not be empty; white space around it is dropped, as Django does. At most `max` characters. */
export const line = (max: number) =>
  textField(
    z
      .string()
      .refine(noNul, { error: 'null_characters', abort: true })
      .trim()
      .min(1, { error: 'blank', abort: true })
      .max(max, 'too_long'),
  )

/** A person's first or last name. */
export const personName = line(150).refine(isPersonName, 'name_invalid')

export const telephone = line(32).refine(isTelephone, 'telephone_invalid')

/** A sticker's code as a citizen types it or a machine reads it. Apart from what it is read by, which the browser has without zod. */
export const stickerCode = line(100).transform(readStickerCode)

/** A password as it was typed: white space counts. The limit only keeps a megabyte away from the hash. */
export const password = textField(
  z
    .string()
    .min(1, { error: 'blank', abort: true })
    .refine(noNul, { error: 'null_characters', abort: true })
    .max(1024, 'too_long'),
)

/** Text of which nothing is asked but that it is there: a uid, a token. What it is worth, the service says. */
export const opaque = textField(
  z.string().min(1, { error: 'blank', abort: true }).refine(noNul, { error: 'null_characters', abort: true }),
)

// Django 5.2's EmailValidator, without quoted local parts and literal addresses, which no mail of a citizen has.
const emailPattern =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9\u00a1-\uffff](?:[a-z0-9\u00a1-\uffff-]{0,61}[a-z0-9\u00a1-\uffff])?\.)+(?!-)(?:[a-z\u00a1-\uffff-]{2,63}|xn--[a-z0-9]{1,59})(?<!-)$/i

/** An e-mail address, at most 254 characters (RFC 5321). */
export const email = textField(
  z
    .string()
    .refine(noNul, { error: 'null_characters', abort: true })
    .trim()
    .min(1, { error: 'blank', abort: true })
    .max(254, { error: 'too_long', abort: true })
    .regex(emailPattern, 'email_invalid'),
)

/** The id of another record: a whole number, or its digits as a form sends them. An empty choice counts as null. */
export const key = z.preprocess(
  (value) =>
    value === '' ? null : typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  z.int({ error: absentOr('pk_type') }),
)

/** Ids in paths. What is no id of ours is 'not found', so whatever fails here becomes a 404. */
export const idParam = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .meta({ type: 'integer', minimum: 1, maximum: 999_999_999_999_999, pattern: undefined }),
})

/**
 * What a schema rejected, as errors of the wire.
 * @param error of a `safeParse` of a schema made of the fields above
 * @param input what was parsed; the sentences that name a type or a limit need it
 */
export function errorDetailsOf(error: z.ZodError, input: unknown): ErrorDetail[] {
  const errors = new Map<string, ErrorDetail>()
  for (const issue of error.issues) {
    const field = issue.path.join('.')
    // The first error of a field is the one to tell: what is no text has no length either.
    for (const detail of errorsOfIssue(issue, field, input))
      if (!errors.has(detail.field ?? '')) errors.set(detail.field ?? '', detail)
  }
  return [...errors.values()]
}

function errorsOfIssue(issue: z.core.$ZodIssue, field: string, input: unknown): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ code: 'field_unknown', field: [...issue.path, key].join('.') }))
  const value = issue.path.reduce<unknown>(
    (inside, step) => (inside as Record<PropertyKey, unknown> | null | undefined)?.[step],
    input,
  )
  // Whole-body rules carry their own code; what else fails at the root is no object at all.
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
  return issue.code === 'too_big' ? { max: Number(issue.maximum) } : undefined
}

/** A wrong choice as the sentence quotes it. Objects by their type: their own `toString` need not be a function. */
const choiceOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'object' ? typeName(value) : JSON.stringify(value)
