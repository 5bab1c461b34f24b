import { codeLengths } from '@portal/contract/desk/desk-codes.ts'
import type { DeskUse } from '@portal/contract/desk/desk.ts'
import { inGroups } from '@portal/contract/sticker-codes.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { type AuditEntry, byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { qrCodeOf } from '#server/lib/html/qr-code.ts'
import { takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { enrolmentCodeHash } from '#server/lib/security/card-codes.ts'
import { randomCode } from '#server/lib/security/random-codes.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { days, later, minutes } from '#server/lib/time/clock.ts'
import { insertDevice } from './queries.ts'
import * as queries from './manage-queries.ts'

export type { ManagedDevice } from './manage-queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>
type Managed = queries.ManagedDevice
/** An operator; with a session, unless it is the demonstration's. */
type By = Parameters<typeof byActor>[0]
type Facts = { name: string; place: number | null; may: DeskUse[] }

const codeForMs = minutes(15)
const linkForMs = days(7)

/** @throws ApiError not_found */
export async function findPartner(db: Db, clientId: string): Promise<{ id: number; name: string }> {
  const partner = await queries.findPartner(db, clientId)
  if (!partner) throw new ApiError('not_found')
  return partner
}

/** @throws ApiError not_found */
export async function listDevices({ db, clock }: Context, clientId: string) {
  const { id } = await findPartner(db, clientId)
  return {
    devices: await queries.listDevices(db, id),
    links: await queries.listLinks(db, id, clock.now()),
    held: await queries.countHeld(db, id),
  }
}

async function find(db: Db, id: number): Promise<Managed> {
  const device = await queries.findDevice(db, id)
  if (!device) throw new ApiError('not_found')
  return device
}

async function assertPlace(trx: Trx, key: number | null): Promise<void> {
  if (key !== null && !(await queries.hasPlace(trx, key)))
    throw new ApiError([{ code: 'pk_unknown', field: 'place', params: { pk: key } }])
}

const audit = ({ clock }: Pick<Context, 'clock'>, trx: Trx, actor: By, entry: AuditEntry): Promise<void> =>
  writeAudit({ db: trx, clock }, byActor(actor), entry)

const detailsOf = ({ id, clientId }: Managed) => ({ device: id, partner: clientId })

/** A code that enrols a device. Only its hash is stored. */
async function newEnrolment(context: Context, lastsMs: number) {
  const code = randomCode(codeLengths.enrolment)
  const until = later(context.clock.now(), lastsMs)
  const printed = inGroups(code)
  const link = `${context.config.publicUrl}/desk#${printed}`
  return {
    stored: { enrolmentHash: await enrolmentCodeHash(context, code), enrolmentUntil: until },
    shown: { code: printed, link, qr: qrCodeOf(link), until: athensTime(until) },
  }
}

/**
 * Adds a device to a partner.
 * @returns also the code that enrols it, once
 * @throws ApiError not_found, pk_unknown, throttled
 */
export async function addDevice(context: Context, actor: Actor, clientId: string, facts: Facts) {
  await takeTry(context, 'devicesByStaff', String(actor.id))
  const { stored, shown } = await newEnrolment(context, codeForMs)
  const { name, place: placeKey, may } = facts
  return changeAs(context.db, byActor(actor), async (trx) => {
    const partner = await findPartner(trx, clientId)
    await assertPlace(trx, placeKey)
    const id = await insertDevice(trx, {
      ...{ partnerId: partner.id, name, placeKey, may, createdAt: context.clock.now() },
      ...stored,
    })
    const device = await find(trx, id)
    await audit(context, trx, actor, { action: 'device.add', details: detailsOf(device) })
    return { device, enrolment: shown }
  })
}

/**
 * Creates a link with which the contact of a partner adds devices.
 * @throws ApiError not_found, throttled
 */
export async function addLink(
  context: Context,
  actor: By,
  clientId: string,
  { may, devices: devicesLeft }: { may: DeskUse[]; devices: number },
) {
  await takeTry(context, 'devicesByStaff', String(actor.id))
  const token = newToken()
  const createdAt = context.clock.now()
  const link = { may, devicesLeft, createdAt, expiresAt: later(createdAt, linkForMs) }
  const id = await changeAs(context.db, byActor(actor), async (trx) => {
    const { id: partnerId } = await findPartner(trx, clientId)
    const added = await queries.insertLink(trx, { ...link, partnerId, tokenHash: hashToken(token) })
    const details = { device_link: added.id, partner: clientId, count: devicesLeft }
    await audit(context, trx, actor, { action: 'device_link.add', details })
    return added.id
  })
  return { id, ...link, address: `${context.config.publicUrl}/desk#link=${token}` }
}

/** @throws ApiError not_found */
export const withdrawLink = (context: Context, actor: Actor, clientId: string, id: number): Promise<void> =>
  changeAs(context.db, byActor(actor), async (trx) => {
    const partner = await findPartner(trx, clientId)
    if (!(await queries.deleteLink(trx, partner.id, id))) throw new ApiError('not_found')
    const details = { device_link: id, partner: clientId }
    await audit(context, trx, actor, { action: 'device_link.withdraw', details })
  })

/** Locks a device, changes it and writes the audit entry. `work` returns what to change; undefined: nothing. */
const change = (
  context: Context,
  actor: By,
  id: number,
  action: AuditEntry['action'],
  work: (device: Managed, trx: Trx) => Promise<Parameters<typeof queries.updateDevice>[2] | undefined>,
): Promise<Managed> =>
  changeAs(context.db, byActor(actor), async (trx) => {
    await queries.lockDevice(trx, id)
    const before = await find(trx, id)
    const changes = await work(before, trx)
    if (!changes) return before
    await queries.updateDevice(trx, id, changes)
    await audit(context, trx, actor, { action, details: detailsOf(before) })
    return find(trx, id)
  })

const assertNotRevoked = ({ revokedAt }: Managed) => {
  if (revokedAt) throw new ApiError('device_revoked')
}

/** @throws ApiError not_found, changed_meanwhile, pk_unknown, device_revoked */
export const changeDevice = (
  context: Context,
  actor: Actor,
  id: number,
  { name, place: placeKey, may, version }: Facts & { version: number },
): Promise<Managed> =>
  change(context, actor, id, 'device.change', async (device, trx) => {
    assertNotRevoked(device)
    if (device.version !== version) throw new ApiError('changed_meanwhile')
    await assertPlace(trx, placeKey)
    return { name, placeKey, may }
  })

/**
 * Returns another code for a device. The present phone or till works until the code is used.
 * @throws ApiError not_found, device_revoked, throttled
 */
export async function enrolAgain(context: Context, actor: Actor, id: number) {
  await takeTry(context, 'devicesByStaff', String(actor.id))
  return renewCode(context, actor, id, codeForMs)
}

/**
 * As `enrolAgain`, without limit, for the demonstration.
 * @param lastsMs how long the code is valid
 */
export async function renewCode(context: Context, actor: By, id: number, lastsMs: number) {
  const { stored, shown } = await newEnrolment(context, lastsMs)
  const device = await change(context, actor, id, 'device.code', async (before) => {
    assertNotRevoked(before)
    return stored
  })
  return { device, enrolment: shown }
}

/** Unlocks a device; also one that is not locked. @throws ApiError not_found, device_revoked */
export const unlockDevice = (context: Context, actor: Actor, id: number): Promise<Managed> =>
  change(context, actor, id, 'device.unlock', async (device) => {
    assertNotRevoked(device)
    return device.lockedAt ? { lockedAt: null, pinFailures: 0 } : undefined
  })

/** Revokes a device for good; also one that is revoked. @throws ApiError not_found */
export const revokeDevice = (context: Context, actor: Actor, id: number): Promise<Managed> =>
  change(context, actor, id, 'device.revoke', async (device) =>
    device.revokedAt
      ? undefined
      : { revokedAt: context.clock.now(), openUntil: null, enrolmentHash: null, enrolmentUntil: null },
  )
