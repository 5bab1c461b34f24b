import { writeHours } from '@portal/contract/hours/hours-notation.ts'
import type { OpeningHours } from '@portal/contract/hours/opening-hours.ts'
import { placesPageSize } from '@portal/contract/place-rules.ts'
import type { newPlace, placeClosing } from '@portal/contract/manage-places.ts'
import { placeKinds } from '@portal/contract/places.ts'
import { fold } from '@portal/contract/words/greek-letters.ts'
import type { z } from 'zod'
import type { Trx } from '#server/db/database.ts'
import { assertMunicipality } from '#server/features/municipalities/service.ts'
import { type AuditActor, type AuditEntry, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import * as queries from './queries.ts'

export type { FullPlace } from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>
type Facts = z.output<typeof newPlace>
type Closing = z.output<typeof placeClosing>
type Full = queries.FullPlace
type Query = Partial<Record<'search' | 'municipality' | 'kind' | 'page', string | undefined>>

/** Characters of a search that count. */
const maxSearch = 200

/** @throws ApiError page_invalid */
export async function listPage(
  { db }: Pick<Context, 'db'>,
  { search = '', municipality = '', kind = '', page = '1' }: Query,
): Promise<{ count: number; rows: Full[] }> {
  if (!/^[1-9]\d{0,6}$/.test(page)) throw new ApiError('page_invalid')
  const filter = {
    words: fold(search.replaceAll('\0', '').slice(0, maxSearch)).split(/\s+/).filter(Boolean),
    municipality: /^[1-9]\d{0,8}$/.test(municipality) ? Number(municipality) : undefined,
    kind: placeKinds.find((one) => one === kind),
  }
  const count = await queries.countPlaces(db, filter)
  const offset = (Number(page) - 1) * placesPageSize
  if (offset > 0 && offset >= count) throw new ApiError('page_invalid')
  return { count, rows: await queries.listPage(db, filter, { limit: placesPageSize, offset }) }
}

/** @throws ApiError not_found */
export async function findPlace({ db }: Pick<Context, 'db'>, key: number): Promise<Full> {
  const found = await queries.findPlace(db, key)
  if (!found) throw new ApiError('not_found')
  return found
}

const rowOf = (
  { reference: id, municipality: municipalityId, opening_hours, ...facts }: Facts,
  before?: Full,
): queries.PlaceRow => ({
  ...facts,
  id,
  municipalityId,
  openingHours: opening_hours === undefined ? (before?.openingHours ?? null) : opening_hours,
})

/** @throws ApiError pk_unknown, place_taken */
export const addPlace = (context: Context, by: AuditActor, facts: Facts): Promise<Full> =>
  changeAs(context.db, by, async (trx) => {
    await queries.lockPlaces(trx)
    await assertMunicipality(trx, facts.municipality)
    await assertFree(trx, facts.reference)
    const added = await findPlace({ db: trx }, await queries.insertPlace(trx, rowOf(facts)))
    await audit(context, trx, by, 'place.add', undefined, added)
    return added
  })

/** @throws ApiError not_found, changed_meanwhile, pk_unknown, place_taken */
export const changePlace = (
  context: Context,
  by: AuditActor,
  key: number,
  { version, ...facts }: Facts & { version: number },
): Promise<Full> =>
  change(context, by, { key, version }, async (trx, before) => {
    await assertMunicipality(trx, facts.municipality)
    if (facts.reference !== before.id) await assertFree(trx, facts.reference)
    return rowOf(facts, before)
  })

/**
 * Closes a place for some days, both included; without `until` until further notice.
 * @throws ApiError not_found, changed_meanwhile, day_past
 */
export const closePlace = (
  context: Context,
  by: AuditActor,
  key: number,
  { version, from, until, message }: Closing & { version: number },
): Promise<Full> =>
  change(context, by, { key, version }, async () => {
    if (until !== undefined && until < athensDay(context.clock.now()))
      throw new ApiError([{ code: 'day_past', field: 'until' }])
    return { closedFrom: from, closedUntil: until ?? null, closedMessage: message ?? null }
  })

/** Ends or cancels the closing of a place. @throws ApiError not_found, changed_meanwhile */
export const openPlace = (context: Context, by: AuditActor, key: number, version: number): Promise<Full> =>
  change(context, by, { key, version }, async () => ({
    closedFrom: null,
    closedUntil: null,
    closedMessage: null,
  }))

/** @throws ApiError not_found, changed_meanwhile */
export const removePlace = (context: Context, by: AuditActor, key: number, version: number): Promise<void> =>
  changeAs(context.db, by, async (trx) => {
    const before = await lockVersion(trx, key, version)
    await queries.deletePlace(trx, key)
    await audit(context, trx, by, 'place.remove', before, undefined)
  })

const change = (
  context: Context,
  by: AuditActor,
  { key, version }: { key: number; version: number },
  decide: (trx: Trx, before: Full) => Promise<queries.PlaceRow | queries.Closing>,
): Promise<Full> =>
  changeAs(context.db, by, async (trx) => {
    const before = await lockVersion(trx, key, version)
    const changed = await decide(trx, before)
    const isSame = Object.entries(changed).every(
      ([name, value]) => plainOf(before[name as keyof Full]) === plainOf(value),
    )
    if (isSame) return before
    await queries.updatePlace(trx, key, changed)
    const after = await findPlace({ db: trx }, key)
    await audit(context, trx, by, 'place.change', before, after)
    return after
  })

/** Keeps the place from other changes. @throws ApiError not_found, changed_meanwhile */
async function lockVersion(trx: Trx, key: number, version: number): Promise<Full> {
  await queries.lockPlaces(trx)
  const place = await findPlace({ db: trx }, key)
  if (place.version !== version) throw new ApiError('changed_meanwhile')
  return place
}

async function assertFree(trx: Trx, reference: string): Promise<void> {
  if (await queries.isTaken(trx, reference)) throw new ApiError('place_taken')
}

/** Opening hours in the notation of files, which can be compared. */
const plainOf = <Value>(value: Value | OpeningHours) =>
  typeof value === 'object' && value !== null ? writeHours(value as OpeningHours) : value

/** What an entry says about a place, by the name of the detail. */
const audited = {
  collection_point: 'id',
  place_kind: 'kind',
  place_name: 'name',
  place_address: 'address',
  place_municipality: 'municipalityName',
  place_latitude: 'latitude',
  place_longitude: 'longitude',
  place_hours: 'hours',
  place_opening_hours: 'openingHours',
  closed_from: 'closedFrom',
  closed_until: 'closedUntil',
  closed_message: 'closedMessage',
} as const satisfies Record<string, keyof Full>

/** Writes what was changed, as 'before → after', or all facts of an added or removed place. */
function audit(
  { clock }: Context,
  trx: Trx,
  by: AuditActor,
  action: 'place.add' | 'place.change' | 'place.remove',
  before: Full | undefined,
  after: Full | undefined,
): Promise<void> {
  const details: NonNullable<AuditEntry['details']> = {}
  for (const [detail, name] of Object.entries(audited)) {
    const [from, to] = [plainOf(before?.[name] ?? null), plainOf(after?.[name] ?? null)]
    if (!before || !after) {
      if ((from ?? to) !== null) details[detail] = from ?? to
    } else if (from !== to) details[detail] = `${from ?? '–'} → ${to ?? '–'}`
    else if (name === 'id') details[detail] = to
  }
  return writeAudit({ db: trx, clock }, by, { action, details })
}
