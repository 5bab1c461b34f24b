import type { Profile, updateMe } from '@portal/contract/accounts.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { isPersonName, isTelephone } from '@portal/contract/person-fields.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
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
 * The rules of the server (portal.md §5), field by field: names are required; what was edited since it was `stored` must
 * be a name or a telephone number.
 */
export const checkAgainst =
  (stored: Values) =>
  (values: Values): ErrorDetail[] =>
    (['first_name', 'last_name', 'telephone'] as const).flatMap((field): ErrorDetail[] => {
      const value = values[field].trim()
      if (value === '') return field === 'telephone' ? [] : [{ code: 'blank', field }]
      if (value === stored[field]) return []
      if (field === 'telephone') return isTelephone(value) ? [] : [{ code: 'telephone_invalid', field }]
      return isPersonName(value) ? [] : [{ code: 'name_invalid', field }]
    })

/** What the call takes: empty telephone and municipality as absent (portal.md §5), for staff neither. */
export function changesOf(values: Values, isStaff: boolean): BodyOf<typeof updateMe> {
  const { first_name, last_name, telephone, municipality } = values
  return {
    first_name,
    last_name,
    ...(!isStaff && telephone.trim() !== '' && { telephone }),
    ...(!isStaff && municipality !== '' && { municipality }),
  }
}

/** What the fields hold after an update: the server's values, but for those that were edited while it was under way. */
export function settled(now: Values, sent: Values, saved: Values): Values {
  const entries = names.map((name) => [name, now[name] === sent[name] ? saved[name] : now[name]])
  return Object.fromEntries(entries) as Values
}

/** Was something emptied that the server keeps? */
export const isKept = (sent: Values, saved: Values): boolean =>
  names.some((name) => sent[name].trim() === '' && saved[name] !== '')
