/** Keys of the keypad: digits, the decimal comma, and the one that deletes. */
export type Key = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | ',' | 'back'

const wholeDigits = 4
const decimals = 3

/** Returns the number after a key: '2' and ',' → '2,'. Keys that would make it invalid change nothing. */
export function pressed(text: string, key: Key): string {
  if (key === 'back') return text.slice(0, -1)
  if (key === ',') return text.includes(',') ? text : `${text || '0'},`
  const [whole = '', fraction] = text.split(',')
  if (fraction !== undefined) return fraction.length < decimals ? text + key : text
  if (whole === '0') return key
  return whole.length < wholeDigits ? text + key : text
}

/** Returns a typed or pasted number in the same form; a point counts as a comma. */
export const typed = (text: string): string =>
  Array.from(text.replaceAll('.', ',')).reduce(
    (number, sign) => (/^[\d,]$/.test(sign) ? pressed(number, sign as Key) : number),
    '',
  )

/** Returns the litres of such a text: at most 10,000, with three decimals; undefined for zero. */
export function litresOf(text: string): number | undefined {
  const litres = Number(text.replace(',', '.'))
  return litres >= 0.001 && litres <= 10_000 ? litres : undefined
}
