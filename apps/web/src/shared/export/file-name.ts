import { fold, toLatin } from '@portal/contract/words/greek-letters.ts'
import type { Days } from '#web/shared/period/period.ts'
import { addDays } from '#web/ui/date-picker/athens-days.ts'

/** Longest part of a last name in a file name. */
const maxLength = 40

/** ASCII letters and digits only, for any file system: 'Χατζής-Παπά' → 'chatzis-papa'. */
const inAscii = (name: string) =>
  toLatin(fold(name))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-|-$/g, '')

/** '2026-10' for a whole month, '2026-10-22_2026-11-21', 'until_2026-11-21', or '' without limits. */
function daysIn({ from, to }: Days): string {
  const month = from.slice(0, 7)
  if (from.endsWith('-01') && month === to.slice(0, 7) && addDays(to, 1).endsWith('-01')) return month
  if (from === '' && to === '') return ''
  return [from || 'until', to].filter(Boolean).join('_')
}

/** Returns the name of a workbook with one person's records, or all, of some days: 'points_papadopoulou_2026-10.xlsx'. */
export const pointsFileName = (lastName: string | undefined, days: Days): string =>
  `${['points', inAscii(lastName ?? ''), daysIn(days)].filter(Boolean).join('_')}.xlsx`

/** Returns the name of a workbook of users. The search may contain a telephone number or an address: not in the name. */
export const usersFileName = (search: string): string =>
  search.trim() === '' ? 'users.xlsx' : 'users_search.xlsx'
