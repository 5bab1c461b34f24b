import { readHours } from '../hours/hours-notation.ts'
import { formatHours } from '../hours/hours-text.ts'

/** Greek words for the details of changed collection points: a value, or 'before → after'. */
const kinds: Record<string, string> = {
  green_atm: 'πράσινο ΑΤΜ',
  orange_bin: 'πορτοκαλί κάδος',
  reuse_centre: 'κέντρο επαναχρησιμοποίησης',
}

const eachOf = (value: string, read: (part: string) => string) => value.split(' → ').map(read).join(' → ')
/** @param day YYYY-MM-DD */
const dayOf = (day: string) => day.split('-').toReversed().join('/')

function readableHours(notation: string): string {
  const hours = readHours(notation)
  return 'problem' in hours ? notation : formatHours(hours, 'el')
}

export const placeWords: Record<string, (value: string) => string> = {
  collection_point: (reference) => `σημείο ${reference}`,
  place_kind: (kind) => eachOf(kind, (one) => kinds[one] ?? one),
  place_name: (name) => `όνομα: ${name}`,
  place_address: (address) => `διεύθυνση: ${address}`,
  place_municipality: (name) => `δήμος: ${name}`,
  place_latitude: (degrees) => `πλάτος: ${degrees}`,
  place_longitude: (degrees) => `μήκος: ${degrees}`,
  place_hours: (hours) => `ώρες: ${hours}`,
  place_opening_hours: (hours) => `ωράριο: ${eachOf(hours, readableHours)}`,
  closed_from: (day) => `κλειστό από: ${eachOf(day, dayOf)}`,
  closed_until: (day) => `κλειστό έως: ${eachOf(day, dayOf)}`,
  closed_message: (message) => `μήνυμα: ${message}`,
}
