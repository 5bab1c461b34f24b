import { formatSigned } from '#web/lib/format.ts'

/** '+12%', '−5%', '±0%'; empty if the previous value is zero. */
export function changeOf(now: number, before: number): string {
  if (before <= 0) return ''
  const percent = Math.round(((now - before) / before) * 100)
  return percent === 0 ? '±0%' : `${formatSigned(percent)}%`
}
