import type { Profile } from '@portal/contract/accounts.ts'
import { text } from './text.ts'

export type MenuItem = { to: string; label: string }

/** The menu of each group (portal.md, 'Shared header'). A visitor has only the two buttons, so no menu. */
export function menuFor(profile: Profile | null | undefined): MenuItem[] {
  if (!profile) return []
  if (!profile.is_staff) return [{ to: '/', label: text.home }]
  return [
    { to: '/admin/users', label: text.users },
    { to: '/admin/points', label: text.points },
  ]
}
