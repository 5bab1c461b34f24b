import { useId } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { Legend } from '#web/ui/charts/bar-chart.tsx'
import { ChartTones, fillOf } from '#web/ui/charts/chart-tones.tsx'
import type { Chart } from './charts.ts'
import { text } from './text.ts'
import css from './town-bars.module.css'

/** Maximum number of bars; the table lists all. */
const maxBars = 15

/** Municipalities by points collected, most first, as a list: name, number and bar. */
export function TownBars({ chart: { rows, parts } }: { chart: Chart }) {
  const id = useId()
  const sources = parts.slice(0, 2)
  const shown = rows.slice(0, maxBars)
  const max = Math.max(
    1,
    ...shown.map(({ values: [oil = 0, reuse = 0] }) => Math.max(0, oil) + Math.max(0, reuse)),
  )
  return (
    <div>
      <ol className={css.list}>
        {shown.map(({ key, label, values }) => {
          const [oil = 0, reuse = 0] = values
          const widths = [oil, reuse].map((value) => (Math.max(0, value) / max) * 100)
          return (
            <li key={key} className={css.town}>
              <span className="medium">{label}</span>
              <span className={css.points}>{formatNumber(oil + reuse)}</span>
              <svg className={css.bar} height="14" aria-hidden="true">
                <ChartTones id={`${id}-${key}`} />
                {sources.map(({ tone }, at) => (
                  <rect
                    key={tone}
                    x={`${at === 0 ? 0 : widths[0]}%`}
                    width={`${widths[at]}%`}
                    height="14"
                    fill={fillOf(`${id}-${key}`, tone)}
                  />
                ))}
              </svg>
            </li>
          )
        })}
      </ol>
      <Legend parts={sources} />
      {rows.length > maxBars && <p className={css.more}>{text.moreTowns(rows.length - maxBars)}</p>}
    </div>
  )
}
