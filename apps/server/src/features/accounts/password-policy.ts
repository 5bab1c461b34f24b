import { dictionary } from '@zxcvbn-ts/language-common'
import { asGreekKeys, fold } from '@portal/contract/words/greek-letters.ts'
import type { Owner, PasswordRule } from '@portal/contract/password-rules.ts'
import { breaks, isPattern, passwordRules, plainLatin } from '@portal/contract/password-rules.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { greekWords } from '#server/lib/security/greek-passwords.ts'

const common = new Set(dictionary['passwords-common'])

// Only the first 1000 entries of the English list (ranked by frequency) count as words: later ones include common
// surnames.
const words = new Set([
  ...greekWords.map(fold),
  ...greekWords.map(plainLatin),
  ...dictionary['passwords-common'].slice(0, 1000).filter((word) => /^[a-z]{3,}$/.test(word)),
])

const isWord = (word: string) =>
  words.has(word) || words.has(plainLatin(word)) || words.has(asGreekKeys(word))

/**
 * Returns all rules of portal.md §5 that a new password breaks, in the order of the dialect. A word with digits
 * counts as too common, unless the password already breaks a similarity rule: a name with digits is one error, as in
 * Django.
 */
export function brokenRules(password: string, owner: Owner): PasswordRule[] {
  const broken = new Set<PasswordRule>(
    passwordRules.filter((rule) => rule !== 'password_too_common' && breaks[rule](password, owner)),
  )
  const similar = [...broken].some((rule) => rule.startsWith('password_too_similar'))
  if (common.has(password.trim().toLowerCase()) || (!similar && isPattern(password, isWord)))
    broken.add('password_too_common')
  return passwordRules.filter((rule) => broken.has(rule))
}

/** @throws ApiError with one error per broken rule, for the given field */
export function assertStrongPassword(
  password: string,
  owner: Owner,
  field: 'password' | 'new_password',
): void {
  const errors: ErrorDetail[] = brokenRules(password, owner).map((code) => ({ code, field }))
  if (errors.length > 0) throw new ApiError(errors)
}
