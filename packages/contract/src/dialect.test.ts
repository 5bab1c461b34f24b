import { describe, expect, it } from 'vitest'
import { endpoints } from './list/endpoint-list.ts'
import { type ErrorCode, errorRows } from './error-codes.ts'
import { errorDetailsOf, jsonSchemaOf } from './fields.ts'
import { codesOf, statusOf, toDialect } from './dialect.ts'
import { readErrors } from './endpoint.ts'
import { signUp } from './accounts.ts'

describe('the body and the header of an error response', () => {
  it('have an error under its field, non_field_errors or detail', () => {
    expect(toDialect([{ code: 'required', field: 'email' }, { code: 'passwords_differ' }])).toEqual({
      email: ['This field is required.'],
      non_field_errors: ["The two password fields didn't match."],
    })
    expect(toDialect([{ code: 'throttled', params: { seconds: 40 } }])).toEqual({
      detail: 'Request was throttled. Expected available in 40 seconds.',
    })
    expect(statusOf([{ code: 'throttled' }])).toBe(429)
  })

  it('have the same order, whatever the fields are called', () => {
    const errors = [
      { code: 'password_too_short', field: 'password' },
      { code: 'too_long', field: '__proto__', params: { max: 32 } },
      { code: 'field_unknown', field: '7' },
      { code: 'pk_unknown', field: 'municipality', params: { pk: 'Ω, x;y=1' } },
      { code: 'field_unknown', field: 'detail' },
      { code: 'password_too_common', field: 'password' },
    ] as const
    const read = readErrors(codesOf(errors), JSON.parse(JSON.stringify(toDialect(errors))))
    expect(read.map(({ code, field }) => [code, field])).toEqual([
      ['field_unknown', '7'],
      ['password_too_short', 'password'],
      ['password_too_common', 'password'],
      ['too_long', '__proto__'],
      ['pk_unknown', 'municipality'],
      ['field_unknown', undefined],
    ])
    expect(read[3]).toMatchObject({ params: { max: '32' } })
    expect(readErrors(codesOf([{ code: 'throttled', params: { seconds: 9 } }]), { detail: 'Wait.' })).toEqual(
      [{ code: 'throttled', message: 'Wait.', params: { seconds: '9' } }],
    )
  })

  it('may be those of a proxy', () => {
    expect(readErrors(null, { email: ['Strange.'], detail: 'Odd.', more: 3 })).toEqual([
      { code: 'unknown', field: 'email', message: 'Strange.' },
      { code: 'unknown', message: 'Odd.' },
    ])
    for (const body of ['<html>', null]) expect(readErrors('required', body)).toEqual([])
  })

  it('have the codes of the specified messages also without the header, from other servers of the dialect', () => {
    const codes = Object.keys(errorRows).filter((code) =>
      /^(email_(taken|invalid)|password_(too_|entirely|incorrect).*|token_invalid)$/.test(code),
    ) as ErrorCode[]
    expect(codes).toHaveLength(10)
    for (const code of codes) expect(readErrors(null, toDialect([{ code }]))).toMatchObject([{ code }])
  })

  it('have few codes for many errors: proxies limit headers', () => {
    const many = Array.from(
      { length: 9_000 },
      (_, place) => ({ code: 'required', field: `f${place}` }) as const,
    )
    expect(codesOf(many).length).toBeLessThan(1_000)
    expect(readErrors(codesOf(many), toDialect(many))).toHaveLength(9_000)
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
