import type { DayPickerLocale } from 'react-day-picker'
import { el } from 'react-day-picker/locale/el'
import { enUS } from 'react-day-picker/locale/en-US'
import type { Language } from './text.ts'

/** date-fns 4.4 uses a Latin T for the narrow Tuesday, which a Greek screen reader spells in English. */
const day: typeof el.localize.day = (value, options) => el.localize.day(value, options).replaceAll('T', 'Τ')

/** Month and day names by language: Greek months in the nominative alone, in the genitive within a date. */
export const locales: Record<Language, DayPickerLocale> = {
  el: { ...el, localize: { ...el.localize, day } },
  'en-US': enUS,
}
