import { useEffect } from 'react'
import { Navigate, NavigationType, useNavigate } from 'react-router'
import { useNavigationType, useParams, useSearchParams } from 'react-router'
import { useToday } from '#web/ui/date-picker/athens-days.ts'
import { ExportButton } from '#web/shared/export/export-button.tsx'
import { pointsFileName } from '#web/shared/export/file-name.ts'
import { KeysHelp } from '#web/shared/keyboard-help/keyboard-help.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { ListToggle, ShownRange, useListToggle } from '#web/shared/participants/beside-list.tsx'
import beside from '#web/shared/participants/beside-list.module.css'
import { text as listText } from '#web/shared/participants/participant-list-text.ts'
import { useParticipant } from '#web/shared/participants/api.ts'
import { daysOf } from '#web/shared/period/period.ts'
import { DensitySwitch } from '#web/ui/controls/density-switch.tsx'
import { useDensity } from '#web/ui/layout/density.ts'
import { isFocusLost } from '#web/ui/layout/focus-lost.ts'
import type { PointsView } from './address.ts'
import { addressOf, noFilters, viewOf } from './address.ts'
import { exportInput, exportRoute } from './api.ts'
import { DateRange } from '#web/shared/period/date-range.tsx'
import masterDetail from '#web/ui/lists/master-detail.module.css'
import css from './points-page.module.css'
import { PointsTotals } from './points-totals.tsx'
import { PointsResults } from './points-results.tsx'
import { text } from './text.ts'
import { ParticipantFilter, ParticipantName } from './participant-filter.tsx'

/** The staff's points history: participant, days, and the records page by page (portal.md §2). */
export function PointsPage() {
  const params = useParams()
  const [query] = useSearchParams()
  const view = viewOf(params, query)
  // Redirect invalid page numbers, and the explicit page 1, to the address of the first page.
  return params['page'] === String(view.page) ? (
    <History view={view} />
  ) : (
    <Navigate to={addressOf(view)} replace />
  )
}

function History({ view }: { view: PointsView }) {
  const navigate = useNavigate()
  const density = useDensity()
  const whose = view.participantId ?? 'everyone'
  const { listProps, heading, open, toggle } = useListToggle(whose)

  // A changed filter replaces the history entry and starts at page 1.
  const filter = (change: Partial<PointsView>) =>
    void navigate(addressOf({ ...view, page: 1, ...change }), { replace: true })

  const reset = () => {
    filter(noFilters)
    // The clicked button disappears with the empty state.
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <Page title={text.title}>
      <AtTop key={`${whose} ${view.page}`} />
      <div className={beside.layout} data-density={density}>
        <section {...listProps} className={beside.list} aria-label={listText.list}>
          <ParticipantFilter view={view} />
        </section>
        <section className={masterDetail.detail} aria-label={text.heading}>
          <div className={beside.head}>
            <h1 ref={heading} className="text-xl" tabIndex={-1}>
              {text.heading}
            </h1>
            <ListToggle open={open} toggle={toggle} />
            <DensitySwitch />
            <KeysHelp />
            <PointsExport view={view} />
          </div>
          <div className={css.filters}>
            <DateRange {...view} onChange={filter} />
          </div>
          <div className={css.shown}>
            <ShownRange range={view}>
              <ParticipantName id={view.participantId} />
            </ShownRange>
            <PointsTotals view={view} />
          </div>
          <PointsResults view={view} reset={reset} />
        </section>
      </div>
    </Page>
  )
}

/** Excel export of all records that match the filters, on all pages. */
function PointsExport({ view }: { view: PointsView }) {
  const days = daysOf(view.period, view, useToday())
  const lastName = useParticipant(view.participantId).data?.last_name
  const input = exportInput({ participantId: view.participantId, ...days })
  return <ExportButton route={exportRoute} input={input} name={pointsFileName(lastName, days)} />
}

/** Scrolls to the top on another page of the records; on Back the browser restores the position. */
function AtTop() {
  const type = useNavigationType()
  useEffect(() => {
    if (type === NavigationType.Pop) return
    window.scrollTo(0, 0)
    // The focused element is gone: the list has closed, or the last page has no 'next' link.
    if (isFocusLost()) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [type])
  return null
}
