import type { StaffMember } from '@portal/contract/staff.ts'
import type { Role } from '@portal/contract/security/permissions.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { RoleField, roleOf } from './role-field.tsx'
import { type Change, changeTexts, labels, nameOf, text } from './text.ts'

/** A confirmed change. `role` is the chosen one; it matters only if `change` is 'role'. */
export type Confirmed = { member: StaffMember; change: Change; role: Role }

type ChangeDialogProps = {
  member: StaffMember
  change: Change
  onCancel: () => void
  onConfirm: (confirmed: Confirmed) => void
}

/** Asks before a change to an account, with the name of the person. */
export function ChangeDialog({ member, change, onCancel, onConfirm }: ChangeDialogProps) {
  const [role, setRole] = useState(member.role)
  const { question, means, button } = changeTexts[change]
  return (
    <ConfirmDialog
      title={question}
      cancel={{ label: text.cancel, action: onCancel }}
      confirm={{ label: button, action: () => onConfirm({ member, change, role }) }}
    >
      <div className="stack gap-3">
        <p>
          <b>{nameOf(member)}</b>, {member.email}
        </p>
        {change === 'role' && (
          <RoleField
            label={labels.role}
            name="role"
            value={role}
            onChange={({ target }) => setRole(roleOf(target.value) ?? role)}
          />
        )}
        <p>{means}</p>
      </div>
    </ConfirmDialog>
  )
}
