import { descriptions } from '@portal/contract/words/descriptions.ts'
import { maxClaimDays } from '@portal/contract/words/claim-facts.ts'
import { maxPointsPerRecord } from '@portal/contract/partner-record-fields.ts'
import { email } from '@portal/contract/fields.ts'
import { z } from 'zod'
import type { AuditActor } from '../lib/audit/audit.ts'
import { athensDay, athensSecond } from '../lib/time/athens.ts'
import { days, later } from '../lib/time/clock.ts'
import { actingAs, as } from './acting.ts'
import {
  type Command,
  type CommandContext,
  command,
  day,
  flag,
  n,
  one,
  optional,
  text,
  wholeNumber,
  withJobs,
} from './arguments.ts'

/** Result of a command whose change a second person has to approve. */
export const requested = (id: number) =>
  `Request ${id} waits for the approval of a second person, in the portal or by: approvals approve ${id} --as EMAIL.`

const requestId = wholeNumber('ID', 1, 2 ** 31 - 1)
const note = text('TEXT')

const points = z
  .string()
  .regex(/^[+-]?[1-9]\d{0,6}$/)
  .transform(Number)
  .pipe(z.number().min(-maxPointsPerRecord).max(maxPointsPerRecord))

const record = one(
  'RECORD',
  'the number of a record',
  z.array(
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number),
  ),
)

const reason = z.string().trim().min(1).max(200)

const decisionCommand = (decision: 'approved' | 'rejected', summary: string) =>
  command({
    summary,
    argument: requestId,
    options: { ...as, note: optional(note) },
    run: async (context, values, id) => {
      const decider = await actingAs(context, values.as, 'approvals.decide')
      const { decideApproval } = await import('../features/checks/service.ts')
      // A claim's decision mails the citizen.
      const { kind, executedAt } = await withJobs(context, (jobs) =>
        decideApproval({ ...context, jobs }, decider, id, { decision, note: values.note }),
      )
      if (decision === 'rejected') return `Request ${id} rejected.`
      if (executedAt) return `Request ${id} approved; the change is made.`
      return kind === 'points_imported'
        ? `Request ${id} approved. Run the import again, with the same file.`
        : `Request ${id} approved.`
    },
  })

/**
 * Writes an audit entry if it shows deliveries.
 * @throws Error with the oil of these days that the caller has not named: it may be the same delivery
 */
async function assertCompared(
  { db, clock }: CommandContext,
  author: AuditActor,
  given: { participantId: number; address: string; day: string; credited: number[] },
): Promise<void> {
  const { listCredited } = await import('../ledger/manual/record-manually.ts')
  const unknown = (await listCredited(db, given.participantId, given.day)).filter(
    ({ id }) => !given.credited.includes(id),
  )
  if (unknown.length === 0) return
  const { writeAudit } = await import('../lib/audit/audit.ts')
  const noon = new Date(`${given.day}T12:00:00Z`)
  await writeAudit({ db, clock }, author, {
    action: 'points.list',
    subjectId: given.participantId,
    details: { from: athensDay(later(noon, -days(1))), to: athensDay(later(noon, days(1))) },
  })
  const lines = unknown.map(({ id, points, litres, place, createdAt }) =>
    [`  ${id}: ${n(points)} points`, litres !== null && `${litres} litres`, athensSecond(createdAt), place]
      .filter(Boolean)
      .join(', '),
  )
  const options = unknown.map(({ id }) => `--credited ${id}`).join(' ')
  throw new Error(
    `${given.address} has other oil on ${given.day} or a day beside it; nothing was recorded:\n${lines.join('\n')}\nIf this is another delivery, repeat the command with ${options}.`,
  )
}

/** Commands for changes that a second person approves, and manual records. */
export const approvalCommands: Record<string, Command> = {
  'approvals list': command({
    readsOnly: true,
    summary: 'Lists the requests that wait for a second person, or the newest 100 with --all.',
    options: { all: flag },
    run: async ({ db }, { all }) => {
      const { describeApprovals } = await import('../features/checks/describe-service.ts')
      return describeApprovals({ db }, all)
    },
  }),
  'approvals approve': decisionCommand(
    'approved',
    'Approves a request of another person and makes the change. --as: an account that may decide.',
  ),
  'approvals reject': decisionCommand('rejected', 'Rejects a request of another person.'),
  'points add': command({
    summary:
      'Records points by hand, such as for a claim by letter. --day: the day of the delivery, today by default. Oil that was credited on that day or the days beside it is listed first; --credited confirms that the delivery is another one. Above FOUR_EYES_ABOVE a second person has to approve. Negative points: --points=-50.',
    argument: one('EMAIL', 'an e-mail address', email),
    options: {
      points: one(
        'N',
        `a whole number from -${n(maxPointsPerRecord)} to ${n(maxPointsPerRecord)}, not 0`,
        points,
      ),
      description: one('D', `one of ${descriptions.join(', ')}`, z.enum(descriptions)),
      reason: one('TEXT', 'a text of at most 200 characters', reason),
      day: optional(day),
      credited: { ...optional(record), multiple: true },
      ...as,
    },
    run: async (context, values, address) => {
      const author = await actingAs(context, values.as)
      const { findActiveParticipant } = await import('../features/accounts/service.ts')
      const participantId = await findActiveParticipant(context, address)
      if (participantId === undefined)
        throw new Error(`${address} is not the address of an active participant.`)
      const { recordManually } = await import('../ledger/manual/record-manually.ts')
      const now = context.clock.now()
      const { day = athensDay(now), credited = [] } = values
      if (day < athensDay(later(now, -days(maxClaimDays))))
        throw new Error(`--day: ${day} is more than ${maxClaimDays} days ago.`)
      if (day > athensDay(now)) throw new Error(`--day: ${day} is in the future.`)
      const isOil = values.description === 'oil_collected'
      if (isOil) await assertCompared(context, author, { participantId, address, day, credited })
      const noon = new Date(`${day}T12:00:00+02:00`)
      const result = await recordManually(context, author, {
        participantId,
        points: values.points,
        description: values.description,
        reason: values.reason,
        createdAt: (values.day !== undefined && noon < now ? noon : now).toISOString(),
        ...(isOil && { seen: { day, credited } }),
      })
      return 'done' in result ? `Record ${result.done} added.` : requested(result.approval)
    },
  }),
}
