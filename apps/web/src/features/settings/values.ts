import type { Profile, updateMe } from '@portal/contract/accounts.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { isPersonName, isTelephone } from '@portal/contract/words/person-fields.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { cleanLine } from '@portal/contract/words/pasted-text.ts'
import type { SettingsFields } from './text.ts'

export type Values = Record<SettingsFields, string>

export const valuesOf = (profile: Profile): Values => ({
  first_name: profile.first_name,
  last_name: profile.last_name,
  telephone: profile.telephone ?? '',
  municipality: String(profile.municipality ?? ''),
})

const names: SettingsFields[] = ['first_name', 'last_name', 'telephone', 'municipality']

export const isSame = (one: Values, other: Values): boolean =>
  names.every((name) => one[name] === other[name])

/**
 * The server's rules (portal.md §5) by field: names are required; a field that differs from `stored` must be a valid
 * name or telephone number.
 */
export const checkAgainst =
  (stored: Values) =>
  (values: Values): ErrorDetail[] =>
    (['first_name', 'last_name', 'telephone'] as const).flatMap((field): ErrorDetail[] => {
      const value = cleanLine(values[field])
      if (value === '') return field === 'telephone' ? [] : [{ code: 'blank', field }]
      if (value === cleanLine(stored[field])) return []
      if (field === 'telephone') return isTelephone(value) ? [] : [{ code: 'telephone_invalid', field }]
      return isPersonName(value) ? [] : [{ code: 'name_invalid', field }]
    })

/** Returns the request body: empty telephone and municipality are omitted (portal.md §5); for staff both always. */
export function changesOf(values: Values, isStaff: boolean): BodyOf<typeof updateMe> {
  const { first_name, last_name, telephone, municipality } = values
  return {
    first_name,
    last_name,
    ...(!isStaff && cleanLine(telephone) !== '' && { telephone }),
    ...(!isStaff && municipality !== '' && { municipality }),
  }
}

/** Returns the fields after an update: the server's values, except fields edited while the request was running. */
export function settled(now: Values, sent: Values, saved: Values): Values {
  const entries = names.map((name) => [name, now[name] === sent[name] ? saved[name] : now[name]])
  return Object.fromEntries(entries) as Values
}

/** Returns whether the server kept a value that was cleared. */
export const isKept = (sent: Values, saved: Values): boolean =>
  names.some((name) => cleanLine(sent[name]) === '' && saved[name] !== '')
