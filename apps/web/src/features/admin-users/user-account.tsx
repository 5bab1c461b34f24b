import { lockReasonNames } from '@portal/contract/security/lock-reasons.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { can } from '@portal/contract/security/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { meOptions } from '#web/api/session.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { classes } from '#web/ui/layout/classes.ts'
import type { ShownOverview } from './api.ts'
import { text } from './text.ts'
import css from './user-sections.module.css'

/** The state of an account: whether it is active, its last sign-in, open claims, and what may keep its owner from using it. */
export function UserAccount({
  account,
  open_claims: claims,
}: Pick<ShownOverview, 'account' | 'open_claims'>) {
  const { role } = useQuery(meOptions).data ?? {}
  const { activated_at, last_sign_in_on, locked, lock, restriction, erasure_due_at, failed_mails } = account
  const isActive = activated_at !== null
  const warnings = [
    lock != null &&
      text.lockedByStaff(lockReasonNames[lock.reason], lock.ends_at && formatDateTime(lock.ends_at)),
    restriction != null && text.restricted,
    locked && text.locked,
    erasure_due_at !== null && text.erasureDue(formatDateTime(erasure_due_at)),
    failed_mails > 0 && text.failedMails(failed_mails),
  ].filter((warning) => warning !== false)
  return (
    <ul className={css.state} aria-label={text.account}>
      <li className={classes(!isActive && css.warning)}>
        {isActive ? (
          <CircleCheck size={18} aria-hidden="true" />
        ) : (
          <TriangleAlert size={18} aria-hidden="true" />
        )}
        {isActive ? text.activeSince(formatDay(activated_at.slice(0, 10))) : text.notActive}
      </li>
      <li>{last_sign_in_on === null ? text.noSignIn : text.lastSignIn(formatDay(last_sign_in_on))}</li>
      {claims?.map(({ id, day }) => (
        <li key={id} className={css.warning}>
          <TriangleAlert size={18} aria-hidden="true" />
          {can(role, endpoints.listClaims.access) ? (
            <Link to={`/admin/claims/${id}`}>{text.openClaim(formatDay(day))}</Link>
          ) : (
            text.openClaim(formatDay(day))
          )}
        </li>
      ))}
      {warnings.map((warning) => (
        <li key={warning} className={css.warning}>
          <TriangleAlert size={18} aria-hidden="true" />
          {warning}
        </li>
      ))}
    </ul>
  )
}
