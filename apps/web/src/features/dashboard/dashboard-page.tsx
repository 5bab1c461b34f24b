import type { Dashboard } from '@portal/contract/dashboard.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { useToday } from '#web/ui/date-picker/athens-days.ts'
import { KeysHelp } from '#web/shared/keyboard-help/keyboard-help.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { DateRange } from '#web/shared/period/date-range.tsx'
import { daysOf, periodNames, type Range } from '#web/shared/period/period.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { dashboardOptions } from './api.ts'
import { ChartFigure } from './chart-figure.tsx'
import { chartsOf, townsOf } from './charts.ts'
import css from './dashboard-page.module.css'
import { spanLabel } from './labels.ts'
import { text } from './text.ts'
import { Totals } from './totals.tsx'
import { TownBars } from './town-bars.tsx'
import { type DashboardView, searchOf, viewOf } from './view.ts'

/** The staff's dashboard: points given and spent in a period, as totals, charts and tables. */
export function DashboardPage() {
  const [query] = useSearchParams()
  const view = viewOf(query)
  const days = daysOf(view.period, view, useToday())
  const navigate = useNavigate()
  const { data, isError, isFetched, isPlaceholderData, refetch } = useQuery({
    ...dashboardOptions(days),
    // Keep the last period until the next one is loaded.
    placeholderData: keepPreviousData,
  })

  // Back returns to the last period, not to the last of its days.
  const choose = (range: Range) =>
    void navigate({ search: searchOf({ ...view, ...range }) }, { replace: range.period === view.period })

  return (
    <Page title={text.title}>
      <div className={css.page}>
        <div className="stack gap-4">
          <div className={css.heading}>
            <div>
              <h1 tabIndex={-1}>{text.title}</h1>
              <p className={css.intro}>{text.intro}</p>
            </div>
            <KeysHelp />
          </div>
          <div className={css.periods}>
            <DateRange {...view} onChange={choose} />
          </div>
        </div>
        {/* The shown days; announced by screen readers when the period changes. */}
        <p className={css.span} role="status">
          {data?.period && !isPlaceholderData && spanLabel(data.period)}
        </p>
        {data ? (
          <div className={classes(css.content, isPlaceholderData && 'stale')} aria-busy={isPlaceholderData}>
            <Content data={data} view={view} />
          </div>
        ) : isError ? (
          <ErrorState title={text.failed} retry={() => void refetch()} />
        ) : (
          <LoadingPlaceholder isFirst={!isFetched} />
        )}
      </div>
    </Page>
  )
}

function Content({ data, view }: { data: Dashboard; view: DashboardView }) {
  const navigate = useNavigate()
  if (data.totals.records === 0 && data.totals.new_accounts === 0)
    return (
      <EmptyState icon={ChartColumn} title={text.empty}>
        {view.period !== 'all' && (
          <ButtonLink tone="ghost" to={{ search: searchOf({ ...view, period: 'all' }) }}>
            {periodNames.all}
          </ButtonLink>
        )}
      </EmptyState>
    )
  // Switching between chart and table replaces the history entry: Back returns to the last period.
  const toggle = (id: string) => {
    const tables = view.tables.includes(id)
      ? view.tables.filter((table) => table !== id)
      : [...view.tables, id]
    void navigate({ search: searchOf({ ...view, tables }) }, { replace: true })
  }
  const towns = townsOf(data)
  const shown = (id: string) => ({ asTable: view.tables.includes(id), onToggle: () => toggle(id) })
  return (
    <>
      <Totals data={data} />
      <div className={css.charts}>
        {chartsOf(data).map((chart) => (
          <ChartFigure key={chart.id} chart={chart} {...shown(chart.id)} />
        ))}
        <ChartFigure chart={towns} {...shown(towns.id)} wide>
          <TownBars chart={towns} />
        </ChartFigure>
      </div>
      <section className={css.meaning} aria-labelledby="meaning">
        <h2 id="meaning">{text.meaning}</h2>
        <ul>
          {text.meanings.map((meaning) => (
            <li key={meaning}>{meaning}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

const LoadingPlaceholder = ({ isFirst }: { isFirst: boolean }) => (
  <LoadingPart className={css.content} isFirst={isFirst}>
    <Skeleton width="100%" height="6rem" />
    <Skeleton width="100%" height="20rem" />
    <Skeleton width="100%" height="20rem" />
  </LoadingPart>
)
