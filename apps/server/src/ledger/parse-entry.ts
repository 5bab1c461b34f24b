import { hash } from 'node:crypto'
import { factsOf } from '@portal/contract/words/descriptions.ts'
import { errorDetailsOf } from '@portal/contract/fields.ts'
import { type NewRecord, newRecord } from '@portal/contract/partner-record-fields.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { hashCode } from '#server/ledger/coupons/coupons.ts'
import type { AppContext, RecordingPartner } from '#server/lib/context/app-context.ts'
import { isDay } from '#server/lib/time/athens.ts'
import { type Clock, hours, later, minutes } from '#server/lib/time/clock.ts'
import { parseTimestamp } from '#server/lib/time/timestamps.ts'

/** A parsed record of a request. `content` is its hash, which detects repeated requests. */
export type Entry = Omit<NewRecord, 'happened_at' | 'details'> & {
  createdAt: Date
  details: Record<string, string | number>
  content: string
}

/** Tolerance for clocks of collection bins that run ahead. */
export const maxClockSkew = minutes(5)
const minHappenedAt = new Date('2000-01-01T00:00:00Z')

/**
 * Parses and validates one record of a request, without the database.
 * @returns the entry, or all errors of the record
 */
export function parseEntry(
  input: unknown,
  partner: RecordingPartner,
  context: Pick<AppContext, 'clock' | 'config'>,
): Entry | ErrorDetail[] {
  const { data, error } = newRecord.safeParse(input)
  if (error) return errorDetailsOf(error, input)
  const { happened_at: happenedAt, details = {}, ...record } = data
  const createdAt = readHappenedAt(happenedAt, context.clock)
  const { coupon } = record
  const errors: ErrorDetail[] = []
  if (record.participant.id !== undefined && !acceptsAccountIds(partner))
    errors.push({ code: 'participant_unknown' })
  if (!partner.descriptions.includes(record.description)) errors.push({ code: 'description_not_allowed' })
  if (record.points !== undefined && record.points * factsOf[record.description].sign < 0)
    errors.push({ code: 'points_sign' })
  if (coupon?.valid_until !== undefined && !isDay(coupon.valid_until))
    errors.push({ code: 'day_invalid', field: 'coupon.valid_until' })
  if (!(createdAt instanceof Date)) return [...errors, createdAt]
  if (errors.length > 0) return errors
  const { sticker } = record.participant
  const kept = defined({
    ...details,
    ...record.measure,
    ...(sticker !== undefined && { sticker }),
    ...(coupon?.shop !== undefined && { shop: coupon.shop }),
  })
  const entry = { ...record, createdAt, details: kept }
  // Only if given: the hashes of stored records stay valid.
  const values = valuesOf(data, createdAt)
  if (coupon) values.push(hashCode(context, coupon.code), coupon.title, coupon.shop, coupon.valid_until)
  return { ...entry, content: contentOf(values) }
}

/**
 * Whether the partner may identify participants by account id. Ids are sequential, so they give access to every
 * account. Third parties use `sub` or a sticker code instead.
 */
export const acceptsAccountIds = ({ firstParty }: RecordingPartner): boolean => firstParty

/** Whether the text is a UUID, the format of `sub`. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

function defined(values: Record<string, string | number | undefined>): Record<string, string | number> {
  const kept: Record<string, string | number> = {}
  for (const name in values) if (values[name] !== undefined) kept[name] = values[name]
  return kept
}

/**
 * @returns the parsed timestamp, or the error: invalid, in the future (tolerance: 5 minutes) or before 2000. A time of the
 *   next 24 hours is an error of a clock, which passes; a later one is final.
 */
export function readHappenedAt(text: string, clock: Clock): Date | ErrorDetail {
  const field = 'happened_at'
  const happenedAt = parseTimestamp(text.toUpperCase())
  if (typeof happenedAt === 'string') return { code: 'moment_invalid', field }
  if (happenedAt > later(clock.now(), hours(24))) return { code: 'moment_future', field, final: true }
  if (happenedAt > later(clock.now(), maxClockSkew)) return { code: 'moment_future', field }
  return happenedAt < minHappenedAt ? { code: 'moment_past', field } : happenedAt
}

/**
 * Returns the first 128 bits of SHA-256 over the values, in hex. The values have fixed positions, so the order of JSON
 * keys and the notation of a timestamp do not change the hash. 128 bits suffice: only the partner itself could create a
 * collision.
 */
export const contentOf = (values: readonly (string | number | undefined)[]): string =>
  hash('sha256', JSON.stringify(values), 'hex').slice(0, 32)

function valuesOf({ participant, description, points, measure, details }: NewRecord, createdAt: Date) {
  return [
    description,
    createdAt.getTime(),
    participant.id,
    participant.sub,
    participant.sticker,
    points,
    measure?.litres,
    measure?.item_count,
    measure?.material,
    details?.litres,
    details?.item_count,
    details?.material,
    details?.sticker,
    details?.collection_point,
    details?.coupon,
    details?.shop,
  ]
}
