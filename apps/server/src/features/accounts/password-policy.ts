import { dictionary } from '@zxcvbn-ts/language-common'
import type { Owner, PasswordRule } from '@portal/contract/password-rules.ts'
import { breaks } from '@portal/contract/password-rules.ts'
import type { Fault } from '@portal/contract/refusals.ts'
import { passwordRules } from '@portal/contract/refusals.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { greekPasswords } from './greek-passwords.ts'

const common = new Set([...dictionary['passwords-common'], ...greekPasswords])

/** Every rule of portal.md §5 that a new password breaks, in the order of the wire. */
export const brokenRules = (password: string, owner: Owner): PasswordRule[] =>
  passwordRules.filter((rule) =>
    rule === 'password_too_common'
      ? common.has(password.trim().toLowerCase())
      : breaks[rule](password, owner),
  )

/** @throws Refusal with every broken rule, under the field's name */
export function refuseWeak(password: string, owner: Owner, field: 'password' | 'new_password'): void {
  const faults: Fault[] = brokenRules(password, owner).map((code) => ({ code, field }))
  if (faults.length > 0) throw new Refusal(faults)
}
