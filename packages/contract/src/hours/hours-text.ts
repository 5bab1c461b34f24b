import { inLanguage, type Language } from '../words/language.ts'
import { type Interval, isAlwaysOpen, type OpeningHours, runsOf } from './opening-hours.ts'

const texts = {
  el: {
    days: ['Δευ', 'Τρί', 'Τετ', 'Πέμ', 'Παρ', 'Σάβ', 'Κυρ'],
    always: 'Όλο το 24ωρο',
    daily: 'Κάθε μέρα',
    wholeDay: '24 ώρες',
    closed: 'κλειστά',
    holidays: 'Αργίες',
  },
  en: {
    days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    always: 'Open 24 hours',
    daily: 'Every day',
    wholeDay: '24 hours',
    closed: 'closed',
    holidays: 'Public holidays',
  },
}

/** Formats opening hours: 'Δευ–Παρ 08:00–14:00, 17:00–20:00 · Σάβ 09:00–13:00 · Κυρ κλειστά'. */
export function formatHours(hours: OpeningHours, language: Language): string {
  const text = inLanguage(language, texts)
  if (isAlwaysOpen(hours)) return text.always
  const timesOf = (intervals: Interval[]) => {
    if (intervals.length === 0) return text.closed
    const [{ opens, closes } = { opens: '', closes: '' }] = intervals
    if (opens === '00:00' && closes === '24:00') return text.wholeDay
    return intervals.map(({ opens, closes }) => `${opens}–${closes}`).join(', ')
  }
  const parts = runsOf(hours).map(({ first, last, intervals }) => {
    const [from, to] = [text.days[first] ?? '', text.days[last] ?? '']
    const days = last - first === 6 ? text.daily : first === last ? from : `${from}–${to}`
    return `${days} ${timesOf(intervals)}`
  })
  if (hours.holidays === 'closed') parts.push(`${text.holidays} ${text.closed}`)
  return parts.join(' · ')
}
