import type { Trx } from '#server/db/database.ts'
import { insertClaim, type NewClaim } from '#server/features/claims/service.ts'
import { listPartners } from '#server/features/partners/registry-service.ts'
import { insertWaitingDelivery } from '#server/ledger/import/insert-demo-records.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { type Clock, days, hours, later } from '#server/lib/time/clock.ts'
import { oilPartner } from './customer-history.ts'
import { pointsPerLitre } from './history.ts'
import * as queries from './queries.ts'

type Context = { db: Trx; clock: Clock }
type People = { customerId: number; clerkId: number }

/**
 * Inserts claims about deliveries that were not credited, and waiting deliveries that some of them mean: a wrong
 * character, an unreadable sticker, no delivery at all, and the customer's own, of which one was rejected.
 */
export async function insertClaims({ db, clock }: Context, { customerId, clerkId }: People): Promise<void> {
  const partner = (await listPartners({ db })).find(({ clientId }) => clientId === oilPartner)
  const [first, second, third] = await queries.listSomePeople(db, 3)
  const [code, other] = await queries.listFreeCodes(db, 2)
  if (!partner || !first || !second || !third || !code || !other)
    throw new Error('The demonstration has too few people or stickers for its claims.')
  const now = clock.now()
  const at = (ago: number) => later(now, -days(ago) - hours(1))
  const hourOf = (time: Date) =>
    Number(
      time
        .toLocaleString('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/Athens' })
        .slice(0, 2),
    )
  const deliver = (stickerCode: string, createdAt: Date, litres: number, place: string) =>
    insertWaitingDelivery(db, partner.id, {
      stickerCode,
      createdAt,
      reference: `demonstration-waiting-${stickerCode}`,
      points: litres * pointsPerLitre,
      details: { litres, collection_point: place },
    })
  await deliver(
    `${code.slice(0, 4)}${code[4] === '3' ? '8' : '3'}${code.slice(5)}`,
    at(2),
    3,
    'Πράσινο ΑΤΜ Λαϊκής Αγοράς',
  )
  await deliver('ΔΥΣΑΝΑΓΝΩΣΤΟ', at(4), 2, 'Πράσινο ΑΤΜ Δημαρχείου')

  const claim = {
    placeId: null,
    placeName: null,
    stickerCode: null,
    hour: null,
    litres: null,
    note: '',
    createdAt: later(now, -hours(20)),
  }
  const hall = { placeId: 'K-01', placeName: 'Πράσινο ΑΤΜ Δημαρχείου, Πλατεία Νίκης, Κοζάνη' }
  await insertClaim(
    db,
    {
      ...claim,
      ...hall,
      participantId: customerId,
      submission: crypto.randomUUID(),
      day: athensDay(at(40)),
      createdAt: later(now, -days(38)),
    },
    {
      state: 'rejected',
      decidedBy: clerkId,
      decidedAt: later(now, -days(37)),
      points: null,
      deliveryId: null,
      reason: 'already_credited',
      answer: 'Θα βρείτε την παράδοση στις κινήσεις σας.',
    },
  )
  const add = (given: { participantId: number; day: string } & Partial<NewClaim>) =>
    insertClaim(db, { ...claim, submission: crypto.randomUUID(), ...given })
  await add({ participantId: first, stickerCode: code, day: athensDay(at(2)), litres: 3 })
  await add({
    ...hall,
    participantId: second,
    day: athensDay(at(4)),
    hour: hourOf(at(4)),
    litres: 2,
    note: 'Το αυτοκόλλητο είχε λαδώσει.',
  })
  await add({ participantId: third, stickerCode: other, day: athensDay(at(6)) })
  await add({ ...hall, participantId: customerId, day: athensDay(at(1)), hour: 18, litres: 1.5 })
}
