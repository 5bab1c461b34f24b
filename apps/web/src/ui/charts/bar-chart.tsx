import { useId, useLayoutEffect, useRef, useState } from 'react'
import { formatCompact } from '#web/lib/format.ts'
import { useTextScale } from '#web/ui/layout/text-size.ts'
import css from './bar-chart.module.css'
import { scaleOf, stack } from './chart-scale.ts'
import { ChartTones, fillOf, plainFill } from './chart-tones.tsx'
import type { Tone } from '../lists/tone-icon.tsx'

export type ChartPart = { label: string; tone: Tone }
export type ChartBar = {
  /** Axis label: '21/11'. */
  label: string
  /** Tooltip: '21/11/2026: 120'. */
  title: string
  /** One number for each part. */
  values: number[]
}

type BarChartProps = {
  parts: ChartPart[]
  bars: ChartBar[]
  /** Ids of the heading and of the summary sentence. */
  labelledBy: string
  describedBy: string
}

/** In pixels at the default text size; `letter` and `labelRoom` are the widths of a letter and of an axis label. */
const sizes = { height: 232, below: 26, above: 10, letter: 7.5, labelRoom: 54 }

/**
 * Stacked bars over time. An image for screen readers: the summary sentence and the table contain the same data, so
 * bars are not focusable.
 */
export function BarChart({ parts, bars, labelledBy, describedBy }: BarChartProps) {
  const id = useId()
  const svg = useRef<SVGSVGElement>(null)
  const width = useWidth(svg)
  const textScale = useTextScale()
  const [height, below, above] = [sizes.height * textScale, sizes.below * textScale, sizes.above * textScale]

  const piles = bars.map(({ values }) => stack(values))
  const scale = scaleOf(piles.flat().map(({ to }) => to))
  const left =
    Math.max(...scale.ticks.map((tick) => formatCompact(tick).length)) * sizes.letter * textScale + 10
  const slot = Math.max(1, width - left - 6) / Math.max(1, bars.length)
  const gap = Math.min(16, slot * 0.28)
  const y = (value: number) =>
    above + ((scale.max - value) / (scale.max - scale.min)) * (height - above - below)
  const fill = (tone: Tone) =>
    parts.length === 1 ? { className: plainFill[tone] } : { fill: fillOf(id, tone) }
  const everySo = Math.ceil((sizes.labelRoom * textScale) / slot)

  return (
    <>
      <svg
        ref={svg}
        className={css.chart}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
      >
        <ChartTones id={id} />
        {scale.ticks.map((tick) => (
          <g key={tick}>
            <line
              className={tick === 0 ? css.zero : css.rule}
              x1={left}
              x2={width}
              y1={y(tick)}
              y2={y(tick)}
            />
            <text className={css.tick} x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
              {formatCompact(tick)}
            </text>
          </g>
        ))}
        {bars.map(({ label, title }, at) => {
          const x = left + at * slot
          return (
            <g key={title} className={css.bar}>
              <title>{title}</title>
              {/* Tooltip target of full height, because small bars are hard to hit. */}
              <rect className={css.slot} x={x} y={above} width={slot} height={height - above - below} />
              {piles[at]?.map(({ from, to }, part) => (
                <rect
                  key={parts[part]?.label}
                  {...fill(parts[part]?.tone ?? 'green')}
                  x={x + gap / 2}
                  y={y(Math.max(from, to))}
                  width={slot - gap}
                  height={Math.abs(y(from) - y(to))}
                />
              ))}
              {at % everySo === 0 && (
                <text className={css.tick} x={x + slot / 2} y={height - 6 * textScale} textAnchor="middle">
                  {label}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      {parts.length > 1 && <Legend parts={parts} />}
    </>
  )
}

/** Legend of the textures. */
export function Legend({ parts }: { parts: ChartPart[] }) {
  const id = useId()
  return (
    <ul className={css.legend}>
      {parts.map(({ label, tone }) => (
        <li key={label}>
          <svg width="18" height="18" aria-hidden="true">
            <ChartTones id={id} />
            <rect width="18" height="18" rx="4" fill={fillOf(id, tone)} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}

/** Returns the rendered width of an element, so that the letters keep their size. */
function useWidth(element: { current: Element | null }): number {
  const [width, setWidth] = useState(640)
  useLayoutEffect(() => {
    const shown = element.current
    if (!shown) return undefined
    const measure = () => setWidth((before) => Math.round(shown.getBoundingClientRect().width) || before)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(shown)
    return () => observer.disconnect()
  }, [element])
  return width
}
