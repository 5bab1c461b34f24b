import { auditActionNames, auditActions, auditActorKinds } from '@portal/contract/security/audit.ts'
import { auditActorKindNames } from '@portal/contract/security/audit-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from '#web/ui/forms/select.tsx'
import type { AuditView } from './address.ts'
import { staffOptions } from './api.ts'
import css from './audit-page.module.css'
import { text } from './text.ts'

const actions = auditActions
  .map((value) => ({ value, label: auditActionNames[value] }))
  .sort((one, other) => one.label.localeCompare(other.label, 'el'))
const kinds = auditActorKinds.map((value) => ({ value, label: auditActorKindNames[value] }))

type ChoicesProps = { view: AuditView; onChange: (change: Partial<AuditView>) => void }

/** Selects for staff member, action and kind of actor. */
export function Choices({ view, onChange }: ChoicesProps) {
  const { data: staff = [] } = useQuery(staffOptions)
  const people = staff.map(({ id, name, email, active }) => ({
    value: String(id),
    label: `${name || email}${active ? '' : ` (${text.inactive})`}`,
  }))
  return (
    <div className={css.choices}>
      <Select
        label={text.staff}
        value={view.staff}
        choices={[{ value: '', label: text.allStaff }, ...people]}
        onChange={({ target }) => onChange({ staff: target.value })}
      />
      <Select
        label={text.action}
        value={view.action}
        choices={[{ value: '', label: text.allActions }, ...actions]}
        onChange={({ target }) => onChange({ action: target.value })}
      />
      <Select
        label={text.kind}
        value={view.kind}
        choices={[{ value: '', label: text.allKinds }, ...kinds]}
        onChange={({ target }) => onChange({ kind: target.value })}
      />
    </div>
  )
}
