import * as endpoints from '#web/api/endpoints.ts'
import { can, type Permission } from '@portal/contract/security/permissions.ts'
import type { Site } from '@portal/contract/site.ts'
import type { Profile } from '#web/api/session.ts'
import { text } from '../common/text.ts'

export type MenuItem = {
  to: string
  label: string
  /**
   * The smallest header width that shows the item in the bar; below it, or for 'never', the item is under
   * 'Περισσότερα'.
   */
  barFrom?: 'tablet' | 'computer' | 'wide' | 'never'
  /** Shown only to staff whose role has it. */
  permission?: Permission
  /** Number of items that wait for the reader. */
  count?: number | undefined
}

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

/**
 * Returns the menu of a signed-in account by its group (portal.md §2, 'Shared header'; §6).
 * @param openClaims number that the entry of the claims shows
 */
export function menuFor(
  profile: Profile | null | undefined,
  site: Site | undefined,
  openClaims?: number,
): MenuItem[] {
  if (profile === undefined) return []
  const placesFrom = (barFrom: 'tablet' | 'computer' | 'never') =>
    site?.has_places ? [{ to: '/places', label: text.places, barFrom }] : []
  if (profile === null) return placesFrom('tablet')
  if (!profile.is_staff) {
    const { has_offers, has_desks, has_coupons, has_places } = site ?? {}
    // The bar has room for four.
    const isFull = [has_offers, has_desks, has_coupons, has_places].filter(Boolean).length > 2
    const card = has_offers ? (isFull ? 'never' : 'wide') : 'computer'
    const coupons = has_offers || isFull ? 'never' : 'wide'
    return [
      { to: '/', label: text.home },
      { to: '/settings/stickers', label: text.myStickers },
      ...(has_offers ? [{ to: '/offers', label: text.offers, barFrom: 'computer' } as const] : []),
      ...(has_desks ? [{ to: '/card', label: text.myCard, barFrom: card } as const] : []),
      ...(has_coupons ? [{ to: '/coupons', label: text.myCoupons, barFrom: coupons } as const] : []),
      ...placesFrom(isFull ? 'never' : 'computer'),
    ]
  }
  const items: MenuItem[] = [
    { to: '/admin/users', label: text.users },
    { to: '/admin/points', label: text.points },
    { to: '/admin/stickers', label: text.stickers, barFrom: 'wide' },
    // Like the stickers, not one of the three entries of the specification.
    { to: '/admin/dashboard', label: text.overview, barFrom: 'wide' },
    {
      to: '/admin/claims',
      label: text.claims,
      barFrom: 'wide',
      permission: endpoints.listClaims.access,
      count: openClaims,
    },
    { to: '/admin/checks', label: text.checks, barFrom: 'never', permission: endpoints.listFlags.access },
    { to: '/admin/manage', label: text.manage, barFrom: 'wide', permission: 'system.read' },
    { to: '/admin/audit', label: text.audit, barFrom: 'never', permission: endpoints.listAudit.access },
    { to: '/admin/settings', label: text.settings, barFrom: 'computer' },
  ]
  return items.filter(({ permission }) => permission === undefined || can(profile.role, permission))
}
