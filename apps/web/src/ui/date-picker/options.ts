/** What is handed on to date-fns. */
export type FormatOptions = {
  /** 0, Sunday, to 6. */
  weekStartsOn?: number | undefined
  /** 1 to 7: which day of January is always in the year's first week. */
  firstWeekContainsDate?: number | undefined
  useAdditionalWeekYearTokens?: boolean | undefined
  useAdditionalDayOfYearTokens?: boolean | undefined
}

type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6
export type CheckedOptions = {
  weekStartsOn?: WeekDay
  /** The calendar's types know the two values in use; date-fns reckons with any of the seven. */
  firstWeekContainsDate?: 1 | 4
  useAdditionalWeekYearTokens: boolean
  useAdditionalDayOfYearTokens: boolean
}

const isWithin = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

/**
 * Checks what date-fns 2 checked and date-fns 4 no longer does.
 * @param firstDayOfWeek goes before the options' own week start
 * @throws RangeError for a week start outside 0 to 6 or a first-week-contains-date outside 1 to 7
 */
export function checkOptions(options: FormatOptions, firstDayOfWeek: number | undefined): CheckedOptions {
  const { weekStartsOn, firstWeekContainsDate } = options
  for (const start of [weekStartsOn, firstDayOfWeek])
    if (start !== undefined && !isWithin(start, 0, 6))
      throw new RangeError(`weekStartsOn must be between 0 and 6 inclusively: ${start}`)
  if (firstWeekContainsDate !== undefined && !isWithin(firstWeekContainsDate, 1, 7))
    throw new RangeError(
      `firstWeekContainsDate must be between 1 and 7 inclusively: ${firstWeekContainsDate}`,
    )
  const start = (firstDayOfWeek ?? weekStartsOn) as WeekDay | undefined
  return {
    ...(start !== undefined && { weekStartsOn: start }),
    ...(firstWeekContainsDate !== undefined && { firstWeekContainsDate: firstWeekContainsDate as 1 | 4 }),
    useAdditionalWeekYearTokens: options.useAdditionalWeekYearTokens ?? false,
    useAdditionalDayOfYearTokens: options.useAdditionalDayOfYearTokens ?? false,
  }
}
