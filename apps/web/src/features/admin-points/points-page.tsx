import { Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Navigate, NavigationType, useNavigate } from 'react-router'
import { useNavigationType, useParams, useSearchParams } from 'react-router'
import { useToday } from '#web/ui/date-picker/athens-days.ts'
import { ExportButton } from '#web/shared/export/export-button.tsx'
import { pointsFileName } from '#web/shared/export/file-name.ts'
import { KeysHelp } from '#web/shared/keyboard-help/keyboard-help.tsx'
import { useKeys } from '#web/ui/keyboard/keyboard-shortcuts.ts'
import { Page } from '#web/shared/page/page.tsx'
import { useParticipant } from '#web/shared/participants/participants.ts'
import { daysOf } from '#web/shared/period/period.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DensitySwitch } from '#web/ui/controls/density-switch.tsx'
import { useDensity } from '#web/ui/layout/density.ts'
import { isFocusLost } from '#web/ui/layout/focus-lost.ts'
import type { PointsView } from './address.ts'
import { addressOf, noFilters, viewOf } from './address.ts'
import { exportInput, exportRoute } from './api.ts'
import { DateRange, PeriodDays } from '#web/shared/period/date-range.tsx'
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
  // Participant at the time the list was opened: choosing another one closes the list.
  const [openedAt, setOpenedAt] = useState<string>()
  const whose = view.participantId ?? 'everyone'
  const choosing = openedAt === whose
  const list = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  // A changed filter replaces the history entry and starts at page 1.
  const filter = (change: Partial<PointsView>) =>
    void navigate(addressOf({ ...view, page: 1, ...change }), { replace: true })

  const reset = () => {
    filter(noFilters)
    // The clicked button disappears with the empty state.
    heading.current?.focus({ preventScroll: true })
  }

  useEffect(() => {
    if (!choosing) return
    window.scrollTo(0, 0)
    list.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [choosing])

  const isListShown = () => (list.current?.getClientRects().length ?? 0) > 0
  useKeys({
    '/': () => !isListShown() && (setOpenedAt(whose), true),
    Escape: ({ target }) => {
      const inDetail = target instanceof Element && target.closest('[data-rows]') !== null
      if (choosing) {
        setOpenedAt(undefined)
        heading.current?.focus({ preventScroll: true })
        return true
      }
      const row = list.current?.querySelector<HTMLElement>('[data-rows] [tabindex="0"]')
      if (!inDetail || list.current?.contains(target) || !isListShown() || !row) return false
      row.focus()
      return true
    },
  })

  return (
    <Page title={text.title}>
      <AtTop key={`${whose} ${view.page}`} />
      <div className={css.layout} data-density={density}>
        <section
          ref={list}
          id="participants"
          className={css.list}
          data-open={choosing}
          aria-label={text.list}
        >
          <ParticipantFilter view={view} />
        </section>
        <section className={masterDetail.detail} aria-label={text.heading}>
          <div className={css.head}>
            <h1 ref={heading} tabIndex={-1}>
              {text.heading}
            </h1>
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
            <DensitySwitch />
            <KeysHelp />
            <PointsExport view={view} />
          </div>
          <div className={css.filters}>
            <DateRange {...view} onChange={filter} />
          </div>
          <div className={css.shown}>
            <p className={css.whose}>
              <ParticipantName id={view.participantId} />
              <span className={css.dot} aria-hidden="true">
                ·
              </span>
              <span className={css.when}>
                <PeriodDays {...view} />
              </span>
            </p>
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
