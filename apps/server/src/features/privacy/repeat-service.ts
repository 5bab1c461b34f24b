import { hours, later } from '#server/lib/time/clock.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { eraseParticipant, forgetStatistics } from './erase-service.ts'
import * as queries from './queries.ts'

/** An erasure that was carried out: the account's id and the time. */
export type PastErasure = { account: number; at: Date }

/**
 * Line of the log for an erasure. The log is a copy outside the database: after an older backup was restored, its lines
 * say whom to erase again (`restore --erasures`).
 */
export const erasureLine = (account: number, at: Date): string =>
  JSON.stringify({ level: 30, time: at.getTime(), event: 'erasure', account })

/** Lists the erasures of the audit log since a time, oldest first. */
export const listErasures = ({ db }: Pick<AppContext, 'db'>, since: Date): Promise<PastErasure[]> =>
  queries.listErasuresSince(db, since)

/** Longer than transactions and the differences of clocks: entries of the audit log appear out of order. */
const overlap = hours(1)

/**
 * Copies the erasures of the audit log to the server's log, also those of commands and of other processes. After a start it
 * repeats those of the last hour: the process before may have lost lines.
 * @param print receives the lines of `erasureLine`
 * @returns a run of the copying
 */
export function openErasureLog(
  { db }: Pick<AppContext, 'db'>,
  print: (line: string) => void,
): () => Promise<void> {
  let printed = new Set<number>()
  return async () => {
    const last = await queries.findLastLogged(db)
    const erasures = await listErasures({ db }, later(last, -overlap))
    for (const { account, at } of erasures) if (!printed.has(account)) print(erasureLine(account, at))
    printed = new Set(erasures.map(({ account }) => account))
    const newest = Math.max(...erasures.map(({ at }) => at.getTime()))
    if (newest > last.getTime()) await queries.noteLogged(db, new Date(newest))
  }
}

/** The event of a line, also if the line is quoted in JSON (`journalctl -o json`, Docker). */
const ofErasure = /\\*"event\\*":\\*"erasure\\*"/g

/**
 * Reads the lines of `erasureLine`; ignores all other lines, so that a whole log can be given.
 * @throws Error if a line of an erasure was cut
 */
export function readErasures(text: string): PastErasure[] {
  const found = new Map<number, PastErasure>()
  for (const [index, line] of text.split('\n').entries()) {
    const events = line.match(ofErasure)?.length ?? 0
    const erasures = events > 0 ? erasuresIn(line) : []
    if (erasures.length !== events)
      throw new Error(
        `The erasure in line ${index + 1} cannot be read: correct the line, or take it from a copy of the log. Line: ${line}`,
      )
    for (const erasure of erasures) found.set(erasure.account, erasure)
  }
  return [...found.values()]
}

function erasuresIn(line: string): PastErasure[] {
  const objects = line.replaceAll(/\\+"/g, '"').match(/\{[^{}]*\}/g) ?? []
  return objects.flatMap((object) => {
    try {
      const { event, account, time } = JSON.parse(object) as Record<string, unknown>
      const isErasure = event === 'erasure' && Number.isSafeInteger(account) && Number.isSafeInteger(time)
      return isErasure ? [{ account: Number(account), at: new Date(Number(time)) }] : []
    } catch {
      return []
    }
  })
}

/**
 * Erases accounts again in a database that was restored from a backup before their erasure. To be called before the
 * portal writes into it: a later account could get the number of an erased one. Safe to repeat.
 * @returns the number of accounts that were erased now
 */
export async function repeatErasures(
  context: Pick<AppContext, 'db' | 'clock'>,
  erasures: readonly PastErasure[],
): Promise<number> {
  let erased = 0
  for (const { account, at } of erasures) {
    const done = await eraseParticipant(context, account, 'repeated', {
      actor: { kind: 'command', name: 'restore' },
      guard: (trx) => queries.existedAt(trx, account, at),
    })
    if (done) erased += 1
  }
  if (erased > 0) await forgetStatistics(context)
  return erased
}
