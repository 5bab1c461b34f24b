/** Roles of staff accounts. Imports nothing, so that the browser loads no schemas with it. */
export const roles = ['clerk', 'manager', 'operator'] as const
export type Role = (typeof roles)[number]

/** As pages, mails and exports call them. */
export const roleNames: Record<Role, string> = {
  clerk: 'Εξυπηρέτηση',
  manager: 'Εποπτεία',
  operator: 'Διαχείριση',
}

const all = roles

/**
 * What each role of staff may do. Every role has what the specification gives staff (portal.md §6); the roles divide the
 * rest: clerks answer people, managers review what staff and partners do, operators administer the accounts of staff.
 * `routes.ts` names the permission of each call; the web app hides what a role may not do.
 */
export const permissions = {
  'participants.read': all,
  'participants.export': all,
  /** Another activation mail, to the address of the account. */
  'participants.resend_activation': all,
  /** Lock and unlock accounts of citizens, and end their sessions. */
  'accounts.lock': ['manager', 'operator'],
  /** Remove the second factor of a citizen who lost it. */
  'accounts.reset_second_factor': ['manager', 'operator'],
  /** A link for a new password, to the address of the account only. */
  'accounts.send_reset': all,
  /** Request another address for the account of a citizen; a second person approves. */
  'accounts.change_email': ['clerk', 'manager'],
  /** Notes of calls. */
  'notes.write': all,
  'notes.delete': ['manager'],
  'points.read': all,
  'points.export': all,
  'dashboard.read': all,
  'stickers.read': all,
  'stickers.issue': all,
  /** Claims of citizens about deliveries that were not credited. */
  'claims.decide': ['clerk', 'manager'],
  /** Who viewed, searched, exported or changed whose data. */
  'audit.read': ['manager'],
  'audit.export': ['manager'],
  /** Flags of unusual sums of points. */
  'flags.resolve': ['manager'],
  /** The second pair of eyes for rates, imports and manual records; never the requester's own. */
  'approvals.decide': ['manager'],
  /** Requests of citizens about their data, restrictions, and the data of restricted accounts. */
  'requests.answer': ['manager'],
  /** Requests on paper: a copy of the data of a citizen, and its erasure. */
  'participants.export_data': ['manager'],
  'participants.erase': ['manager'],
  /** Texts that may mention an erased person. */
  'mentions.decide': ['manager'],
  'staff.manage': ['operator'],
  /** Screens of the console (/admin/manage). */
  'system.read': ['manager', 'operator'],
  'partners.manage': ['operator'],
  /** Request rates; a manager approves. */
  'rates.manage': ['operator'],
  'places.manage': ['operator'],
  'municipalities.manage': ['operator'],
  'brand.manage': ['operator'],
  /** The first steps of a new portal. */
  'portal.set_up': ['operator'],
  /** Legal texts and what they say about the operator. */
  'texts.manage': ['operator'],
  'imports.manage': ['operator'],
  /** What offers cost and bring; define them. */
  'offers.read': ['manager', 'operator'],
  'offers.manage': ['operator'],
  /** Phones and tills of partners, what they sent late, and the settlement with shops. */
  'devices.manage': ['operator'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

/** What an access token of a partner needs: an OAuth scope, or only to be valid. */
export type PartnerAccess = 'partner' | 'points:write' | 'points:read'

/** What the cookie of a phone or till at a partner needs: only to be known, also closed or revoked; or to be open (PIN). */
export type DeskAccess = 'device' | 'desk'

/**
 * Who may make a call: everyone; a sign-in whose second factor is missing; every account; staff whose role has a
 * permission; programs of partners; their devices. Services say whose data a call may read or change.
 */
export type Access = 'anyone' | 'signingIn' | 'signedIn' | Permission | PartnerAccess | DeskAccess

export const isForPartners = (access: Access): access is PartnerAccess =>
  access === 'partner' || access.includes(':')
export const isForDevices = (access: Access): access is DeskAccess => access === 'device' || access === 'desk'
export const isForStaff = (access: Access): access is Permission => access in permissions

/** Whether a role has a permission. Accounts without a role have none. */
export const can = (role: Role | null | undefined, permission: Permission): boolean =>
  role !== null && role !== undefined && (permissions[permission] as readonly Role[]).includes(role)
