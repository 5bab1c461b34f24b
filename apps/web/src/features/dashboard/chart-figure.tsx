import type { ReactNode } from 'react'
import { useId } from 'react'
import { Table2 } from 'lucide-react'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { formatNumber } from '#web/lib/format.ts'
import css from './chart-figure.module.css'
import { ChartTable } from './chart-table.tsx'
import type { Chart } from './charts.ts'
import { text } from './text.ts'

type ChartFigureProps = {
  chart: Chart
  asTable: boolean
  onToggle: () => void
  /** Full width. */
  wide?: boolean
  /** Replaces the bar chart. */
  children?: ReactNode
}

/** Chart with heading and summary sentence; on demand, the same numbers as a table. */
export function ChartFigure({ chart, asTable, onToggle, wide = false, children }: ChartFigureProps) {
  const id = useId()
  const bars = chart.rows.map(({ axis, label, values }) => ({
    label: axis,
    title: `${label}: ${chart.parts.map((part, at) => (values.length > 1 ? `${part.label} ` : '') + formatNumber(values[at] ?? 0)).join(', ')}`,
    values,
  }))
  return (
    <figure className={classes(css.figure, wide && css.wide)} aria-labelledby={`${id}-title`}>
      <figcaption className="stack column gap-2">
        <div className={css.head}>
          <h2 id={`${id}-title`}>{chart.title}</h2>
          <button type="button" className={css.toggle} aria-pressed={asTable} onClick={onToggle}>
            <Table2 size={18} aria-hidden="true" />
            {text.asTable}
            <Hidden>{chart.title}</Hidden>
          </button>
        </div>
        <p id={`${id}-summary`} className={css.summary}>
          {chart.summary}
        </p>
        {chart.note && <p className="note">{chart.note}</p>}
      </figcaption>
      {asTable ? (
        <ChartTable chart={chart} />
      ) : (
        (children ?? (
          <BarChart
            parts={chart.parts}
            bars={bars}
            labelledBy={`${id}-title`}
            describedBy={`${id}-summary`}
          />
        ))
      )}
    </figure>
  )
}
