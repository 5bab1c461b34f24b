import type { Profile, updateMe } from '@portal/contract/accounts.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import type { Fault } from '@portal/contract/refusals.ts'
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

/** The names must be there; what else may be wrong with them, the server says. */
export const check = ({ first_name, last_name }: Values): Fault[] =>
  Object.entries({ first_name, last_name }).flatMap(([field, value]): Fault[] =>
    value.trim() === '' ? [{ code: 'blank', field }] : [],
  )

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
