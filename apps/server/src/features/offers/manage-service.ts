import { hash } from 'node:crypto'
import type { newOffer, offerChange } from '@portal/contract/manage-offers.ts'
import type { z } from 'zod'
import type { Db, Trx } from '#server/db/database.ts'
import { type AuditActor, type AuditEntry, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { secretOf } from '#server/lib/security/encryption.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { fromWire, snakeOf } from '#server/lib/wire/wire.ts'
import * as queries from './manage-queries.ts'
import { readPicture } from './read-picture.ts'

export type { FullOffer } from './manage-queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>
type Full = queries.FullOffer
type Named = { id: number; version: number }

export const listOffers = ({ db, clock }: Context): Promise<Full[]> => queries.listOffers(db, clock.now())

/** @throws ApiError not_found */
export const findOffer = ({ db, clock }: Context, id: number): Promise<Full> => find(db, clock, id)

async function find(db: Db, clock: Context['clock'], id: number): Promise<Full> {
  const [found] = await queries.listOffers(db, clock.now(), id)
  if (!found) throw new ApiError('not_found')
  return found
}

const factsOf = (
  given: Omit<z.output<typeof offerChange>, 'version'>,
  kind: Full['kind'],
): queries.Facts => ({
  ...fromWire(given),
  description: given.description ?? '',
  municipalities: given.municipalities && [...new Set(given.municipalities)],
  // Donations have no coupon.
  ...(kind === 'donation' && { couponDays: null, returnDays: null, returnsWhenExpired: false }),
})

const ofField = (
  code: 'required' | 'pk_unknown' | 'offer_fixed' | 'day_past',
  field: string,
  pk?: string | number,
) => new ApiError([{ code, field, ...(pk !== undefined && { params: { pk } }) }])

/** Adds a draft. @throws ApiError pk_unknown */
export const addOffer = (
  { db, clock }: Context,
  by: AuditActor,
  { kind, partner, ...given }: z.output<typeof newOffer>,
): Promise<Full> =>
  changeAs(db, by, async (trx) => {
    const facts = factsOf(given, kind)
    await assertMunicipalities(trx, facts)
    const id = await queries.insertOffer(trx, { ...facts, kind, createdAt: clock.now() }, partner)
    if (id === undefined) throw ofField('pk_unknown', 'partner', partner)
    const added = await find(trx, clock, id)
    await audit({ db: trx, clock }, by, 'offer.add', undefined, added)
    return added
  })

async function assertMunicipalities(trx: Trx, { municipalities }: queries.Facts): Promise<void> {
  const unknown = municipalities && (await queries.findUnknownMunicipality(trx, municipalities))
  if (unknown) throw ofField('pk_unknown', 'municipalities', unknown)
}

/** What stays after an offer was published: people have taken it under these rules. */
const fixed = ['startsOn', 'returnDays', 'returnsWhenExpired'] as const

/** @throws ApiError not_found, changed_meanwhile, offer_ended, offer_fixed, too_small, required, pk_unknown */
export const changeOffer = (
  context: Context,
  by: AuditActor,
  id: number,
  { version, ...given }: z.output<typeof offerChange>,
): Promise<Full> =>
  change(context, by, { id, version }, 'offer.change', async (trx, before) => {
    if (before.state === 'ended') throw new ApiError('offer_ended')
    const facts = factsOf(given, before.kind)
    if (before.kind === 'coupon' && facts.couponDays === null) throw ofField('required', 'coupon_days')
    const changed = fixed.find((name) => facts[name] !== before[name])
    if (before.state === 'published' && changed) throw ofField('offer_fixed', snakeOf(changed))
    if (facts.stock !== null && facts.stock < before.taken)
      throw new ApiError([{ code: 'too_small', field: 'stock', params: { min: before.taken } }])
    await assertMunicipalities(trx, facts)
    const isSame = Object.entries(facts).every(
      ([name, value]) => plainOf(before[name as keyof Full]) === plainOf(value),
    )
    if (isSame) return false
    await queries.updateOffer(trx, id, facts)
    return true
  })

/** @throws ApiError not_found, changed_meanwhile, offer_ended, day_past, portal_secret_missing */
export const publishOffer = (
  context: Context & Pick<AppContext, 'config'>,
  by: AuditActor,
  { id, version }: Named,
): Promise<Full> =>
  change(context, by, { id, version }, 'offer.publish', async (trx, before) => {
    if (before.state === 'ended') throw new ApiError('offer_ended')
    if (before.state === 'published') return false
    if (before.endsOn !== null && before.endsOn < athensDay(context.clock.now()))
      throw ofField('day_past', 'ends_on')
    // Codes of coupons are encrypted with it.
    if (secretOf(context.config) === undefined) throw new ApiError('portal_secret_missing')
    await queries.updateOffer(trx, id, { state: 'published', publishedAt: context.clock.now() })
    return true
  })

/** Ends an offer for good; a draft as well. @throws ApiError not_found, changed_meanwhile */
export const endOffer = (context: Context, by: AuditActor, { id, version }: Named): Promise<Full> =>
  change(context, by, { id, version }, 'offer.end', async (trx, before) => {
    if (before.state === 'ended') return false
    await queries.updateOffer(trx, id, { state: 'ended', endedAt: context.clock.now() })
    return true
  })

/** @throws ApiError not_found, changed_meanwhile, picture_… */
export async function setPicture(
  context: Context,
  by: AuditActor,
  { id, version }: Named,
  bytes: Buffer,
): Promise<Full> {
  // Before the transaction: the pixels of a picture take a moment.
  const picture = await readPicture(bytes)
  // With the offer, because two offers may have the same picture.
  const name = hash('sha256', Buffer.concat([Buffer.from(`${id}:`), picture.content]), 'base64url').slice(
    0,
    27,
  )
  return change(context, by, { id, version }, 'offer.picture', async (trx, before) => {
    if (before.picture === name) return false
    await queries.putPicture(trx, id, name, picture)
    await queries.updateOffer(trx, id, {})
    return true
  })
}

/** @throws ApiError not_found, changed_meanwhile */
export const removePicture = (context: Context, by: AuditActor, { id, version }: Named): Promise<Full> =>
  change(context, by, { id, version }, 'offer.picture', async (trx, before) => {
    if (before.picture === null) return false
    await queries.deletePicture(trx, id)
    await queries.updateOffer(trx, id, {})
    return true
  })

type Action = 'offer.add' | 'offer.change' | 'offer.publish' | 'offer.end' | 'offer.picture'

/** Changes an offer under its lock, and audits it. @param work returns whether it has changed something */
const change = (
  { db, clock }: Context,
  by: AuditActor,
  { id, version }: Named,
  action: Action,
  work: (trx: Trx, before: Full) => Promise<boolean>,
): Promise<Full> =>
  changeAs(db, by, async (trx) => {
    await queries.lockOffer(trx, id)
    const before = await find(trx, clock, id)
    if (before.version !== version) throw new ApiError('changed_meanwhile')
    if (!(await work(trx, before))) return before
    const after = await find(trx, clock, id)
    await audit({ db: trx, clock }, by, action, before, after)
    return after
  })

const plainOf = (value: unknown): unknown => (Array.isArray(value) ? value.join(', ') : value)

/** What an entry says about an offer. */
const auditedOf = (offer: Full) => {
  const {
    kind,
    clientId: partner,
    title,
    titleEn,
    description,
    descriptionEn,
    place,
    points,
    picture,
  } = offer
  const { couponDays, startsOn, endsOn, stock, stockPerDay, perPerson, perPersonDays } = offer
  const { municipalities, returnDays, returnsWhenExpired } = offer
  return {
    ...{ kind, partner, title, titleEn, description, descriptionEn, place, points, couponDays, startsOn },
    ...{ endsOn, stock, stockPerDay, perPerson, perPersonDays, municipalities, returnDays },
    ...{ returnsWhenExpired, picture },
  }
}

/** Characters of a text in an entry. */
const maxAudited = 200

/** Writes what was changed, as 'before → after', or all facts of an added offer. */
function audit(
  context: { db: Trx } & Pick<Context, 'clock'>,
  by: AuditActor,
  action: Action,
  before: Full | undefined,
  after: Full,
): Promise<void> {
  const details: NonNullable<AuditEntry['details']> = { offer: after.id }
  const textOf = (value: unknown) =>
    value === null || value === '' ? '–' : String(plainOf(value)).slice(0, maxAudited)
  const earlier: Record<string, unknown> = before ? auditedOf(before) : {}
  for (const [name, value] of Object.entries(auditedOf(after))) {
    const [detail, from, to] = [`offer_${snakeOf(name)}`, textOf(earlier[name] ?? null), textOf(value)]
    if (!before && to !== '–') details[detail] = to
    if (before && plainOf(earlier[name]) !== plainOf(value)) details[detail] = `${from} → ${to}`
  }
  return writeAudit(context, by, { action, details })
}
