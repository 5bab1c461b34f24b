import css from './chart-tones.module.css'
import type { Tone } from '../lists/tone-icon.tsx'

/** Fill of one of several chart parts: each has its own texture in addition to its colour. */
export const fillOf = (id: string, tone: Tone) => `url(#${id}-${tone})`

/** Class of the only part of a chart: its colour, without a texture. */
export const plainFill: Record<Tone, string | undefined> = {
  amber: css.amber,
  green: css.green,
  orange: css.orange,
}

/** Texture definitions, once per SVG. Amber is solid, green striped, orange dotted. @param id unique on the page */
export const ChartTones = ({ id }: { id: string }) => (
  <defs>
    <pattern id={`${id}-amber`} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect className={css.amber} width="8" height="8" />
    </pattern>
    <pattern
      id={`${id}-green`}
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect className={css.background} width="6" height="6" />
      <rect className={css.green} width="3.5" height="6" />
    </pattern>
    <pattern id={`${id}-orange`} width="6" height="6" patternUnits="userSpaceOnUse">
      <rect className={css.orange} width="6" height="6" />
      <circle className={css.background} cx="3" cy="3" r="1" />
    </pattern>
  </defs>
)
