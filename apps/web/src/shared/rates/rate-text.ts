import { plural } from '@portal/contract/words/plural.ts'
import { formatDecimal } from '#web/lib/format.ts'
import { looksOf } from '#web/shared/points-record/descriptions.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'

export type RateKind = { description: string; unit: 'litre' | 'item'; material: string | null }

const units = { litre: 'λίτρο', item: 'αντικείμενο' }

/** '20 πόντοι ανά λίτρο' */
export const perUnit = (points: number, unit: RateKind['unit']) =>
  `${formatDecimal(points)} ${plural(points, 'πόντος', 'πόντοι')} ανά ${units[unit]}`

/** 'Παράδοση ελαίου, ηλιέλαιο, ανά λίτρο' */
export const kindName = ({ description, unit, material }: RateKind) =>
  [looksOf(description).label, material ?? 'όλα τα υλικά', `ανά ${units[unit]}`].join(', ')

const monthName = new Intl.DateTimeFormat('el', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const text = {
  from: (day: string, points: number, unit: RateKind['unit']) =>
    `Από ${formatDay(day)} αυτές οι παραδόσεις θα δίνουν ${formatDecimal(points)} ${plural(points, 'πόντο', 'πόντους')} ανά ${units[unit]}.`,
  none: (day: string) =>
    `Από ${formatDay(day)} αυτές οι παραδόσεις δεν θα δίνουν πόντους: δεν θα ισχύει καμία τιμή γι’ αυτές.`,
  attention: 'Προσοχή',
  gap: (kind: RateKind, day: string) =>
    `Στις ${formatDay(day)} δεν θα ισχύει καμία τιμή για: ${kindName(kind)}. Οι συνεργαζόμενοι ιστότοποι δεν θα μπορούν να καταχωρίσουν αυτές τις παραδόσεις.`,
  lastMonth: (month: string) =>
    `Οι παραδόσεις του προηγούμενου μήνα (${monthName.format(new Date(`${month}-01`))}) με αυτή την αλλαγή`,
  nothing: (month: string) =>
    `Τον προηγούμενο μήνα (${monthName.format(new Date(`${month}-01`))}) δεν υπήρχαν παραδόσεις που αφορά η αλλαγή.`,
  municipality: 'Δήμος',
  noMunicipality: 'Χωρίς δήμο',
  all: 'Σύνολο',
  deliveries: 'Παραδόσεις',
  points: 'Πόντοι που δόθηκαν',
  pointsWith: 'Πόντοι με την αλλαγή',
  difference: 'Διαφορά',
}
