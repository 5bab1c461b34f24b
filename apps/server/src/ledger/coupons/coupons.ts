import { createHmac } from 'node:crypto'
import type { NewCoupon } from '@portal/contract/partner-record-fields.ts'
import type { Db, Trx } from '#server/db/database.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { keyFor, seal, secretOf, unseal } from '#server/lib/security/encryption.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { later } from '#server/lib/time/clock.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'config'>

const purpose = 'coupon codes'

/** Partners authenticate with tokens of the OpenID provider, which needs the secret. */
function keyOf({ config }: Context): string {
  const secret = secretOf(config)
  if (secret === undefined) throw new Error('Coupons need PORTAL_SECRET.')
  return secret
}

/**
 * Returns a keyed hash of the code, for the hash of the record's content: codes are short, so a plain hash of the record
 * could be tried out.
 */
export const hashCode = (context: Context, code: string): string =>
  createHmac('sha256', keyFor(keyOf(context), 'coupon code hashes'))
    .update(code)
    .digest('hex')

/** Last characters of a code: at most 4, and at most a third. */
export const endingOf = (code: string): string =>
  code.slice(code.length - Math.min(4, Math.floor(code.length / 3))).toWellFormed()

/** Encrypts a code for storage. */
export const sealCode = (context: Context, code: string): string => seal(keyOf(context), purpose, code)

/** Decrypts a stored code. @returns undefined if PORTAL_SECRET has changed since */
export const readCode = ({ config }: Context, sealed: string): string | undefined =>
  unseal(secretOf(config) ?? '', purpose, sealed)

/** A use may have arrived as late as RECORD_MAX_AGE after its time. */
const endedBefore = ({ config }: Context, before: Date): queries.Ended => ({
  used: later(before, -config.recordMaxAge),
  cancelled: before,
  day: athensDay(before),
})

/** Counts the codes that `removeOldCodes` would remove. */
export const countOldCodes = (context: Context & { db: Db }, before: Date): Promise<number> =>
  queries.countEnded(context.db, endedBefore(context, before))

/** Removes codes of coupons that ended before a time. Their records, titles and shops stay. @returns the number, at most `limit` */
export const removeOldCodes = (context: Context & { db: Db }, before: Date, limit = 1_000): Promise<number> =>
  queries.emptyCodes(context.db, endedBefore(context, before), limit)

/** Stores the coupons of new records. */
export async function insertCoupons(
  context: Context,
  trx: Trx,
  coupons: { recordId: number; participantId: number; coupon: NewCoupon }[],
): Promise<void> {
  if (coupons.length === 0) return
  await queries.insertCoupons(
    trx,
    coupons.map(({ recordId, participantId, coupon }) => ({
      recordId,
      participantId,
      code: sealCode(context, coupon.code),
      ending: endingOf(coupon.code),
      title: coupon.title,
      shop: coupon.shop ?? null,
      validUntil: coupon.valid_until ?? null,
    })),
  )
}
