import type { Profile } from '@portal/contract/accounts.ts'
import { text } from '../common/text.ts'

/** `barFrom`: the smallest header width that shows the item in the bar; below it the item is under 'Περισσότερα'. */
export type MenuItem = { to: string; label: string; barFrom?: 'computer' | 'wide' }

/** Returns the address of the account's settings; undefined if not signed in. */
export function settingsOf(profile: Profile | null | undefined): string | undefined {
  if (!profile) return undefined
  return profile.is_staff ? '/admin/settings' : '/settings'
}

/** The visitors' menu: rendered as two buttons in the header, and in the slide-over menu. */
export const visitorMenu: MenuItem[] = [
  { to: '/login', label: text.logIn },
  { to: '/signup', label: text.signUp },
]

/** Returns the menu of a signed-in account by its group (portal.md §2, 'Shared header'; §6). */
export function menuFor(profile: Profile | null | undefined): MenuItem[] {
  if (!profile) return []
  if (!profile.is_staff) return [{ to: '/', label: text.home }]
  return [
    { to: '/admin/users', label: text.users },
    { to: '/admin/points', label: text.points },
    { to: '/admin/stickers', label: text.stickers, barFrom: 'wide' },
    // Like the stickers, not one of the three entries of the specification.
    { to: '/admin/dashboard', label: text.overview, barFrom: 'wide' },
    { to: '/admin/settings', label: text.settings, barFrom: 'computer' },
  ]
}
