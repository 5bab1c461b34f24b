import { createHash } from 'node:crypto'
import { errorDetailsOf } from '@portal/contract/fields.ts'
import { type NewRecord, newRecord } from '@portal/contract/partner-fields.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { type Clock, later, minutes } from '#server/lib/time/clock.ts'
import { momentOf } from '#server/lib/time/timestamps.ts'
import type { Partner } from '#server/lib/context/context.ts'

/** A record as it was sent, read; `content` is what tells whether the same is sent again. */
export type Entry = Omit<NewRecord, 'happened_at' | 'details'> & {
  createdAt: Date
  details: Record<string, string | number>
  content: string
}

/** A bin's clock may run ahead a little. */
const tolerance = minutes(5)
const beginning = new Date('2000-01-01T00:00:00Z')

/** What gives points and what takes them; the database says the same (points_records_sign). */
const signs = { oil_collected: 1, collection_cancelled: -1, coupon_created: -1 } as const
const signOf = (description: NewRecord['description']): 1 | -1 | 0 =>
  description === 'coupon_cancelled' || description === 'coupon_reimbursed'
    ? 1
    : ((signs as Partial<Record<string, 1 | -1>>)[description] ?? 0)

/** Reads one record of a call, as far as it can be judged by itself: every error of it together. */
export function parseEntry(input: unknown, partner: Partner, clock: Clock): Entry | ErrorDetail[] {
  const read = newRecord.safeParse(input)
  if (!read.success) return errorDetailsOf(read.error, input)
  const { happened_at: happenedAt, details = {}, ...record } = read.data
  const createdAt = readHappenedAt(happenedAt, clock)
  const errors: ErrorDetail[] = []
  if (record.participant.id !== undefined && !knowsNumbers(partner))
    errors.push({ code: 'participant_unknown' })
  if (!partner.descriptions.includes(record.description)) errors.push({ code: 'description_not_allowed' })
  if (record.points !== undefined && record.points * signOf(record.description) < 0)
    errors.push({ code: 'points_sign' })
  if (!(createdAt instanceof Date)) return [...errors, createdAt]
  if (errors.length > 0) return errors
  const { sticker } = record.participant
  const kept = defined({ ...details, ...record.measure, ...(sticker !== undefined && { sticker }) })
  const entry = { ...record, createdAt, details: kept }
  return { ...entry, content: contentOf(valuesOf(read.data, createdAt)) }
}

/**
 * Whether accounts' numbers name somebody to this partner. They follow one another, so whoever may use them reaches
 * everybody; a third party's program reaches those who signed in there or brought a sticker.
 */
export const knowsNumbers = ({ firstParty }: Partner): boolean => firstParty

const defined = (values: Record<string, string | number | undefined>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  )

/** @returns the moment, or why it can't be when something happened */
export function readHappenedAt(text: string, clock: Clock): Date | ErrorDetail {
  const field = 'happened_at'
  const moment = momentOf(text.toUpperCase())
  if (typeof moment === 'string') return { code: 'moment_invalid', field }
  if (moment > later(clock.now(), tolerance)) return { code: 'moment_future', field }
  return moment < beginning ? { code: 'moment_past', field } : moment
}

/**
 * Tells one content from another: half of SHA-256 over its values, each in its place, so that neither the order of JSON's
 * keys nor another spelling of the same moment makes a difference. 128 bits are enough: only the partner could make two
 * collide.
 */
export const contentOf = (values: readonly (string | number | undefined)[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32)

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
