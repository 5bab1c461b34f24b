import type { StaffMember } from '@portal/contract/staff.ts'
import { roleNames } from '@portal/contract/security/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { meOptions } from '#web/api/session.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import css from './staff-page.module.css'
import { type Change, changeTexts, nameOf, text } from './text.ts'

type StaffTableProps = { staff: StaffMember[]; ask: (member: StaffMember, change: Change) => void }

const stateOf = ({ active, has_password }: StaffMember) =>
  !active ? text.disabled : has_password ? text.active : text.waiting

/** Accounts of staff: a table, on narrow screens cards. */
// Some browsers drop the table semantics of a table displayed as cards; the roles restore them for screen readers.
export function StaffTable({ staff, ask }: StaffTableProps) {
  const { data: profile } = useQuery(meOptions)
  return (
    <div className="scrolls">
      <table className={css.table} role="table" aria-labelledby="staff">
        <thead role="rowgroup">
          <tr role="row">
            {[text.person, text.role, text.state, text.signedIn, text.actions].map((column) => (
              <th key={column} role="columnheader">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {staff.map((member) => (
            <tr key={member.id} role="row">
              <th scope="row" role="rowheader" className={css.name}>
                {nameOf(member)}
                <span className={css.email}>{member.email}</span>
              </th>
              <td role="cell">{roleNames[member.role]}</td>
              <td role="cell">
                {stateOf(member)}
                {member.active && member.approver && <Approval {...member.approver} />}
              </td>
              <td role="cell" className="nowrap">
                <SignedIn at={member.signed_in_at} />
              </td>
              <td role="cell">
                {member.email === profile?.email ? text.you : <Actions member={member} ask={ask} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Why a manager does not approve yet. */
const Approval = ({ confirmed, from }: NonNullable<StaffMember['approver']>) => {
  if (confirmed && from === null) return null
  return (
    <span className={css.email}>
      {from === null ? text.notConfirmed : text.approvesFrom(formatDateTime(from))}
    </span>
  )
}

const SignedIn = ({ at }: { at: string | null }) => (
  <>
    <span className={css.label} aria-hidden="true">
      {text.signedIn}:{' '}
    </span>
    {at === null ? text.never : <time dateTime={at}>{formatDateTime(at)}</time>}
  </>
)

const Actions = ({ member, ask }: Pick<StaffTableProps, 'ask'> & { member: StaffMember }) => (
  <div className={css.actions}>
    {(member.active ? (['role', 'endSessions', 'disable'] as const) : (['enable', 'anonymize'] as const)).map(
      (change) => (
        <Button
          key={change}
          tone="ghost"
          aria-label={text.buttonOf(changeTexts[change].button, nameOf(member))}
          onClick={() => ask(member, change)}
        >
          {changeTexts[change].button}
        </Button>
      ),
    )}
  </div>
)
