import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { type ApprovalRow, listApprovals } from '#server/ledger/approvals/approvals.ts'
import { athensSecond } from '#server/lib/time/athens.ts'

const seen = z.object({ day: z.string(), credited: z.array(z.number()) })

/** Maximum number of requests in the list of the command line. */
const listed = 100

/** Describes the requests that wait for a second person, or the newest ones, with a line for each. */
export async function describeApprovals({ db }: { db: Db }, all: boolean): Promise<string> {
  const rows = await listApprovals(db, { open: !all, limit: listed })
  if (rows.length === 0) return all ? 'There are no requests.' : 'No request waits for a decision.'
  return rows.map(lineOf).join('\n')
}

/** `seen` of a manual record names the day and the records that its author compared. */
function textOf(value: unknown): string {
  const { success, data } = seen.safeParse(value)
  if (!success) return typeof value === 'string' ? value : JSON.stringify(value)
  return [data.day, data.credited.length > 0 && `records ${data.credited.join(' ')}`]
    .filter(Boolean)
    .join(', ')
}

function lineOf(row: ApprovalRow): string {
  const state =
    row.decision === null
      ? 'waits'
      : `${row.decision} by ${row.decidedByEmail}${row.executedAt ? ', done' : ''}`
  const points = row.points === null ? '' : `${row.points} points`
  const facts = Object.entries(row.payload as object).map(([name, value]) => `${name}: ${textOf(value)}`)
  const asked = `by ${row.requestedByEmail}, ${athensSecond(row.requestedAt)}`
  return [String(row.id).padStart(4), row.kind, points, asked, state, facts.join(', ')]
    .filter(Boolean)
    .join('  ')
}
