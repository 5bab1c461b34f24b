import { type Role, roleNames, roles } from '@portal/contract/security/permissions.ts'
import type { ComponentProps } from 'react'
import { Select } from '#web/ui/forms/select.tsx'
import { roleMeanings } from './text.ts'

const choices = roles.map((role) => ({ value: role, label: roleNames[role] }))

/** Returns the role of a select's value; undefined if none is chosen. */
export const roleOf = (value: string): Role | undefined => roles.find((role) => role === value)

/** Select of a role; its hint says what the chosen one may do. */
export function RoleField({ value, ...select }: Omit<ComponentProps<typeof Select>, 'choices' | 'hint'>) {
  const role = roleOf(String(value))
  return <Select {...select} value={value} choices={choices} hint={role && roleMeanings[role]} />
}
