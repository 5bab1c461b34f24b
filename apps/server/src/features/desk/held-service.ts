import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { type Decided, nextOf, writeRecords } from './entries-service.ts'
import { findPartner } from './manage-service.ts'
import * as queries from './manage-queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config' | 'jobs'>

/** Entries of a list; the count says if there are more. */
const maxListed = 200

/** Lists the held entries of a partner, oldest first. @throws ApiError not_found */
export async function listHeld({ db }: Pick<Context, 'db'>, clientId: string) {
  const { id } = await findPartner(db, clientId)
  return { count: await queries.countHeld(db, id), rows: await queries.listHeld(db, id, maxListed) }
}

/**
 * Records an entry that a device sent after it was revoked, or refuses it.
 * @throws ApiError not_found, already_decided; the errors of the record: then the entry stays
 */
export const decideHeld = (context: Context, actor: Actor, id: number, accept: boolean) =>
  changeAs(context.db, byActor(actor), async (trx) => {
    const inside = { ...context, db: trx }
    const entry = await queries.lockEntry(trx, id)
    if (!entry) throw new ApiError('not_found')
    if (entry.isDecided) throw new ApiError('already_decided')
    const { reference, deviceId, place, kind, participantId, stickerCode, material, quantity } = entry
    const device = { id: deviceId, place, partner: { ...entry.partner, network: actor.network } }
    const record = async () => {
      const measure = kind === 'oil' ? { litres: quantity } : { items: quantity }
      const sticker = stickerCode ?? undefined
      const written = { ...measure, reference, kind, sticker, participantId, happenedAt: entry.happenedAt }
      const [outcome] = await writeRecords(inside, trx, device, [
        { ...written, material: material ?? undefined },
      ])
      if (outcome?.status === 'refused') throw new ApiError(outcome.errors)
      return nextOf(trx, device, reference, outcome)
    }
    const refused: Decided = { state: 'refused', recordId: null, participantId, points: null }
    const { error, ...next } = accept ? await record() : refused
    if (error) throw new ApiError('already_decided')
    await queries.decideEntry(trx, id, { ...next, decidedBy: actor.id, decidedAt: context.clock.now() })
    await writeAudit(inside, byActor(actor), {
      action: 'desk.decide',
      ...(next.participantId !== null && { subjectId: next.participantId }),
      details: {
        ...{ device: deviceId, entry: kind, accepted: accept },
        ...(next.recordId !== null && { record: next.recordId }),
      },
    })
    return { state: next.state, points: next.points }
  })
