import type { listDeskDays } from '@portal/contract/desk/manage-devices.ts'
import type { ReplyOf } from '@portal/contract/endpoint.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'
import { writeWorkbook } from '#server/lib/files/xlsx.ts'
import type { Column, Row } from '#server/lib/files/xlsx-cells.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { findPartner } from './manage-service.ts'
import * as queries from './manage-queries.ts'
import { drawSettlement, type Settlement } from './settlement-pdf.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/**
 * @returns the first day of the month, or of the present one
 * @throws ApiError month_invalid
 */
function firstDayOf({ clock }: Pick<Context, 'clock'>, month: string | undefined): string {
  const read = month === undefined || month === '' ? athensDay(clock.now()).slice(0, 7) : month
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(read)) throw new ApiError('month_invalid')
  return `${read}-01`
}

/** What the devices of a partner did in a month, by day and device. @throws ApiError not_found, month_invalid */
export async function listDays(
  context: Context,
  clientId: string,
  month: string | undefined,
): Promise<ReplyOf<typeof listDeskDays>> {
  const first = firstDayOf(context, month)
  const { id } = await findPartner(context.db, clientId)
  const rows = await queries.listDays(context.db, id, first)
  return rows.map(({ deviceId, deviceName, ...day }) => ({
    ...day,
    device: { id: deviceId, name: deviceName },
  }))
}

async function readSettlement(
  context: Context,
  actor: Actor,
  clientId: string,
  month: string | undefined,
): Promise<Settlement> {
  const first = firstDayOf(context, month)
  const { id, name } = await findPartner(context.db, clientId)
  const details = { partner: clientId, month: first.slice(0, 7) }
  await auditRead(context, actor, { action: 'settlement.read', details })
  const [year, number] = first.split('-')
  return {
    partner: name,
    month: `${number}/${year}`,
    offers: await queries.sumOffers(context.db, id, first),
    devices: await queries.sumDevices(context.db, id, first),
  }
}

const columns: readonly Column[] = [
  { heading: 'Τι', kind: 'text', width: 14 },
  { heading: 'Όνομα', kind: 'text', width: 40 },
  { heading: 'Σημείο', kind: 'text', width: 30 },
  { heading: 'Κουπόνια', kind: 'whole', width: 12 },
  { heading: 'Έφεραν', kind: 'whole', width: 12 },
  { heading: 'Πήραν', kind: 'whole', width: 12 },
  { heading: 'Λίτρα', kind: 'decimal', width: 12 },
  { heading: 'Πόντοι κουπονιών', kind: 'whole', width: 18 },
  { heading: 'Πόντοι που δόθηκαν', kind: 'whole', width: 18 },
]

const rowsOf = ({ offers, devices }: Settlement): Row[] => [
  ...offers.map(({ title, coupons, points }): Row => [
    'Προσφορά',
    title,
    null,
    coupons,
    null,
    null,
    null,
    points,
    null,
  ]),
  ...devices.map(({ name, place, coupons, brought, took, litres, points }): Row => [
    ...(['Συσκευή', name, place, coupons, brought, took, litres, null, points] as const),
  ]),
]

const file = (open: FileResponse['open']): FileResponse => ({ rows: undefined, bytes: undefined, open })

/** @throws ApiError not_found, month_invalid */
export async function settlementBook(
  context: Context,
  actor: Actor,
  clientId: string,
  month: string | undefined,
): Promise<FileResponse> {
  const settlement = await readSettlement(context, actor, clientId, month)
  async function* chunks() {
    yield rowsOf(settlement)
  }
  const name = `Εκκαθάριση ${settlement.month.replace('/', '-')}`
  return file(async () => writeWorkbook({ name, columns, chunks: chunks() }))
}

/** @throws ApiError not_found, month_invalid */
export async function settlementPage(
  context: Context,
  actor: Actor,
  clientId: string,
  month: string | undefined,
): Promise<FileResponse> {
  const settlement = await readSettlement(context, actor, clientId, month)
  const { product } = context.config.brand
  return file(async () => drawSettlement(product, settlement))
}
