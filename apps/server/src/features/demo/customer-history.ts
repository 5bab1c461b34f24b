import { createHash } from 'node:crypto'
import { type Description, isDelivery } from '@portal/contract/words/descriptions.ts'
import type { Trx } from '#server/db/database.ts'
import { addPartner, listPartners } from '#server/features/partners/registry-service.ts'
import { codesOf, issueStickers } from '#server/features/stickers/batch-service.ts'
import { insertSent, type SentRecord } from '#server/ledger/import/insert-demo-records.ts'
import { listRates, rateOf } from '#server/ledger/rates/rates.ts'
import { bindSticker, lockStickers, markLost } from '#server/ledger/stickers/ownership.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { byCommand } from '#server/lib/audit/audit.ts'
import { type Clock, days, later, minutes } from '#server/lib/time/clock.ts'
import type { InventedRecord } from './history.ts'

/** Client id of the site that sends deliveries of oil. */
export const oilPartner = 'demonstration-oil'

/** The sites of the landing page's cards. Their secrets are discarded. */
const sites: { clientId: string; name: string; homeUrl: string; descriptions: Description[] }[] = [
  {
    clientId: oilPartner,
    name: 'Ανακύκλωση τηγανελαίου',
    homeUrl: 'https://oil.example.gr/',
    descriptions: ['oil_collected', 'collection_cancelled'],
  },
  {
    clientId: 'demonstration-reuse',
    name: 'Επαναχρησιμοποίηση',
    homeUrl: 'https://reuse.example.gr/',
    descriptions: ['item_reused', 'item_delivered'],
  },
  {
    clientId: 'demonstration-redemption',
    name: 'Εξαργύρωση πόντων',
    homeUrl: 'https://redemption.example.gr/',
    descriptions: ['coupon_created', 'coupon_cancelled', 'coupon_reimbursed'],
  },
]

type Context = { db: Trx; clock: Clock; config: AppContext['config'] }
type SentCoupon = NonNullable<SentRecord['coupon']>
type CustomerHistory = {
  participantId: number
  /** When the account was created. */
  since: Date
  /** Id of the clerk who issues the stickers. */
  clerkId: number
  /** Oldest first. */
  history: InventedRecord[]
}

/** Inserts the customer's records as those of partners' sites, with rates, reversals and the customer's stickers. */
export async function insertCustomerHistory(
  { db, clock, config }: Context,
  { participantId, since, clerkId, history }: CustomerHistory,
): Promise<void> {
  const partners = await addSites({ db, clock })
  const stickerAt = await giveStickers({ db, config, clock: { now: () => since } }, participantId, clerkId)
  const rates = await listRates({ db })
  const all: (InventedRecord & { coupon?: SentCoupon })[] = [...history, ...couponRecords(clock.now())].sort(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime(),
  )
  const references = new Map<InventedRecord, string>(
    all.map((record, place) => [record, `demonstration-maria-${place + 1}`]),
  )
  const records = all.map((record, place) => {
    const { description, createdAt, points, reverses } = record
    const partner = partners.get(description)
    if (!partner) throw new Error(`No site of the demonstration sends ${description}.`)
    const { sticker, ...measured } = record.details
    const rate = isDelivery(description)
      ? rateOf(rates, description, measured, athensDay(createdAt))?.rate
      : undefined
    return {
      participantId,
      points,
      description,
      createdAt,
      receivedAt: later(createdAt, minutes(2 + (place % 20))),
      reference: references.get(record) ?? '',
      partner,
      rateId: rate?.id ?? null,
      // A reversal repeats the details of the record that it reverses.
      details:
        sticker === undefined
          ? measured
          : { ...measured, sticker: stickerAt((reverses ?? record).createdAt) },
      reverses: reverses && references.get(reverses),
      coupon: record.coupon,
    }
  })
  await insertSent({ config }, db, records)
}

/** Coupons with a code, for `/coupons`: two valid ones; a used and an expired one. */
const invented = [
  { title: 'Ένας καφές', shop: 'Καφέ «Η Πλατεία»', ago: 95, cost: 20, left: -65 },
  { title: 'Έκπτωση 10%', shop: 'Βιβλιοπωλείο «Το Μελάνι»', ago: 60, cost: 50, left: 30, used: true },
  { title: 'Δωρεάν είσοδος για δύο', shop: 'Δημοτικό θέατρο', ago: 41, cost: 100, left: 33 },
  { title: 'Έκπτωση 5 € στις αγορές σας', shop: 'Παντοπωλείο «Η Γειτονιά»', ago: 9, cost: 100, left: 150 },
]
/** Number of records that `insertCustomerHistory` adds to the history. */
export const inventedCoupons = invented.length

function couponRecords(now: Date): (InventedRecord & { coupon: SentCoupon })[] {
  return invented.map(({ title, shop, ago, cost, left, used }) => {
    const createdAt = later(now, -days(ago))
    const code = createHash('sha256').update(title).digest('hex').slice(0, 12).toUpperCase()
    return {
      points: -cost,
      description: 'coupon_created',
      createdAt,
      details: { shop },
      coupon: {
        code,
        title,
        shop,
        valid_until: athensDay(later(now, days(left))),
        usedAt: used ? later(createdAt, days(3)) : undefined,
      },
    }
  })
}

/** @returns the site of each description */
async function addSites(
  context: Omit<Context, 'config'>,
): Promise<Map<Description, { id: number; clientId: string }>> {
  for (const site of sites)
    await addPartner(
      context,
      byCommand('partner add'),
      {
        name: site.name,
        homeUrl: site.homeUrl,
        firstParty: true,
        redirectUris: [],
        postLogoutRedirectUris: [],
        backchannelLogoutUri: null,
        initiateLoginUri: null,
        scopes: ['points:write'],
        descriptions: site.descriptions,
        origins: [],
      },
      site.clientId,
    )
  const added = await listPartners(context)
  return new Map(
    added.flatMap(({ id, clientId, descriptions }) =>
      descriptions.map((description) => [description, { id, clientId }] as const),
    ),
  )
}

/**
 * Gives the customer two stickers of a batch: the second one replaces the first after a year.
 * @param context with the time of the batch
 * @returns function that returns the code of the sticker in use at a time
 */
async function giveStickers(
  context: Context,
  participantId: number,
  clerkId: number,
): Promise<(time: Date) => string> {
  const { db, clock } = context
  const clerk = { id: clerkId, isStaff: true, network: '' }
  const batch = await issueStickers(context, clerk, { count: 24, note: 'Επίδειξη' })
  const codes = await codesOf(db, batch.id)
  const [first, second] = await lockStickers(db, codes)
  if (!first || !second) throw new Error('The stickers of the demonstration were not issued.')
  const replacedAt = later(clock.now(), days(365))
  await bindSticker(db, first.id, participantId, clock.now())
  await bindSticker(db, second.id, participantId, replacedAt)
  await markLost(db, first.id, replacedAt, second.id)
  return (time) => (time < replacedAt ? first : second).code
}
