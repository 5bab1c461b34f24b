import type { StaffMember } from '@portal/contract/staff.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { useOutcome } from '#web/shared/manage/outcome.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { staffOptions, useStaffChanges } from './api.ts'
import { ChangeDialog, type Confirmed } from './change-dialog.tsx'
import { StaffTable } from './staff-table.tsx'
import { type Change, changeSentences, changeTexts, nameOf, text } from './text.ts'

/** Accounts of staff, and changes to them after a question with the person's name. */
export function StaffList() {
  const { setRole, ...changes } = useStaffChanges()
  const [asking, setAsking] = useState<{ member: StaffMember; change: Change }>()
  const { place, outcome, attempt } = useOutcome()
  const run = ({ member, change, role }: Confirmed) => {
    setAsking(undefined)
    void attempt(
      async () => {
        if (change === 'role') await setRole(member.id, role)
        else await changes[change](member.id)
        return changeTexts[change].done(nameOf(member))
      },
      text.notChanged,
      changeSentences,
    )
  }
  return (
    <Panel title={text.listHeading} place={place}>
      {outcome}
      <Loaded query={useQuery(staffOptions)} failed={text.failed}>
        {(staff) => <StaffTable staff={staff} ask={(member, change) => setAsking({ member, change })} />}
      </Loaded>
      {asking && <ChangeDialog {...asking} onCancel={() => setAsking(undefined)} onConfirm={run} />}
    </Panel>
  )
}
