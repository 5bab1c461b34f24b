import type { DayPickerLocale } from 'react-day-picker'
import { el } from 'react-day-picker/locale/el'
import { enUS } from 'react-day-picker/locale/en-US'
import type { Language } from './text.ts'

/** date-fns 4.4 writes the narrow Tuesday with a Latin T, which a Greek screen reader spells in English. */
const day: typeof el.localize.day = (value, options) => el.localize.day(value, options).replaceAll('T', 'Τ')

/** Names of months and days by language: Greek ones in the nominative by themselves, in the genitive in a date. */
export const locales: Record<Language, DayPickerLocale> = {
  el: { ...el, localize: { ...el.localize, day } },
  'en-US': enUS,
}
