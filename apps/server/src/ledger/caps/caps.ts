import type { Db, Trx } from '#server/db/database.ts'
import type { AppContext, RecordingPartner } from '#server/lib/context/app-context.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { Outdated } from '#server/lib/rights/rights.ts'
import { type Clock, days, later } from '#server/lib/time/clock.ts'
import * as queries from './queries.ts'

/** Points of a day: above `flagAbove` managers get a flag, above `rejectAbove` records are rejected. */
type Cap = { flagAbove: number; rejectAbove: number }

/** The caps of a call and the sums of the day. `takeUnderCaps` updates the sums. */
export type Caps = {
  /** Day of Athens on which the call arrived. */
  day: string
  partner: Cap & { given: number }
  /** `given`: points from all partners, by participant id. */
  person: Cap & { given: Map<number, number> }
  /** Participants whose records were rejected; 'partner' if the partner's cap was reached. */
  rejected: Set<number | 'partner'>
}

const capOf = (cap: number, factor: number): Cap => {
  const flagAbove = cap > 0 ? cap : Infinity
  return { flagAbove, rejectAbove: factor > 0 ? flagAbove * factor : Infinity }
}

/**
 * Returns the caps for a partner's calls of a day.
 * @param given points that the partner has given on the day
 * @param balances locked balances of the participants
 */
export function capsOf(
  { config }: Pick<AppContext, 'config'>,
  partner: RecordingPartner,
  { day, given }: { day: string; given: number },
  balances: ReadonlyMap<number, { givenToday: number }>,
): Caps {
  const { partnerDay, personDay, rejectFactor } = config.caps
  // A higher cap for one partner also applies to the sum from all partners.
  const ofPerson = partner.personCap === 0 ? 0 : Math.max(personDay, partner.personCap ?? 0)
  return {
    day,
    partner: { ...capOf(partner.dailyCap ?? partnerDay, rejectFactor), given },
    person: {
      ...capOf(ofPerson, rejectFactor),
      given: new Map(Array.from(balances, ([id, { givenToday }]) => [id, givenToday])),
    },
    rejected: new Set(),
  }
}

/**
 * Adds the points of a delivery to the sums of the day.
 * @param participantId undefined for a delivery that waits for its sticker
 * @returns false, without adding, if a sum would exceed its cap
 */
export function takeUnderCaps(
  { partner, person, rejected }: Caps,
  points: number,
  participantId?: number,
): boolean {
  const ofPerson = participantId === undefined ? 0 : (person.given.get(participantId) ?? 0) + points
  if (partner.given + points > partner.rejectAbove) rejected.add('partner')
  else if (participantId !== undefined && ofPerson > person.rejectAbove) rejected.add(participantId)
  else {
    partner.given += points
    if (participantId !== undefined) person.given.set(participantId, ofPerson)
    return true
  }
  return false
}

/**
 * Counts the points that a call gave, and raises flags for managers: once for each partner, participant and day. The partner's sum
 * stays locked until the transaction ends: call it last.
 * @param gave points that the call gave; the caps' sum does not include those of concurrent calls
 * @param receivers the participants who got points
 * @throws Outdated if the sum exceeds its cap, together with a concurrent call
 */
export async function countAndFlag(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Trx,
  partner: RecordingPartner,
  caps: Caps,
  gave: number,
  receivers: ReadonlySet<number>,
): Promise<void> {
  const { day, person, rejected } = caps
  const flags: queries.NewFlag[] = []
  const raise = (flag: Partial<queries.NewFlag> & { cap: number; points: number }) =>
    flags.push({ partnerId: null, participantId: null, day, rejected: false, ...flag })

  let ofDay = caps.partner.given
  if (gave > 0) {
    const { rejectAbove, flagAbove } = caps.partner
    const limit = Number.isFinite(rejectAbove) ? Math.floor(rejectAbove) : null
    const counted = await queries.addGivenByPartner(trx, partner.id, { day, points: gave }, limit)
    if (counted === undefined) throw new Outdated()
    ofDay = counted
    if (ofDay > flagAbove) raise({ partnerId: partner.id, cap: flagAbove, points: ofDay })
  }
  for (const who of rejected)
    if (who === 'partner')
      raise({ partnerId: partner.id, rejected: true, cap: caps.partner.rejectAbove, points: ofDay })
    else
      raise({
        partnerId: partner.id,
        participantId: who,
        rejected: true,
        cap: person.rejectAbove,
        points: person.given.get(who) ?? 0,
      })
  const sumOf = (participantId: number) => person.given.get(participantId) ?? 0
  for (const participantId of receivers)
    if (sumOf(participantId) > person.flagAbove)
      raise({ participantId, cap: person.flagAbove, points: sumOf(participantId) })
  const ownCap = partner.personCap || Infinity
  const suspects = [...receivers].filter((id) => sumOf(id) > ownCap)
  if (suspects.length > 0)
    for (const row of await queries.listGivenSince(trx, partner.id, suspects, day))
      if (row.points > ownCap) raise({ ...row, partnerId: partner.id, cap: ownCap })

  if (flags.length > 0) await queries.insertFlags(trx, flags, clock.now())
}

/** Subtracts points that a partner took back, if it gave them today: yesterday's leave no room for today. */
export async function subtractGiven(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Trx,
  partnerId: number,
  taken: { points: number; receivedAt: Date },
): Promise<void> {
  const day = athensDay(clock.now())
  if (taken.points > 0 && athensDay(taken.receivedAt) === day)
    await queries.addGivenByPartner(trx, partnerId, { day, points: -taken.points })
}

/**
 * Raises a flag if a sticker credits a participant more points than the cap of a day, together with what claims have
 * credited that day: each claim credits one day of deliveries. They are never rejected.
 */
export async function flagCredited(
  { clock, config }: Pick<AppContext, 'clock' | 'config'>,
  trx: Trx,
  participantId: number,
  points: number,
): Promise<void> {
  const cap = config.caps.personDay
  if (cap === 0) return
  const day = athensDay(clock.now())
  const sum = points + (await queries.sumOfClaims(trx, participantId, day))
  if (sum <= cap) return
  await queries.insertFlags(
    trx,
    [{ partnerId: null, participantId, day, rejected: false, cap, points: sum }],
    clock.now(),
  )
}

/**
 * Raises a flag if a credited delivery may be one that staff had credited by hand, for a claim or by a manual record about
 * a day next to it. The cap is what they gave by hand.
 * @param records deliveries of one partner that were just credited
 */
export async function flagCreditedTwice(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Trx,
  partnerId: number,
  records: readonly number[],
): Promise<void> {
  if (records.length === 0) return
  const day = athensDay(clock.now())
  const flags = (await queries.sumBesideManual(trx, records)).map(({ participantId, byHand, points }) => {
    const sum = { cap: byHand, points: byHand + points }
    return { partnerId, participantId, day, rejected: false, creditedTwice: true, ...sum }
  })
  if (flags.length > 0) await queries.insertFlags(trx, flags, clock.now())
}

/** Days for which the sums of partners are kept. */
const keptDays = 40

/** Deletes the sums of partners of days long past. */
export const deleteOldPartnerDays = ({ db, clock }: { db: Db; clock: Clock }) =>
  queries.deletePartnerDaysBefore(db, athensDay(later(clock.now(), -days(keptDays))))
