import { randomInt, randomUUID } from 'node:crypto'
import type { newOffer } from '@portal/contract/manage-offers.ts'
import type { DeskUse } from '@portal/contract/desk/desk.ts'
import type { Description } from '@portal/contract/words/descriptions.ts'
import type { z } from 'zod'
import type { Trx } from '#server/db/database.ts'
import { addLink, listDevices, renewCode } from '#server/features/desk/manage-service.ts'
import { enrolDevice } from '#server/features/desk/service.ts'
import { addOffer, publishOffer } from '#server/features/offers/manage-service.ts'
import { addPartner, listPartners } from '#server/features/partners/registry-service.ts'
import { takeOffer } from '#server/ledger/offers/take-offer.ts'
import { byCommand } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { days, later } from '#server/lib/time/clock.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

const bakery = 'demonstration-bakery'
const reuseCentre = 'demonstration-reuse-centre'
const school = 'demonstration-school'

/** Partners without software. Their secrets are discarded. */
const partners: { clientId: string; name: string; firstParty: boolean; descriptions: Description[] }[] = [
  { clientId: bakery, name: 'Φούρνος «Το Ζυμωτό»', firstParty: false, descriptions: [] },
  {
    clientId: reuseCentre,
    name: 'Κέντρο επαναχρησιμοποίησης Κοζάνης',
    firstParty: true,
    descriptions: ['item_reused', 'item_delivered', 'oil_collected'],
  },
  { clientId: school, name: 'Σύλλογος γονέων «Το Θρανίο»', firstParty: false, descriptions: [] },
]

type Desk = { who: string; clientId: string; name: string; place: string | null; may: DeskUse[] }
const desks: Desk[] = [
  { who: 'the bakery', clientId: bakery, name: 'Ταμείο', place: null, may: ['coupons'] },
  {
    who: 'the reuse centre',
    clientId: reuseCentre,
    name: 'Κινητό του κέντρου',
    // A number of data/places.csv.
    place: 'K-04',
    may: ['coupons', 'reuse', 'oil'],
  },
]

/** Offers began so many days ago. */
const since = 60
/** How long a printed code enrols a desk: a demonstration is not restarted for each try. */
const codeForMs = days(7)

type NewOffer = z.output<typeof newOffer>
type Invented = Pick<
  NewOffer,
  'partner' | 'title' | 'title_en' | 'description' | 'description_en' | 'points'
> &
  Partial<NewOffer> & {
    /** Days from now on. */ left?: number
    /** What the customer has paid, and how many days ago. */ taken?: { points: number; ago: number }
    isDraft?: true
  }

const offers: Invented[] = [
  {
    ...{ partner: bakery, title: 'Ένα χωριάτικο ψωμί', title_en: 'A loaf of country bread' },
    description: 'Ένα κιλό, με προζύμι και αλεύρι από σιτάρι της περιοχής.',
    description_en: 'One kilo, of sourdough and local wheat.',
    ...{ points: 50, coupon_days: 30, return_days: 7 },
    ...{ stock: 300, stock_per_day: 20, per_person: 2, per_person_days: 30 },
    taken: { points: 50, ago: 23 },
  },
  {
    ...{ partner: bakery, title: 'Έκπτωση 5 € στον φούρνο', title_en: '€5 off at the bakery' },
    description: 'Για αγορές από 15 €.',
    description_en: 'For purchases of €15 or more.',
    ...{ points: 100, coupon_days: 60, return_days: 14, returns_when_expired: true },
    ...{ stock: 100, per_person: 1, per_person_days: 30 },
  },
  {
    ...{ partner: reuseCentre, title: 'Ένα φυτό σε γλάστρα', title_en: 'A potted plant' },
    description: 'Βασιλικός, δυόσμος ή γεράνι, όσο υπάρχουν.',
    description_en: 'Basil, mint or geranium, while they last.',
    place: '6ο χλμ. Κοζάνης–Πτολεμαΐδας',
    ...{ points: 80, coupon_days: 14, return_days: 3, stock: 60, stock_per_day: 5, per_person: 3, left: 90 },
  },
  {
    ...{ partner: school, kind: 'donation', title: 'Βιβλία για τη σχολική βιβλιοθήκη' },
    title_en: 'Books for the school library',
    description: 'Με τους πόντους σας αγοράζουμε παιδικά βιβλία.',
    description_en: "Your points buy children's books.",
    ...{ points: 20, coupon_days: null, taken: { points: 50, ago: 11 } },
  },
  {
    ...{ partner: bakery, title: 'Καφές και κουλούρι', title_en: 'Coffee and a koulouri' },
    ...{ description: 'Κάθε πρωί έως τις 11.', description_en: 'Every morning until 11.' },
    ...{ points: 40, isDraft: true },
  },
]

/** Number of records that `insertShops` adds for the customer. */
export const takenOffers = offers.filter(({ taken }) => taken).length

/** Inserts partners that work with phones, and their offers. Of some the customer has taken one. */
export async function insertShops(
  { db, clock, config }: Context & { db: Trx },
  { customerId: id, municipalityId }: { customerId: number; municipalityId: number },
): Promise<void> {
  const now = clock.now()
  const ago = (count: number) => ({ db, config, clock: { now: () => later(now, -days(count)) } })
  for (const { clientId, descriptions, ...partner } of partners)
    await addPartner(
      ago(since),
      byCommand('partner add'),
      {
        ...partner,
        descriptions,
        homeUrl: `https://${clientId.replace('demonstration-', '')}.example.gr/`,
        scopes: descriptions.length > 0 ? ['points:write'] : [],
        redirectUris: [],
        postLogoutRedirectUris: [],
        backchannelLogoutUri: null,
        initiateLoginUri: null,
        origins: [],
      },
      clientId,
    )
  const by = byCommand('demonstration')
  for (const { left, taken, isDraft, ...facts } of offers) {
    const offer = await addOffer(ago(since), by, {
      kind: 'coupon',
      place: facts.partner === bakery ? 'Παύλου Μελά 14, Κοζάνη' : null,
      coupon_days: 30,
      starts_on: athensDay(later(now, -days(since))),
      ends_on: left === undefined ? null : athensDay(later(now, days(left))),
      ...{ stock: null, stock_per_day: null, per_person: null, per_person_days: null },
      ...{ municipalities: null, return_days: null, returns_when_expired: false },
      ...facts,
    })
    if (!isDraft) await publishOffer(ago(since), by, offer)
    if (taken)
      await takeOffer(
        ago(taken.ago),
        { id, isStaff: false, network: '', profile: { municipalityId } },
        { offerId: offer.id, submission: randomUUID(), points: taken.points },
      )
  }
}

/**
 * Makes a new code for each desk of the demonstration, in place of an earlier one; a browser that is the desk stays it until the
 * code is used. A desk whose partner was paused, or that an operator revoked, has none.
 * @param operatorId the account that adds the desks
 * @returns the lines for the terminal
 */
export async function describeDesks(context: Context, operatorId: number): Promise<string[]> {
  const operator = { id: operatorId, isStaff: true, network: '' }
  const enabled = new Set(
    (await listPartners(context)).filter(({ disabledAt }) => !disabledAt).map(({ clientId }) => clientId),
  )
  const lines = []
  for (const desk of desks.filter(({ clientId }) => enabled.has(clientId))) {
    const device = await deviceOf(context, operator, desk)
    if (device.revokedAt) continue
    const { enrolment } = await renewCode(context, operator, device.id, codeForMs)
    lines.push(`  ${desk.who.padEnd(18)}  ${enrolment.link}`)
  }
  return lines.length > 0
    ? ['Desks, to open in a browser. Each link works once; a restart prints others:', ...lines]
    : []
}

/** Finds the device of a desk, or adds it. It is enrolled, so that citizens have a card; nobody has its secret. */
async function deviceOf(
  context: Context,
  operator: Parameters<typeof addLink>[1],
  { clientId, name, place, may }: Desk,
) {
  const find = async () =>
    (await listDevices(context, clientId)).devices.find((device) => device.name === name)
  const known = await find()
  if (known) return known
  const { address } = await addLink(context, operator, clientId, { may, devices: 1 })
  const link = new URL(address).hash.replace('#link=', '')
  await enrolDevice(context, { link, name, place, pin: String(randomInt(100_000, 1_000_000)) }, '127.0.0.1')
  const added = await find()
  if (!added) throw new Error(`The desk of ${clientId} was not added.`)
  return added
}
