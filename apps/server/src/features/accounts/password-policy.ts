import { dictionary } from '@zxcvbn-ts/language-common'
import type { Fault, passwordRules } from '@portal/contract/refusals.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { greekPasswords } from './greek-passwords.ts'

type Rule = (typeof passwordRules)[number]
type Owner = { email: string; firstName: string; lastName: string }

const common = new Set([...dictionary['passwords-common'], ...greekPasswords])

/**
 * How alike two texts are, from 0 to 1: letters in common, whatever their order, as Python's
 * `SequenceMatcher.quick_ratio()`, which Django measures passwords with (wire.md).
 */
export function quickRatio(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)]
  if (a.length + b.length === 0) return 1
  const left = new Map<string, number>()
  for (const letter of b) left.set(letter, (left.get(letter) ?? 0) + 1)
  let matches = 0
  for (const letter of a) {
    const n = left.get(letter) ?? 0
    if (n > 0) matches += 1
    left.set(letter, n - 1)
  }
  return (2 * matches) / (a.length + b.length)
}

function isSimilar(password: string, value: string): boolean {
  const whole = value.toLowerCase()
  const parts = [...whole.split(/[^\p{L}\p{N}_]+/u), whole].filter(Boolean)
  return parts.some((part) => quickRatio(password.toLowerCase(), part) >= 0.7)
}

/** Every rule of portal.md §5 that a new password breaks, in the order of the wire. */
export function brokenRules(password: string, owner: Owner): Rule[] {
  const broken: [Rule, boolean][] = [
    ['password_too_similar_email', isSimilar(password, owner.email)],
    ['password_too_similar_first_name', isSimilar(password, owner.firstName)],
    ['password_too_similar_last_name', isSimilar(password, owner.lastName)],
    ['password_too_short', Array.from(password).length < 8],
    ['password_too_common', common.has(password.trim().toLowerCase())],
    ['password_entirely_numeric', /^\p{Nd}+$/u.test(password)],
  ]
  return broken.filter(([, is]) => is).map(([rule]) => rule)
}

/** @throws Refusal with every broken rule, under the field's name */
export function refuseWeak(password: string, owner: Owner, field: 'password' | 'new_password'): void {
  const faults: Fault[] = brokenRules(password, owner).map((code) => ({ code, field }))
  if (faults.length > 0) throw new Refusal(faults)
}
