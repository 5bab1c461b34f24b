import { decideApproval } from '@portal/contract/checks.ts'
import { errorHeader } from '@portal/contract/endpoint.ts'
import { type ImportKind, importPartBytes } from '@portal/contract/words/import-rules.ts'
import * as endpoints from '@portal/contract/manage-imports.ts'
import { listStickerBatches } from '@portal/contract/stickers.ts'
import { disableStaff } from '@portal/contract/staff.ts'
import { buffer } from 'node:stream/consumers'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeWorkbook } from '#server/lib/files/xlsx.ts'
import { days, later, minutes } from '#server/lib/time/clock.ts'
import { auditEntries } from '#test/audit-entries.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import * as queries from './queries.ts'
import { runImports } from './run-service.ts'
import { deleteOldImports } from './service.ts'

let testApp: TestApp
let operator: Client
let operatorId: number
const reports: unknown[] = []

const newOperator = async () => {
  const person = await testApp.make.staff({ role: 'operator' })
  return { id: person.id, client: await testApp.signIn(person) }
}
beforeAll(async () => {
  testApp = await openTestApp({ FOUR_EYES_ABOVE: '1000' })
  ;({ client: operator, id: operatorId } = await newOperator())
  await testApp.make.municipality('Κοζάνης')
})
afterAll(() => testApp.close())

const run = (signal?: AbortSignal) => runImports(testApp.portal, (error) => reports.push(error), signal)

async function upload(kind: ImportKind, file: Buffer | string, client = operator): Promise<number> {
  const bytes = Buffer.from(file)
  const { id } = await client.call(endpoints.beginImport, { body: { kind, bytes: bytes.length } })
  for (let at = 0; at < bytes.length; at += importPartBytes) {
    const content = bytes.subarray(at, at + importPartBytes).toString('base64')
    const body = { number: at / importPartBytes, content }
    await client.call(endpoints.addImportPart, { params: { id: String(id) }, body })
  }
  await client.call(endpoints.checkImport, { params: { id: String(id) } })
  return id
}
const find = (id: number, client = operator) =>
  client.call(endpoints.findImport, { params: { id: String(id) } })
const start = (id: number, strict = false, client = operator) =>
  client.send(endpoints.startImport, { params: { id: String(id) }, body: { strict } })
const checked = async (kind: ImportKind, file: Buffer | string) => {
  const id = await upload(kind, file)
  await run()
  return find(id)
}
const leftOut = async (id: number, client = operator) =>
  client.send(endpoints.downloadLeftOut, { params: { id: String(id) } })
const auditOf = async (id: number) =>
  (await auditEntries(testApp, 'import.check', 'import.start', 'import.finish'))
    .filter(({ details }) => details['import'] === id)
    .map(({ action, actorId, details }) => ({ action, actorId, details }))

const header = 'email,first_name,last_name,telephone,municipality,password_hash,created_at'
const person = (email: string, more = 'Κοζάνης,,') => `${email},Μαρία,Παππά,6940000000,${more}`
const countOf = async (like: string) =>
  Number(
    (
      await testApp.db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('email', 'like', like)
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('an import of participants [manage imports]', () => {
  it('is checked, then imported without the wrong rows, which are a file to correct and import', async () => {
    const good = Array.from({ length: 30 }, (_, n) => person(`good${n}@example.gr`))
    const bad = Array.from({ length: 10 }, (_, n) => person(`bad${n}example.gr`))
    const rows = good.flatMap((row, n) => (n % 3 === 0 ? [row, bad[n / 3] ?? ''] : [row]))
    const shown = await checked('participants', `${header}\n${rows.join('\n')}`)
    expect(shown).toMatchObject({
      state: 'checked',
      counts: { rows: 40, added: 30, present: 0, left_out: 10 },
      preview: { columns: expect.arrayContaining([{ name: 'email', known: true }]), missing: [] },
    })
    expect(shown.preview?.rows).toHaveLength(10)
    expect(shown.preview?.rows[0]).toEqual({
      line: 2,
      cells: ['good0@example.gr', 'Μαρία', 'Παππά', '6940000000', 'Κοζάνης', '', ''],
    })
    expect(shown.problems[0]).toEqual({
      line: 3,
      field: 'email',
      code: 'email_invalid',
      value: 'bad0example.gr',
    })
    expect(await countOf('good%')).toBe(0)

    expect((await start(shown.id)).statusCode).toBe(200)
    await run()
    expect(await find(shown.id)).toMatchObject({ state: 'done', counts: { added: 30, left_out: 10 } })
    expect(await countOf('good%')).toBe(30)
    const file = await leftOut(shown.id)
    expect(file.headers['cache-control']).toContain('no-store')
    expect(file.body.split('\r\n')[1]).toBe(
      'bad0example.gr;Μαρία;Παππά;6940000000;Κοζάνης;;;email: το «bad0example.gr» δεν είναι διεύθυνση email.',
    )
    const again = await checked('participants', file.body.replaceAll(/(bad\d)/g, '$1@'))
    expect(again.counts).toEqual({ rows: 10, added: 10, present: 0, left_out: 0, incomplete: 0 })

    const sha256 = expect.stringMatching(/^[\da-f]{64}$/)
    const common = { import: shown.id, kind: 'participants' }
    expect(await auditOf(shown.id)).toEqual([
      // Its answers say who has an account.
      { action: 'import.check', actorId: operatorId, details: { ...common, sha256 } },
      {
        action: 'import.start',
        actorId: operatorId,
        details: { ...common, rows: 40, strict: false, sha256 },
      },
      {
        action: 'import.finish',
        actorId: operatorId,
        details: { ...common, outcome: 'imported', added: 30, present: 0, left_out: 10 },
      },
    ])
  })

  it('marks formulas in the file to correct, and reads them without the mark', async () => {
    const file = `${header}\nformula.gr,"=HYPERLINK(""x"")",-2+3+cmd,+30 694 0000000,,,`
    const { id } = await checked('participants', file)
    const { body } = await leftOut(id)
    expect(body.split('\r\n')[1]).toMatch(/^formula\.gr;"'=HYPERLINK\(""x""\)";'-2\+3\+cmd;\+30 694 0000000;/)
    const again = await checked('participants', body.replace('formula.gr', 'formula@example.gr'))
    await start(again.id)
    await run()
    expect(
      await testApp.db
        .selectFrom('users')
        .select(['firstName', 'lastName', 'telephone'])
        .where('email', '=', 'formula@example.gr')
        .execute(),
    ).toEqual([{ firstName: '=HYPERLINK("x")', lastName: '-2+3+cmd', telephone: '+30 694 0000000' }])
  })

  it('imports all rows or none if asked', async () => {
    const file = `${header}\n${person('strict1@example.gr')}\n${person('strict2@example.gr', 'Αθηναίων,,')}`
    const { id } = await checked('participants', file)
    const answer = await start(id, true)
    expect([answer.statusCode, answer.headers[errorHeader.toLowerCase()]]).toEqual([409, 'import_rows'])
    // A row that has become wrong since the check.
    const one = await checked(
      'participants',
      `${header}\n${person('strict3@example.gr')}\n${person('late@example.gr')}`,
    )
    await start(one.id, true)
    await testApp.make.staff({ email: 'late@example.gr' })
    await run()
    expect(await find(one.id)).toMatchObject({
      state: 'failed',
      failure: 'file_rows',
      problems: [{ line: 3, code: 'email_other_account' }],
    })
    expect(await countOf('strict%')).toBe(0)
  })

  it('reads a workbook as it reads CSV, and windows-1253', async () => {
    const headings = header.split(',')
    const book = await buffer(
      writeWorkbook({
        name: 'Φύλλο',
        columns: headings.map((heading, n) => ({ heading, kind: n === 3 ? 'whole' : 'text', width: 20 })),
        chunks: (async function* () {
          yield [['book@example.gr', 'Μαρία', 'Παππά', 6_940_000_000, 'Κοζάνης', '', '']]
        })(),
      }),
    )
    expect((await checked('participants', book)).preview?.rows).toEqual([
      { line: 2, cells: ['book@example.gr', 'Μαρία', 'Παππά', '6940000000', 'Κοζάνης', '', ''] },
    ])
    // 'Μαρία' in windows-1253.
    const old = Buffer.from(`${header}\nold@example.gr,\xcc\xe1\xf1\xdf\xe1,,,,,`, 'latin1')
    expect((await checked('participants', old)).preview?.rows[0]?.cells[1]).toBe('Μαρία')
    const broken = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)])
    expect(await checked('participants', broken)).toMatchObject({
      state: 'failed',
      failure: 'workbook_unreadable',
    })
  })

  it('names unknown and missing columns, and hides hashes of passwords', async () => {
    const shown = await checked(
      'participants',
      'email,Όνομα,password_hash\na@example.gr,Μαρία,pbkdf2_sha256$1',
    )
    expect(shown).toMatchObject({
      state: 'failed',
      failure: 'file_columns',
      preview: {
        columns: [
          { name: 'email', known: true },
          { name: 'όνομα', known: false },
          { name: 'password_hash', known: true },
        ],
        missing: ['first_name', 'last_name', 'telephone', 'municipality', 'created_at'],
        rows: [{ line: 2, cells: ['a@example.gr', 'Μαρία', '…'] }],
      },
    })
  })

  it('shows cells with characters that the database does not store', async () => {
    // The emoji of two UTF-16 units is cut in the middle.
    const long = `${'α'.repeat(99)}😀`
    const file = `${header},${long}\nnul\0@example.gr,${long},${'β'.repeat(59)}😀β,,${'γ'.repeat(59)}😀γ,,,`
    const shown = await checked('participants', file)
    expect(shown).toMatchObject({ state: 'failed', failure: 'file_columns' })
    expect(shown.preview?.rows[0]?.cells.slice(0, 2)).toEqual([
      'nul\ufffd@example.gr',
      `${'α'.repeat(99)}\ufffd`,
    ])
    const wrong = await checked('participants', file.replace(`,${long}\n`, '\n').replace(/,$/, ''))
    expect(wrong).toMatchObject({ state: 'checked', counts: { left_out: 1 } })
    expect(wrong.problems.find(({ field }) => field === 'municipality')?.value).toBe(
      `${'γ'.repeat(59)}\ufffd`,
    )
  })

  it('lets other calls through', async () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => person(`many${n}@example.gr`))
    const { id } = await checked('participants', `${header}\n${rows.join('\n')}`)
    await start(id)
    const importing = { isOver: false }
    const running = run().then(() => (importing.isOver = true))
    let calls = 0
    while (!importing.isOver) {
      await operator.call(endpoints.listImports)
      if (!importing.isOver) calls += 1
    }
    await running
    expect(calls).toBeGreaterThan(2)
    expect((await find(id)).state).toBe('done')
    expect(await countOf('many%')).toBe(2_000)
  })
})

describe('other kinds [manage imports]', () => {
  it('imports municipalities and stickers', async () => {
    const places = await checked(
      'municipalities',
      'name,regional_unit,region\nΕορδαίας,Κοζάνης,Δυτική Μακεδονία\n,Κοζάνης,Δυτική Μακεδονία',
    )
    expect(places).toMatchObject({ counts: { rows: 2, added: 1, left_out: 1 } })
    const stickers = await checked('stickers', 'code\nΛΑ-000123\n=1+1\nΛΑ-000124')
    expect(stickers.problems).toMatchObject([
      { line: 3, field: 'code', code: 'sticker_invalid', value: '=1+1' },
    ])
    await start(places.id)
    await start(stickers.id)
    await run()
    const names = await testApp.db.selectFrom('municipalities').select('name').execute()
    expect(names).toContainEqual({ name: 'Εορδαίας' })
    expect((await operator.call(listStickerBatches))[0]).toMatchObject({ count: 2 })
    expect(await find(stickers.id)).toMatchObject({ state: 'done', counts: { added: 2 } })
  })

  it('points above the sum wait for a second person', async () => {
    const maria = await testApp.make.customer()
    const file = `email,points,description,created_at,reference\n${maria.email},1001,oil_collected,2024-07-03T12:00:00+03:00,${randomUUID()}`
    const shown = await checked('points', file)
    expect(shown).toMatchObject({ needs_approval: true, counts: { added: 1 } })
    await start(shown.id)
    await run()
    const waiting = await find(shown.id)
    expect(waiting).toMatchObject({ state: 'approval', approval: expect.any(Number) })
    await start(shown.id)
    await run()
    expect(await find(shown.id)).toMatchObject({ state: 'approval', approval: waiting.approval })
    const manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    await manager.call(decideApproval, {
      params: { id: String(waiting.approval) },
      body: { decision: 'approved' },
    })
    await start(shown.id)
    await run()
    expect(await find(shown.id)).toMatchObject({ state: 'done', counts: { added: 1 } })
  })
})

describe('who and when [manage imports]', () => {
  const file = (name: string) => `${header}\n${person(`${name}@example.gr`)}\n${person(`${name}.gr`)}`

  it('shows a file only to the operator who has uploaded it, and needs a recent confirmation', async () => {
    const { id } = await checked('participants', file('own'))
    const { client: other } = await newOperator()
    for (const endpoint of [
      endpoints.findImport,
      endpoints.downloadLeftOut,
      endpoints.checkImport,
      endpoints.discardImport,
    ])
      expect((await other.send(endpoint, { params: { id: String(id) } })).statusCode).toBe(404)
    expect((await start(id, false, other)).statusCode).toBe(404)
    const { results } = await other.call(endpoints.listImports)
    expect(results.find((row) => row.id === id)).toMatchObject({ own: false, state: 'checked' })
    const clerk = await testApp.signIn(await testApp.make.staff())
    expect((await clerk.send(endpoints.listImports)).statusCode).toBe(403)
    testApp.clock.forward(minutes(16))
    expect((await start(id)).headers[errorHeader.toLowerCase()]).toBe('confirmation_required')
    await operator.call(endpoints.discardImport, { params: { id: String(id) } })
    expect((await operator.send(endpoints.findImport, { params: { id: String(id) } })).statusCode).toBe(404)
    ;({ client: operator, id: operatorId } = await newOperator())
  })

  it('runs one import at a time; that of a process that died is taken over, and repeated', async () => {
    const first = await upload('participants', file('first'))
    const second = await upload('participants', file('second'))
    expect(await find(second)).toMatchObject({ state: 'waiting', ahead: 1 })
    const now = testApp.portal.clock.now()
    await queries.claim(testApp.db, { runner: randomUUID(), now, silentSince: later(now, -minutes(1)) })
    await run()
    expect([(await find(first)).state, (await find(second)).state]).toEqual(['running', 'waiting'])
    const running = { params: { id: String(first) } }
    expect((await operator.send(endpoints.discardImport, running)).statusCode).toBe(409)
    testApp.clock.forward(minutes(2))
    await run()
    expect([(await find(first)).state, (await find(second)).state]).toEqual(['checked', 'checked'])
  })

  it('begins again after the server has stopped in the middle', async () => {
    const { id } = await checked('participants', file('stopped'))
    await start(id)
    // Asked before the import begins, and when it has read rows.
    let asked = 0
    await run({
      get aborted() {
        asked += 1
        return asked > 1
      },
    } as AbortSignal)
    expect([(await find(id)).state, await countOf('stopped@%')]).toEqual(['waiting', 0])
    await run()
    expect([(await find(id)).state, await countOf('stopped@%')]).toEqual(['done', 1])
    expect(reports).toEqual([])
  })

  it('is given up when it has ended its process three times', async () => {
    const id = await upload('participants', file('fatal'))
    const next = await upload('participants', file('patient'))
    for (let time = 0; time < 3; time += 1) {
      const now = testApp.portal.clock.now()
      await queries.claim(testApp.db, { runner: randomUUID(), now, silentSince: later(now, -minutes(1)) })
      testApp.clock.forward(minutes(2))
    }
    await run()
    expect(await find(id)).toMatchObject({ state: 'failed', failure: 'fault' })
    expect((await find(next)).state).toBe('checked')
  })

  it('may be interrupted by any number of restarts', async () => {
    const id = await upload('participants', file('restarted'))
    for (let time = 0; time < 5; time += 1) {
      let asked = 0
      await run({
        get aborted() {
          asked += 1
          return asked > 1
        },
      } as AbortSignal)
      expect((await find(id)).state).toBe('waiting')
    }
    await run()
    expect((await find(id)).state).toBe('checked')
  })

  it('stops when the operator is disabled meanwhile', async () => {
    const leaving = await newOperator()
    const id = await upload('participants', file('leaving'), leaving.client)
    await run()
    expect((await start(id, false, leaving.client)).statusCode).toBe(200)
    await operator.call(disableStaff, { params: { id: String(leaving.id) } })
    await run()
    const row = await queries.findImport(testApp.db, id, leaving.id)
    expect(row).toMatchObject({ state: 'failed', failure: 'not_permitted' })
    expect(await countOf('leaving%')).toBe(0)
  })

  it('deletes the upload after the import, and all of it after a week', async () => {
    const { id } = await checked('participants', file('kept'))
    await start(id)
    await run()
    const purposes = async () =>
      (await testApp.db.selectFrom('importParts').select('purpose').where('importId', '=', id).execute()).map(
        ({ purpose }) => purpose,
      )
    expect(await purposes()).toEqual(['left_out'])
    testApp.clock.forward(days(7) + minutes(1))
    await deleteOldImports(testApp.portal)
    expect(await purposes()).toEqual([])
  })

  it('accepts only the announced parts, and checks only complete files', async () => {
    // The sessions of the tests before have ended.
    ;({ client: operator, id: operatorId } = await newOperator())
    const { id } = await operator.call(endpoints.beginImport, { body: { kind: 'stickers', bytes: 10 } })
    const params = { id: String(id) }
    const send = (number: number, size: number) =>
      operator.send(endpoints.addImportPart, {
        params,
        body: { number, content: Buffer.alloc(size, 'x').toString('base64') },
      })
    expect((await operator.send(endpoints.checkImport, { params })).statusCode).toBe(409)
    expect([(await send(0, 11)).statusCode, (await send(1, 10)).statusCode]).toEqual([409, 409])
    expect([(await send(0, 10)).statusCode, (await send(0, 10)).statusCode]).toEqual([204, 204])
    expect((await operator.send(endpoints.checkImport, { params })).statusCode).toBe(200)
    const tooLarge = { body: { kind: 'stickers', bytes: 20_000_001 } }
    expect((await operator.send(endpoints.beginImport, tooLarge)).statusCode).toBe(400)
  })
})
