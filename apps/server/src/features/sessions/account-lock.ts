/** The lock of an account by staff, as read with the account. */
type Lock = { lockedAt: Date | null; lockEndsAt: Date | null }

/** Whether staff have locked an account: sign-ins are rejected, and its sessions are void. */
export const isLocked = ({ lockedAt, lockEndsAt }: Lock, now: Date): boolean =>
  lockedAt !== null && (lockEndsAt === null || lockEndsAt > now)
