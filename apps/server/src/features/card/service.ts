import {
  cardRenewSeconds,
  cardSeconds,
  type DeskVisit,
  maxVisits,
  type ShownCard,
} from '@portal/contract/card.ts'
import { notMineDays } from '@portal/contract/claims.ts'
import { cardPrefixes, codeLengths } from '@portal/contract/desk/desk-codes.ts'
import { maxEntryAgeMs } from '@portal/contract/desk/desk-limits.ts'
import { inGroups } from '@portal/contract/sticker-codes.ts'
import type { Language } from '@portal/contract/words/language.ts'
import type { Trx } from '#server/db/database.ts'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'
import { qrCodeOf } from '#server/lib/html/qr-code.ts'
import { takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { assertUnrestricted } from '#server/lib/restrictions/restrictions.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { cardCodeHash } from '#server/lib/security/card-codes.ts'
import { randomCode } from '#server/lib/security/random-codes.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { days, hours, later } from '#server/lib/time/clock.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import { drawCard } from './printed-card.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** Hours that codes of cards are kept: a device without network sends its entries up to 72 hours later. */
export const codeHours = maxEntryAgeMs / hours(1) + 1

/**
 * Makes a code that a desk accepts for three minutes. Earlier ones stay valid for theirs: the till may be reading one.
 * Without an audit entry, which would be one each minute: the reading of a code has one.
 * @throws ApiError not_permitted for staff; throttled, processing_restricted
 */
export async function showCard(context: Context, actor: Actor): Promise<ShownCard> {
  if (actor.isStaff) throw new ApiError('not_permitted')
  await takeTry(context, 'cardByAccount', String(actor.id))
  const issuedAt = context.clock.now()
  const code = await changeAs(context.db, actor, async (trx) => {
    await assertUnrestricted(trx, actor.id)
    for (;;) {
      const made = randomCode(codeLengths.card)
      const codeHash = await cardCodeHash(context, made)
      if (await queries.insertCode(trx, { codeHash, participantId: actor.id, issuedAt })) return made
    }
  })
  return {
    code: inGroups(code),
    qr: qrCodeOf(cardPrefixes.card + code),
    valid_for: cardSeconds,
    renew_after: cardRenewSeconds,
  }
}

export const showPrintedCard = async ({ db }: Pick<Context, 'db'>, actor: Actor) => {
  const card = await queries.findPrinted(db, actor.id)
  return { printed_at: card ? athensTime(card.createdAt) : null }
}

/**
 * Makes a card to print and revokes the earlier one. The code is only in the file: the portal keeps its hash.
 * @throws ApiError not_permitted for staff; throttled, processing_restricted
 */
export async function printCard(context: Context, actor: Actor, language: Language): Promise<FileResponse> {
  if (actor.isStaff) throw new ApiError('not_permitted')
  const { clock, config } = context
  const code = randomCode(codeLengths.printed)
  const codeHash = await cardCodeHash(context, code)
  const createdAt = clock.now()
  await changeAs(context.db, actor, async (trx) => {
    await assertUnrestricted(trx, actor.id)
    await takeTry({ ...context, db: trx }, 'printedCardByAccount', String(actor.id))
    await queries.revokePrinted(trx, actor.id, createdAt)
    await queries.insertPrinted(trx, { codeHash, participantId: actor.id, createdAt })
    await writeAudit({ db: trx, clock }, byActor(actor), { action: 'card.print', subjectId: actor.id })
  })
  const { firstName, lastName } = actor.profile
  const [initial] = lastName
  const name = initial === undefined ? firstName : `${firstName} ${initial}.`
  const { product } = config.brand
  const printed = {
    product,
    name,
    createdAt,
    language,
    code: inGroups(code),
    qr: cardPrefixes.printed + code,
  }
  return { rows: undefined, bytes: undefined, open: async () => drawCard(printed) }
}

/** Revokes the printed card; also without one. */
export const revokePrintedCard = ({ db, clock }: Context, actor: Actor): Promise<void> =>
  changeAs(db, actor, async (trx) => {
    if (!(await queries.revokePrinted(trx, actor.id, clock.now()))) return
    await writeAudit({ db: trx, clock }, byActor(actor), { action: 'card.revoke', subjectId: actor.id })
  })

/** Lists what desks recorded for an account lately, newest first. */
export async function listVisits({ db, clock }: Context, actor: Actor): Promise<DeskVisit[]> {
  const since = later(clock.now(), -days(notMineDays))
  const rows = await queries.listVisits(db, actor.id, { since, take: maxVisits })
  return rows.map(toWire)
}

/** Finds what a desk recorded for an account, at any time. @param id of a record, or of the record of a coupon */
export const findVisit = async (trx: Trx, participantId: number, id: number) =>
  (await queries.listVisits(trx, participantId, { id, take: 1 }))[0]

/** Deletes the codes and the printed cards of an account. */
export async function deleteCardsOf(trx: Trx, participantId: number): Promise<void> {
  await queries.deleteCodesOf(trx, participantId)
  await queries.deletePrintedOf(trx, participantId)
}

/** Deletes codes and revoked printed cards that no late entry can name any more. */
export async function deleteOldCards({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = later(clock.now(), -hours(codeHours))
  await queries.deleteCodesBefore(db, before)
  await queries.deleteRevokedBefore(db, before)
}
