const numbers = new Intl.NumberFormat('el-GR', { useGrouping: 'always' })
const minus = '−'

/** A whole number as Greeks write it: 1240 → '1.240', −200 → '−200' with a true minus. */
export const formatNumber = (value: number): string => numbers.format(value).replace('-', minus)

const compact = new Intl.NumberFormat('el-GR', { notation: 'compact', maximumFractionDigits: 1 })

/** A number where there is little room: 1240 → '1,2 χιλ.', 3000000 → '3 εκ.'. */
export const formatCompact = (value: number): string => compact.format(value).replace('-', minus)

const decimals = new Intl.NumberFormat('el-GR', { useGrouping: 'always', maximumFractionDigits: 4 })
const litres = new Intl.NumberFormat('el-GR', {
  useGrouping: 'always',
  minimumFractionDigits: 1,
  maximumFractionDigits: 3,
})

/** A number with as many decimals as it has, four at most as rates have: 12.5 → '12,5', 10 → '10'. */
export const formatDecimal = (value: number): string => decimals.format(value).replace('-', minus)

/** Litres, to the millilitre: 2 → '2,0', 0.75 → '0,75'. */
export const formatLitres = (value: number): string => litres.format(value)

/** Points with their sign: 1240 → '+1.240', −200 → '−200', 0 → '0'. */
export const formatSigned = (value: number): string => (value > 0 ? '+' : '') + formatNumber(value)

// The portal's clock is that of Greece, wherever the machine stands.
const athens = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Athens',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** A moment of the wire (ISO 8601 with offset) in Greece: '03/07/2024, 12:00'. */
export const formatMoment = (moment: string): string => athens.format(new Date(moment))
