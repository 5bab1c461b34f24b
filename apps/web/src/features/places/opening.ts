/** What a page shows of opening hours; it loads after the list. */
import { formatHours as format } from '@portal/contract/hours/hours-text.ts'
import { openState, type OpenState } from '@portal/contract/hours/open-state.ts'
import type { OpeningHours } from '@portal/contract/hours/opening-hours.ts'
import type { Place } from '@portal/contract/places.ts'
import { DoorClosed, DoorOpen, Info } from 'lucide-react'
import { inLanguage, language } from '#web/lib/language.ts'

const text = inLanguage({
  el: {
    open: 'Ανοιχτό τώρα',
    closed: 'Κλειστό',
    closes: (when: string) => `κλείνει ${when}`,
    opens: (when: string) => `ανοίγει ${when}`,
    tomorrow: 'αύριο',
    weekdays: [
      'τη Δευτέρα',
      'την Τρίτη',
      'την Τετάρτη',
      'την Πέμπτη',
      'την Παρασκευή',
      'το Σάββατο',
      'την Κυριακή',
    ],
    date: (day: string) => `στις ${day}`,
    midnight: 'τα μεσάνυχτα',
    // 'στη μία', but 'στις δύο'.
    time: (time: string) => `${time.startsWith('01') ? 'στη' : 'στις'} ${time}`,
  },
  en: {
    open: 'Open now',
    closed: 'Closed',
    closes: (when: string) => `closes ${when}`,
    opens: (when: string) => `opens ${when}`,
    tomorrow: 'tomorrow',
    weekdays: [
      'on Monday',
      'on Tuesday',
      'on Wednesday',
      'on Thursday',
      'on Friday',
      'on Saturday',
      'on Sunday',
    ],
    date: (day: string) => `on ${day}`,
    midnight: 'at midnight',
    time: (time: string) => `at ${time}`,
  },
})

export const icons = { open: DoorOpen, closed: DoorClosed, note: Info }

/** @returns whether a place is open; undefined without opening hours */
export const stateOf = ({ opening_hours, closed }: Place, instant: Date): OpenState | undefined =>
  opening_hours ? openState(opening_hours, closed, instant) : undefined

/** 'Δευ–Παρ 08:00–14:00 · Σάβ–Κυρ κλειστά', in the language of the page */
export const formatHours = (hours: OpeningHours): string => format(hours, language)

/** Whether the text of a place is more than its opening hours in Greek. */
export const hasNote = ({ hours, opening_hours }: Place): boolean =>
  !opening_hours || hours !== format(opening_hours, 'el')

/** 'Ανοιχτό τώρα · κλείνει στις 14:00', 'Κλειστό · ανοίγει αύριο στις 08:00' */
export function openLine({ open, change }: OpenState): string {
  const state = open ? text.open : text.closed
  if (!change) return state
  const { day, inDays, weekday, time } = change
  const [, month, date] = day.split('-')
  const dayText =
    inDays === 0
      ? ''
      : inDays === 1
        ? text.tomorrow
        : inDays < 7
          ? (text.weekdays[weekday] ?? '')
          : text.date(`${date}/${month}`)
  const timeText = time === '24:00' ? text.midnight : text.time(time)
  const when = [dayText, timeText].filter(Boolean).join(' ')
  return `${state} · ${open ? text.closes(when) : text.opens(when)}`
}
