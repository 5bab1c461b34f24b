/** Options passed to date-fns. */
export type FormatOptions = {
  /** 0, Sunday, to 6. */
  weekStartsOn?: number | undefined
  /** 1 to 7: the day of January that is always in the first week of the year. */
  firstWeekContainsDate?: number | undefined
  useAdditionalWeekYearTokens?: boolean | undefined
  useAdditionalDayOfYearTokens?: boolean | undefined
}

type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6
export type CheckedOptions = {
  weekStartsOn?: WeekDay
  /** The calendar's type has only the two common values; date-fns accepts all seven. */
  firstWeekContainsDate?: 1 | 4
  useAdditionalWeekYearTokens: boolean
  useAdditionalDayOfYearTokens: boolean
}

const isWithin = (value: number, min: number, max: number) =>
  Number.isInteger(value) && value >= min && value <= max

/**
 * Checks what date-fns 2 checked and date-fns 4 does not.
 * @param firstDayOfWeek takes precedence over the options' weekStartsOn
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
