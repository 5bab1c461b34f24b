import { Users } from 'lucide-react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ExportButton } from '#web/shared/export/export-button.tsx'
import { KeysHelp } from '#web/shared/keyboard-help/keyboard-help.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { ListToggle, ShownRange, useListToggle } from '#web/shared/participants/beside-list.tsx'
import beside from '#web/shared/participants/beside-list.module.css'
import { text as listText } from '#web/shared/participants/participant-list-text.ts'
import { ParticipantList } from '#web/shared/participants/participant-list.tsx'
import { nameOf, useParticipant, useParticipants } from '#web/shared/participants/api.ts'
import { DateRange } from '#web/shared/period/date-range.tsx'
import { daysOf } from '#web/shared/period/period.ts'
import { useToday } from '#web/ui/date-picker/athens-days.ts'
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
  const { listProps, heading, open, toggle } = useListToggle(view.participantId ?? 'everyone')

  // A changed filter replaces the history entry and starts at page 1.
  const filter = (change: Partial<AuditView>) =>
    void navigate(addressOf({ ...view, page: 1, ...change }), { replace: true })
  const reset = () => {
    filter(noFilters)
    // The clicked button disappears with the empty state.
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <Page title={text.title}>
      <div className={beside.layout}>
        <section {...listProps} className={beside.list} aria-label={listText.list}>
          <PersonFilter view={view} />
        </section>
        <section className={masterDetail.detail} aria-label={text.title}>
          <div className={beside.head}>
            <div>
              <h1 ref={heading} className="text-xl" tabIndex={-1}>
                {text.title}
              </h1>
              <ShownRange range={view}>
                {view.participantId === undefined ? text.intro : <PersonName id={view.participantId} />}
              </ShownRange>
            </div>
            <div className="row wraps gap-2">
              <ListToggle open={open} toggle={toggle} />
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
