import type { Obstacle } from './limits.ts'

/** The component's texts in one language. Days are passed as formatted in the field. */
export type Texts = {
  today: string
  nextMonth: string
  previousMonth: string
  nextYear: string
  previousYear: string
  clear: string
  calendar: string
  navigation: string
  loading: string
  failed: string
  retry: string
  keys: string
  /** Screen reader texts before today's name, and after that of a selected day. */
  isToday: (name: string) => string
  isSelected: (name: string) => string
  notADate: (example: string) => string
  rejected: Record<Obstacle, (day: string, limit: string) => string>
}

const el: Texts = {
  today: 'Σήμερα',
  nextMonth: 'Επόμενος μήνας',
  previousMonth: 'Προηγούμενος μήνας',
  nextYear: 'Επόμενο έτος',
  previousYear: 'Προηγούμενο έτος',
  clear: 'Καθαρισμός',
  calendar: 'Ημερολόγιο',
  navigation: 'Μήνας και έτος',
  loading: 'Το ημερολόγιο φορτώνεται…',
  failed: 'Το ημερολόγιο δεν φορτώθηκε.',
  retry: 'Νέα προσπάθεια',
  keys: 'Με το κάτω βέλος μπαίνετε στο ημερολόγιο.',
  isToday: (name) => `Σήμερα, ${name}`,
  isSelected: (name) => `${name}, επιλεγμένη`,
  notADate: (example) => `Αυτό που γράψατε δεν είναι ημερομηνία. Γράψτε, για παράδειγμα, ${example}.`,
  rejected: {
    'too early': (day, limit) => `Η ημερομηνία ${day} δεν γίνεται δεκτή: επιλέξτε από ${limit} και μετά.`,
    'too late': (day, limit) => `Η ημερομηνία ${day} δεν γίνεται δεκτή: επιλέξτε έως και ${limit}.`,
    'not offered': (day) => `Η ημερομηνία ${day} δεν είναι διαθέσιμη. Επιλέξτε άλλη.`,
  },
}

const enUS: Texts = {
  today: 'Today',
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  clear: 'Clear',
  calendar: 'Calendar',
  navigation: 'Month and year',
  loading: 'The calendar is loading…',
  failed: 'The calendar could not be loaded.',
  retry: 'Try again',
  keys: 'The down arrow leads into the calendar.',
  isToday: (name) => `Today, ${name}`,
  isSelected: (name) => `${name}, selected`,
  notADate: (example) => `What you typed is not a date. Write, for example, ${example}.`,
  rejected: {
    'too early': (day, limit) => `${day} can't be chosen: choose ${limit} or later.`,
    'too late': (day, limit) => `${day} can't be chosen: choose ${limit} or earlier.`,
    'not offered': (day) => `${day} is not available. Choose another date.`,
  },
}

export type Language = 'el' | 'en-US'

export const texts: Record<Language, Texts> = { el, 'en-US': enUS }

const languages: Readonly<Record<string, Language>> = {
  el: 'el',
  'el-GR': 'el',
  en: 'en-US',
  'en-US': 'en-US',
}

/** Returns the language of a locale; undefined for an unsupported one. */
export const languageOf = (locale: string): Language | undefined =>
  Object.hasOwn(languages, locale) ? languages[locale] : undefined
