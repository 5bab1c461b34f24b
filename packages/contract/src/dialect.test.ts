import { describe, expect, it } from 'vitest'
import { endpoints } from './endpoint-list.ts'
import { errorRows } from './error-codes.ts'
import { errorDetailsOf, jsonSchemaOf } from './fields.ts'
import { fromDialect, statusOf, toDialect } from './dialect.ts'
import { signUp } from './accounts.ts'

describe('toDialect and fromDialect', () => {
  it('put an error under its field, non_field_errors or detail', () => {
    expect(toDialect([{ code: 'required', field: 'email' }, { code: 'passwords_differ' }])).toEqual({
      email: ['This field is required.'],
      non_field_errors: ["The two password fields didn't match."],
    })
    expect(toDialect([{ code: 'throttled', params: { seconds: 40 } }])).toEqual({
      detail: 'Request was throttled. Expected available in 40 seconds.',
    })
    expect(statusOf([{ code: 'throttled' }])).toBe(429)
  })

  it('return the same codes after a round trip', () => {
    const errors = [
      { code: 'password_too_short', field: 'password' },
      { code: 'password_too_common', field: 'password' },
      { code: 'pk_unknown', field: 'municipality', params: { pk: '17' } },
      { code: 'credentials_wrong' },
    ] as const
    expect(fromDialect(toDialect(errors))).toEqual(errors)
    expect(fromDialect(toDialect([{ code: 'activation_stale' }]))).toEqual([{ code: 'activation_stale' }])
  })

  it('keep an unknown sentence unchanged', () => {
    expect(fromDialect({ email: ['Strange.'], detail: 'Odd.', more: 3 })).toEqual([
      { code: 'unknown', field: 'email', message: 'Strange.' },
      { code: 'unknown', message: 'Odd.' },
    ])
    expect(fromDialect('<html>')).toEqual([])
    expect(fromDialect(null)).toEqual([])
  })
})

describe('errorDetailsOf', () => {
  const errors = (body: unknown) => {
    const read = signUp.body.safeParse(body)
    return read.success ? [] : errorDetailsOf(read.error, body)
  }

  it('returns one error per field, with its code', () => {
    const given = {
      first_name: '',
      last_name: 5,
      telephone: 'x'.repeat(33),
      municipality: true,
      email: 'a@b',
    }
    expect(errors({ ...given, password: 'x', re_password: null })).toEqual([
      { code: 'blank', field: 'first_name' },
      { code: 'too_long', field: 'telephone', params: { max: 32 } },
      { code: 'pk_type', field: 'municipality', params: { type: 'bool' } },
      { code: 'email_invalid', field: 'email' },
      { code: 'null', field: 're_password' },
    ])
  })

  it('names the type of a body that is not an object', () => {
    expect(errors([])).toEqual([{ code: 'not_an_object', params: { type: 'list' } }])
  })

  it.each([
    'maria@example.gr',
    "o'neil+tag@sub.example.co",
    'maria@παράδειγμα.ελ',
    'a@xn--hxajbheg2az3al.xn--qxam',
  ])('accepts the address %s', (email) =>
    expect(errors({ email }).some(({ field }) => field === 'email')).toBe(false),
  )

  it.each([
    'a@b',
    'a b@c.gr',
    'a@b..gr',
    '@c.gr',
    'a@-c.gr',
    'a@c.gr\nBcc: x@y.gr',
    '"a"@c.gr',
    `${'a'.repeat(65)}@c.gr`,
  ])('rejects the address %j', (email) =>
    expect(errors({ email })).toContainEqual({ code: 'email_invalid', field: 'email' }),
  )
})

type JsonSchema = { properties?: Record<string, JsonSchema>; items?: JsonSchema; anyOf?: JsonSchema[] }

/** A body with `value` in each of its fields, one after the other, and in each field of the objects and lists inside. */
function bodiesWith({ anyOf = [], properties = {}, items }: JsonSchema, value: unknown): unknown[] {
  return [
    value,
    ...anyOf.flatMap((schema) => bodiesWith(schema, value)),
    ...Object.entries(properties).flatMap(([key, schema]) =>
      bodiesWith(schema, value).map((inside) => ({ [key]: inside })),
    ),
    ...(items ? bodiesWith(items, value).map((inside) => [inside]) : []),
  ]
}

const wrongTypes = [
  null,
  true,
  1,
  1.5,
  -1,
  1e300,
  '',
  'x',
  '9'.repeat(400),
  [],
  [[]],
  [null],
  {},
  { length: 1 },
]
const bodies = Object.entries(endpoints).flatMap(([name, { body }]) => (body ? [[name, body] as const] : []))

it.each(bodies)(
  '%s rejects values of another type with known codes [security hostile requests]',
  (_, body) => {
    const codes = wrongTypes.flatMap((value) =>
      bodiesWith(jsonSchemaOf(body, 'input') as JsonSchema, value).flatMap((sent) => {
        const { error } = body.safeParse(sent)
        return error ? errorDetailsOf(error, sent).map(({ code }) => code) : []
      }),
    )
    expect([...new Set(codes)].filter((code) => !(code in errorRows))).toEqual([])
  },
)
