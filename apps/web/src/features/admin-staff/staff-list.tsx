import type { StaffMember } from '@portal/contract/staff.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { staffOptions, useStaffChanges } from './api.ts'
import { ChangeDialog, type Confirmed } from './change-dialog.tsx'
import css from './staff-page.module.css'
import { StaffTable } from './staff-table.tsx'
import { type Change, changeSentences, changeTexts, nameOf, text } from './text.ts'

type Outcome = { tone: 'success' | 'error'; title: string; text?: string }

const errorText = (error: unknown) => problemText(changeSentences, error)

/** Accounts of staff, and changes to them after a question with the person's name. */
export function StaffList() {
  const { data, isError, isFetched, refetch } = useQuery(staffOptions)
  const { setRole, ...changes } = useStaffChanges()
  const [asking, setAsking] = useState<{ member: StaffMember; change: Change }>()
  const [outcome, setOutcome] = useState<Outcome>()
  const section = useRef<HTMLElement>(null)

  useEffect(() => {
    // The pressed button may be elsewhere now: the list is sorted by state.
    if (outcome) section.current?.querySelector<HTMLElement>('[data-success], [data-problem]')?.focus()
  }, [outcome])

  const run = async ({ member, change, role }: Confirmed) => {
    setAsking(undefined)
    setOutcome(undefined)
    try {
      if (change === 'role') await setRole(member.id, role)
      else await changes[change](member.id)
      setOutcome({ tone: 'success', title: changeTexts[change].done(nameOf(member)) })
    } catch (error) {
      setOutcome({ tone: 'error', title: text.notChanged, text: errorText(error) })
    }
  }

  return (
    <section ref={section} className={css.list} aria-labelledby="staff">
      <h2 className={css.heading} id="staff">
        {text.listHeading}
      </h2>
      {outcome && (
        <div className={css.outcome}>
          <Notice tone={outcome.tone} title={outcome.title}>
            {outcome.text && <p>{outcome.text}</p>}
          </Notice>
        </div>
      )}
      {!data && isError && <ErrorState title={text.failed} retry={() => void refetch()} />}
      {!data && !isError && <LoadingPlaceholder isFirst={!isFetched} />}
      {data && <StaffTable staff={data} ask={(member, change) => setAsking({ member, change })} />}
      {asking && (
        <ChangeDialog
          {...asking}
          onCancel={() => setAsking(undefined)}
          onConfirm={(confirmed) => void run(confirmed)}
        />
      )}
    </section>
  )
}

const LoadingPlaceholder = ({ isFirst }: { isFirst: boolean }) => (
  <LoadingPart className={css.waiting} isFirst={isFirst}>
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} width="100%" height="1.5rem" />
    ))}
  </LoadingPart>
)
