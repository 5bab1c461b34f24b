import type { StaffMember } from '@portal/contract/staff.ts'
import { roleNames } from '@portal/contract/security/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { meOptions } from '#web/api/session.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { RowName, Table } from '#web/shared/manage/table.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { type Change, changeTexts, nameOf, text } from './text.ts'

type StaffTableProps = { staff: StaffMember[]; ask: (member: StaffMember, change: Change) => void }

const stateOf = ({ active, has_password }: StaffMember) =>
  !active ? text.disabled : has_password ? text.active : text.waiting

/** Accounts of staff. */
export function StaffTable({ staff, ask }: StaffTableProps) {
  const { data: profile } = useQuery(meOptions)
  return (
    <Table
      title={text.listHeading}
      columns={[text.person, text.role, text.state, text.signedIn, text.actions].map((name) => ({
        name,
        isNamed: name === text.signedIn,
      }))}
      rows={staff.map((member) => ({
        key: member.id,
        cells: [
          <RowName key="name" under={member.email}>
            {nameOf(member)}
          </RowName>,
          roleNames[member.role],
          <span key="state">
            {stateOf(member)}
            {member.active && member.approver && <Approval {...member.approver} />}
          </span>,
          <SignedIn key="time" at={member.signed_in_at} />,
          member.email === profile?.email ? text.you : <Actions key="actions" member={member} ask={ask} />,
        ],
      }))}
    />
  )
}

/** Why a manager does not approve yet. */
const Approval = ({ confirmed, from }: NonNullable<StaffMember['approver']>) => {
  if (confirmed && from === null) return null
  return (
    <span className="muted block">
      {from === null ? text.notConfirmed : text.approvesFrom(formatDateTime(from))}
    </span>
  )
}

const SignedIn = ({ at }: { at: string | null }) =>
  at === null ? (
    text.never
  ) : (
    <time className="nowrap" dateTime={at}>
      {formatDateTime(at)}
    </time>
  )

const Actions = ({ member, ask }: Pick<StaffTableProps, 'ask'> & { member: StaffMember }) => (
  <div className="flex wraps gap-2">
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
