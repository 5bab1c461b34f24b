import { Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ExportButton } from '#web/shared/export/export-button.tsx'
import { KeysHelp } from '#web/shared/keyboard-help/keyboard-help.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { ParticipantList } from '#web/shared/participants/participant-list.tsx'
import { nameOf, useParticipant, useParticipants } from '#web/shared/participants/participants.ts'
import { DateRange, PeriodDays } from '#web/shared/period/date-range.tsx'
import { daysOf } from '#web/shared/period/period.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useToday } from '#web/ui/date-picker/athens-days.ts'
import { useKeys } from '#web/ui/keyboard/keyboard-shortcuts.ts'
import masterDetail from '#web/ui/lists/master-detail.module.css'
import { PersonRow } from '#web/ui/lists/person-row.tsx'
import { addressOf, type AuditView, noFilters, viewOf } from './address.ts'
import { exportInput, exportRoute } from './api.ts'
import css from './audit-page.module.css'
import { AuditResults } from './audit-results.tsx'
import { Choices } from './choices.tsx'
import { text } from './text.ts'

/** /admin/audit, for managers: who did what with whose data, filtered and page by page. */
export function AuditPage() {
  const { participantId } = useParams()
  const [query] = useSearchParams()
  const view = viewOf(participantId, query)
  const navigate = useNavigate()
  const days = daysOf(view.period, view, useToday())
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLElement>(null)
  // User at the time the list was opened: choosing another one closes the list.
  const [openedAt, setOpenedAt] = useState<string>()
  const whose = view.participantId ?? 'everyone'
  const choosing = openedAt === whose

  useEffect(() => {
    if (choosing) list.current?.querySelector('input')?.focus()
  }, [choosing])

  // A changed filter replaces the history entry and starts at page 1.
  const filter = (change: Partial<AuditView>) =>
    void navigate(addressOf({ ...view, page: 1, ...change }), { replace: true })
  const reset = () => {
    filter(noFilters)
    // The clicked button disappears with the empty state.
    heading.current?.focus({ preventScroll: true })
  }
  useKeys({
    '/': () => (list.current?.getClientRects().length ?? 0) === 0 && (setOpenedAt(whose), true),
    Escape: () => choosing && (setOpenedAt(undefined), heading.current?.focus(), true),
  })

  return (
    <Page title={text.title}>
      <div className={css.layout}>
        <section
          ref={list}
          id="participants"
          className={css.list}
          data-open={choosing}
          aria-label={text.list}
        >
          <PersonFilter view={view} />
        </section>
        <section className={masterDetail.detail} aria-label={text.title}>
          <div className={css.head}>
            <div>
              <h1 ref={heading} tabIndex={-1}>
                {text.title}
              </h1>
              <p className={css.whose}>
                {view.participantId === undefined ? text.intro : <PersonName id={view.participantId} />}
                <span className={css.dot} aria-hidden="true">
                  ·
                </span>
                <span className={css.when}>
                  <PeriodDays {...view} />
                </span>
              </p>
            </div>
            <div className={css.tools}>
              <div className={css.change}>
                <Button
                  tone="ghost"
                  aria-expanded={choosing}
                  aria-controls="participants"
                  onClick={() => setOpenedAt(choosing ? undefined : whose)}
                >
                  <Users size={19} aria-hidden="true" />
                  {choosing ? text.closeList : text.changeUser}
                </Button>
              </div>
              <KeysHelp />
            </div>
            <ExportButton route={exportRoute} input={exportInput(view, days)} name="audit.xlsx" />
          </div>
          <div className={css.filters}>
            <Choices view={view} onChange={filter} />
            <DateRange {...view} onChange={filter} />
          </div>
          <AuditResults view={view} days={days} reset={reset} />
        </section>
      </div>
    </Page>
  )
}

/** List of users to filter by. */
function PersonFilter({ view }: { view: AuditView }) {
  const people = useParticipants(view.search)
  return (
    <ParticipantList
      people={people}
      search={view.search}
      current={view.participantId}
      addressOf={({ id }) => addressOf({ ...view, participantId: String(id), page: 1 })}
    >
      <PersonRow
        to={addressOf({ ...view, participantId: undefined, page: 1 })}
        current={view.participantId === undefined}
        sign={<Users size={18} />}
        title={text.everyone}
        subtitle={people.status === 'success' ? people.totalText : '…'}
      />
    </ParticipantList>
  )
}

/** Name of the chosen user; staff and closed accounts are not in the list. */
function PersonName({ id }: { id: string }) {
  const { data, isError } = useParticipant(id)
  if (isError) return text.unknownUser
  return data ? nameOf(data) : '…'
}
