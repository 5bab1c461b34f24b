import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NavigationType, useNavigate, useNavigationType, useParams, useSearchParams } from 'react-router'
import { ExportButton } from '#web/lib/export-button.tsx'
import { Page } from '#web/lib/page.tsx'
import { nameOf, participantOptions } from '#web/lib/participants.ts'
import { searchAddress } from '#web/lib/search-address.ts'
import { Button } from '#web/ui/button.tsx'
import { isFocusLost } from '#web/ui/focus-lost.ts'
import type { PointsView } from './address.ts'
import { addressOf, viewOf } from './address.ts'
import { exportInput, exportRoute } from './api.ts'
import { DateRange } from './date-range.tsx'
import { ParticipantList } from './participant-list.tsx'
import css from './points-page.module.css'
import { PointsResults } from './points-results.tsx'
import { text } from './text.ts'

/** The staff's history of points: whose, when, and the records page by page (portal.md §2). */
export function PointsPage() {
  const params = useParams()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const view = viewOf(params, query)
  // Whose records were shown when the list was opened: choosing someone else closes it by itself.
  const [openedAt, setOpenedAt] = useState<string>()
  const whose = view.participantId ?? 'everyone'
  const choosing = openedAt === whose
  const list = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  // A changed filter takes the place of the last one in the history, and begins at the first page.
  const filter = (change: Partial<PointsView>) =>
    void navigate(addressOf({ ...view, page: 1, ...change }), { replace: true })

  const reset = () => {
    filter({ participantId: undefined, from: '', to: '' })
    // The button that was pressed goes with the empty state.
    heading.current?.focus({ preventScroll: true })
  }

  useEffect(() => {
    if (!choosing) return
    window.scrollTo(0, 0)
    list.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [choosing])

  return (
    <Page title={text.title}>
      <AtTop key={`${whose} ${view.page}`} />
      <div className={css.layout}>
        <section
          ref={list}
          id="participants"
          className={css.list}
          data-open={choosing}
          aria-label={text.list}
        >
          {/* A search changes the list, not the records: the page stays. */}
          <ParticipantList
            view={view}
            onSearch={(search) => void navigate(searchAddress(search), { replace: true })}
          />
        </section>
        <section className={css.detail} aria-label={text.heading}>
          <div className={css.tools}>
            <div className={css.heading}>
              <h1 ref={heading} tabIndex={-1}>
                {text.heading}
              </h1>
              <p className={css.whose}>
                {view.participantId === undefined ? text.everyone : <PersonName id={view.participantId} />}
              </p>
            </div>
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
            <DateRange from={view.from} to={view.to} onChange={filter} />
            <ExportButton wire={exportRoute} input={exportInput(view)} name="points.xlsx" />
          </div>
          <PointsResults view={view} reset={reset} />
        </section>
      </div>
    </Page>
  )
}

/** Another page of the records begins at its top; going back returns to where one was. */
function AtTop() {
  const type = useNavigationType()
  useEffect(() => {
    if (type === NavigationType.Pop) return
    window.scrollTo(0, 0)
    // The list that someone was chosen from has closed, or the last page has no 'next' any more.
    if (isFocusLost()) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [type])
  return null
}

function PersonName({ id }: { id: string }) {
  const { data, isError } = useQuery(participantOptions(id))
  if (isError) return text.unknownUser
  return data ? nameOf(data) : '…'
}
