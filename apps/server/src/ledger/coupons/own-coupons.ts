import { plainStickerCode } from '@portal/contract/sticker-codes.ts'
import type { Db, Trx } from '#server/db/database.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { newStickerCode } from '#server/lib/security/random-codes.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { endingOf, hashCode, sealCode } from './coupons.ts'
import * as queries from './own-queries.ts'

export type { OwnCoupon } from './own-queries.ts'

type Context = Pick<AppContext, 'config'>

/** Returns the keyed hash of a typed or scanned code of the portal's coupons. */
export const hashOf = (context: Context, typed: string): string => hashCode(context, plainStickerCode(typed))

function newStoredCode(context: Context): queries.StoredCode {
  const code = newStickerCode()
  return { code: sealCode(context, code), ending: endingOf(code), codeHash: hashOf(context, code) }
}

/** Stores the coupon of a new record, with a new code. */
export const insertOwnCoupon = (context: Context, trx: Trx, coupon: queries.NewOwnCoupon) =>
  queries.insertOwn(trx, coupon, newStoredCode(context))

/** Moves a locked coupon to another account, with a new code: who had it may have kept the old one. */
export const moveOwnCoupon = (context: Context, trx: Trx, recordId: number, participantId: number) =>
  queries.moveOwn(trx, recordId, { participantId, ...newStoredCode(context) })

/** Finds a coupon of the portal's offers by its typed or scanned code. The caller checks whose offer it is. */
export const findByCode = (context: Context & { db: Db }, code: string) =>
  queries.findByHash(context.db, hashOf(context, code))

/** As `findByCode`, and locks the coupon until the transaction ends. */
export const lockByCode = async (context: Context, trx: Trx, code: string) => {
  const found = await queries.findByHash(trx, hashOf(context, code))
  return found && queries.lockOwn(trx, found.recordId)
}

/** Locks a coupon of the portal's offers by the id of its record. */
export const lockOwnCoupon = (trx: Trx, recordId: number) => queries.lockOwn(trx, recordId)

/** Whether a cancelled coupon was given back; otherwise its points returned because it expired unused. */
export const wasGivenBack = ({ cancelledAt, validUntil }: queries.OwnCoupon): boolean =>
  cancelledAt !== null && athensDay(cancelledAt) <= validUntil

/** Marks a locked coupon as used at a device. */
export const markUsed = (trx: Trx, recordId: number, use: { usedAt: Date; usedDeviceId: number }) =>
  queries.updateOwnUse(trx, recordId, use)

/** Takes the use of a locked coupon back. */
export const markUnused = (trx: Trx, recordId: number) =>
  queries.updateOwnUse(trx, recordId, { usedAt: null, usedDeviceId: null })
