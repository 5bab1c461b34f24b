import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { emailPattern, isPersonName, isTelephone, maxLengths } from '@portal/contract/words/person-fields.ts'
import { cleanEnds, cleanLine } from '@portal/contract/words/pasted-text.ts'
import type { SignUpFields } from './text.ts'

export type Values = Record<SignUpFields, string>

/** Returns the first broken rule of a text. */
function ruleOf(text: string, max: number): ErrorDetail | undefined {
  if (text.includes('\u0000')) return { code: 'null_characters' }
  if (text === '') return { code: 'blank' }
  return text.length > max ? { code: 'too_long', params: { max } } : undefined
}

/** Rule of a line of text, as the server cleans it. */
const line =
  (max: number, code: ErrorDetail['code'], accepts: (text: string) => boolean, clean = cleanLine) =>
  (value: string): ErrorDetail | undefined =>
    ruleOf(clean(value), max) ?? (accepts(clean(value)) ? undefined : { code })

const name = line(maxLengths.name, 'name_invalid', isPersonName)
const password = (value: string) => ruleOf(value, maxLengths.password)

const rules: Record<SignUpFields, (value: string) => ErrorDetail | undefined> = {
  first_name: name,
  last_name: name,
  telephone: line(maxLengths.telephone, 'telephone_invalid', isTelephone),
  municipality: (value) => (value === '' ? { code: 'null' } : undefined),
  email: line(maxLengths.email, 'email_invalid', (text) => emailPattern.test(text), cleanEnds),
  password,
  re_password: password,
}

/**
 * Applies the rules of `signUp.body`, and requires equal passwords (portal.md §5). Without the schema, because zod would
 * be a fifth of the page's code; check.test.ts compares both.
 */
export function check(values: Values): ErrorDetail[] {
  const errors = Object.entries(rules).flatMap(([field, rule]): ErrorDetail[] => {
    const error = rule(values[field as SignUpFields])
    return error ? [{ ...error, field }] : []
  })
  const { password, re_password } = values
  const differ = password !== '' && re_password !== '' && password !== re_password
  return differ ? [...errors, { code: 'passwords_differ' }] : errors
}
