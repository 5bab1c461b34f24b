import { signUp } from '@portal/contract/accounts.ts'
import { describe, expect, it } from 'vitest'
import { checkWith } from '#web/shared/forms/check-with.ts'
import { check, type Values } from './check.ts'

const valid: Values = {
  first_name: 'Μαρία',
  last_name: 'Παπαδοπούλου',
  telephone: '2101234567',
  municipality: '1',
  email: 'maria@example.gr',
  password: 'ladi-se-fos-24',
  re_password: 'ladi-se-fos-24',
}
const texts = [
  '',
  ' ',
  'x\u0000',
  '\u0000 ',
  'www.example.gr',
  ' Άννα ',
  '210 123',
  '+30 2101234567 ',
  '1',
  'a@b',
  ' a@b.gr ',
  'a b@c.gr',
  '\u200b',
  '\u202aa@b.gr\u202c',
  'a\u200b@b.gr',
  '\u2066(+30) 694\u00a0412\u20113456\u2069',
  'Μα\u200bρία\ufeff',
  ...[32, 33, 150, 151, 254, 255, 1024, 1025].flatMap((length) => [
    'α'.repeat(length),
    `${'1'.repeat(length - 1)} `,
    ` ${'é'.repeat(length)}`,
    `${'a'.repeat(60)}@${'b'.repeat(length > 64 ? length - 64 : 1)}.gr`,
  ]),
]
/** A select element sends one of its values. */
const choices = ['', '1', '326']
const cases = Object.keys(valid).flatMap((field) =>
  (field === 'municipality' ? choices : texts).map((text) => ({ ...valid, [field]: text })),
)

describe('check of the sign-up form', () => {
  const schema = checkWith(signUp.body)
  const withoutDifference = (values: Values) =>
    check(values).filter(({ code }) => code !== 'passwords_differ')

  it('reports the errors of the schema for each field, in its order', () => {
    expect(cases.map(withoutDifference)).toEqual(cases.map(schema))
    const empty = Object.fromEntries(Object.keys(valid).map((field) => [field, ''])) as Values
    expect(withoutDifference(empty)).toEqual(schema(empty))
  })

  it('requires equal passwords once both are filled in', () => {
    expect(check(valid)).toEqual([])
    expect(check({ ...valid, re_password: 'x' })).toEqual([{ code: 'passwords_differ' }])
    expect(check({ ...valid, re_password: '' })).toEqual([{ code: 'blank', field: 're_password' }])
  })
})
