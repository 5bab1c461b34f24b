import { countNotesBefore, deleteNotesBefore } from '#server/features/calls/service.ts'
import { countDecidedBefore, deleteDecidedBefore } from '#server/features/claims/service.ts'
import { countOldCodes, removeOldCodes } from '#server/ledger/coupons/coupons.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { later } from '#server/lib/time/clock.ts'
import { claimDay } from './retention-queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** Numbers of decided claims, notes of calls, and codes of coupons that ended. */
export type OldDetails = Record<keyof AppContext['config']['retentionOf'], number>

/**
 * Removes decided claims, notes of calls and codes of ended coupons after the periods of RETENTION_…. Runs once a day on
 * one of the servers.
 * @returns what was removed; undefined if today's run was before
 */
export async function removeOldDetails(context: Context): Promise<OldDetails | undefined> {
  const { db, clock } = context
  if (!(await claimDay(db, 'old details day', athensDay(clock.now())))) return undefined
  return apply(context, {
    claims: (before) => deleteDecidedBefore(db, before),
    notes: (before) => deleteNotesBefore(db, before),
    codes: (before) => removeOldCodes(context, before),
  })
}

/** Describes what `removeOldDetails` would remove now. */
export async function describeOldDetails(context: Context): Promise<string> {
  const { db } = context
  const counts = await apply(context, {
    claims: (before) => countDecidedBefore(db, before),
    notes: (before) => countNotesBefore(db, before),
    codes: (before) => countOldCodes(context, before),
  })
  return `To remove: ${textOf(counts)}.`
}

export const textOf = ({ claims, notes, codes }: OldDetails): string =>
  `${claims} decided claims, ${notes} notes of calls, ${codes} codes of coupons that ended`

/** Calls each step with the time before which its data is old; 0 if its period is off. */
async function apply(
  { clock, config: { retentionOf } }: Context,
  steps: Record<keyof OldDetails, (before: Date) => Promise<number>>,
): Promise<OldDetails> {
  const count = async (name: keyof OldDetails) => {
    const period = retentionOf[name]
    return period === undefined ? 0 : steps[name](later(clock.now(), -period))
  }
  return { claims: await count('claims'), notes: await count('notes'), codes: await count('codes') }
}
