/** A citizen's landing page beside the import of a large file in the console. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Row } from './load.ts'
import { type MeasuredPortal, signInPeople } from './measured-portal.ts'
import { openLandings, rowOf } from './mixed.ts'

/** Rows of the file. */
const imported = 100_000
const partBytes = 500_000

function participantsFile(): Buffer {
  const run = randomUUID().slice(0, 8)
  const rows = Array.from(
    { length: imported },
    (_, n) => `import-${run}-${n}@example.gr,Μαρία,Παππά,6940000000,,,`,
  )
  return Buffer.from(
    `email,first_name,last_name,telephone,municipality,password_hash,created_at\n${rows.join('\n')}\n`,
  )
}

/** Stores an upload as the calls do, and waits until the server has checked or imported it. @returns seconds */
async function runStep({ db }: MeasuredPortal, id: number, step: 'check' | 'import'): Promise<number> {
  const start = performance.now()
  await sql`update imports set state = 'waiting', step = ${step}, queued_at = now(), attempts = 0 where id = ${id}`.execute(
    db,
  )
  for (;;) {
    const { rows } = await sql<{ state: string }>`select state from imports where id = ${id}`.execute(db)
    const state = rows[0]?.state ?? 'failed'
    if (state === 'failed') throw new Error('The import failed.')
    if (state === 'checked' || state === 'done') return (performance.now() - start) / 1_000
    await wait(250)
  }
}

/** Measures the landing page quiet, then while 100,000 participants are checked and imported. */
export async function measureImport(portal: MeasuredPortal, report: (row: Row) => void): Promise<void> {
  const cookies = await signInPeople(portal, 200)
  const { rows } = await sql<{ id: number }>`
    update users set role = 'operator' where id = (select id from users where role = 'clerk' order by id limit 1) returning id`.execute(
    portal.db,
  )
  const operator = rows[0]?.id ?? 0
  const file = participantsFile()
  const { rows: created } = await sql<{ id: number }>`
    insert into imports (kind, user_id, state, bytes, sha256, created_at)
    values ('participants', ${operator}, 'uploading', ${file.length}, '', now()) returning id`.execute(
    portal.db,
  )
  const id = created[0]?.id ?? 0
  for (let at = 0; at < file.length; at += partBytes)
    await sql`insert into import_parts (import_id, purpose, number, content)
      values (${id}, 'upload', ${at / partBytes}, ${file.subarray(at, at + partBytes)})`.execute(portal.db)

  const openFor = async (work: () => Promise<unknown>) => {
    const over = { yet: false }
    const landings = openLandings(portal, cookies, over)
    const result = await work()
    over.yet = true
    return [await landings, result] as const
  }
  // The first ones compile the code.
  await openFor(() => wait(10_000))
  const [quiet] = await openFor(() => wait(20_000))
  const [beside, seconds] = await openFor(async () => [
    await runStep(portal, id, 'check'),
    await runStep(portal, id, 'import'),
  ])
  await sql`update users set role = 'clerk' where id = ${operator}`.execute(portal.db)
  const row = (name: string, values: number[]) => rowOf(name, values, quiet)
  report(row('landing page, quiet', quiet))
  const [check, writing] = (seconds as number[]).map((value) => value.toFixed(1))
  report({
    ...row('landing page beside an import of a file', beside),
    goal: 'p99 ≤ 50 ms',
    note: `100,000 participants: check ${check} s, import ${writing} s`,
  })
}
