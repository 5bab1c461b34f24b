import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { reverseCouponUse, useCoupon } from '@portal/contract/coupons.ts'
import { descriptions, factsOf } from '@portal/contract/words/descriptions.ts'
import { commonErrors, type ErrorCode, errorRows } from '@portal/contract/error-codes.ts'
import { findBalance, listEvents, recordPoints, reversePoints } from '@portal/contract/partner-points.ts'
import { describePartner } from '@portal/contract/partners.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from './files.ts'
import { subOf } from './rows.ts'
import { citizenEmail, prepareExampleSite } from '#server/features/demo/example-site-service.ts'
import { insertMark } from '#server/features/demo/queries.ts'
import { addDemoRates } from '#server/features/demo/rates.ts'
import { signedHeaders } from '#server/features/partner-api/webhook-service.ts'
import { addRate } from '#server/ledger/rates/rates.ts'
import { fileOf } from './files.ts'
import { openListeningApp } from './partner-site.ts'
import { type TestApp, openTestApp } from './test-app.ts'
import { openProgram, type Program } from './programs.ts'

const root = resolve(import.meta.dirname, '../../..')
const guide = readFileSync(resolve(root, 'docs/partners.md'), 'utf8')

/** Code blocks, with the file named in the line before each, if any. */
const blocks = [
  ...guide.matchAll(/(?:^From \[[^\]]+\]\(\.\.\/([^)]+)\):\n\n)?^ *```(\w*)\n([\s\S]*?)```/gm),
].map(([, file, kind, text = '']) => ({ file, kind, text, lines: text.trimEnd().split('\n') }))
const taken = blocks.flatMap(({ file, kind, lines }) =>
  kind === 'ts' ? [{ file: file ?? '', lines, first: lines[0] }] : [],
)

const indent = (lines: readonly string[], by: number) =>
  lines.map((line) => (line ? ' '.repeat(by) + line : line)).join('\n')

let testApp: TestApp
let site: Program
let sub: string
beforeAll(async () => {
  testApp = await openTestApp()
  site = await openProgram(testApp)
  sub = await subOf(testApp, await testApp.make.customer())
  await addRate(testApp.portal, {
    description: 'oil_collected',
    material: null,
    unit: 'litre',
    pointsPerUnit: '20',
    validFrom: '2026-01-01',
    validTo: null,
    note: '',
  })
})
afterAll(() => testApp.close())

/** ID, POINTS and WHEN in the guide match any value. */
const expected = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) => {
    if (value === 'ID' || value === 'POINTS') return expect.any(Number)
    if (value === 'WHEN') return expect.stringMatching(/T.*\+0[23]:00$/)
    return value === 'SUB' ? sub : value
  })

const exchanges = blocks.flatMap(({ kind, text }, place) => {
  if (kind !== 'http') return []
  const [line = '', ...body] = text.trim().split('\n')
  const [method = '', url = ''] = line.split(' ')
  return [{ line, method, url, body: body.join('\n'), answer: blocks[place + 1]?.text ?? '' }]
})

/**
 * Executes the calls of the guide exactly as written. Its code must be part of the example, which
 * e2e/journeys/partner-site.spec.ts runs against a real portal.
 */
describe('docs/partners.md [partners guide]', () => {
  it('contains only kinds of code that are tested', () => {
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['sh', 'ts', 'http', 'json', 'js']))
    expect(taken.length).toBeGreaterThanOrEqual(5)
  })

  it.each(taken)('quotes $file literally: $first', ({ file, lines }) => {
    expect(file).toMatch(/^examples\/partner-site\/src\/[\w-]+\.ts$/)
    const source = readFileSync(resolve(root, file), 'utf8')
    const isThere = [0, 2, 4].some((by) => `\n${source}`.includes(`\n${indent(lines, by)}\n`))
    expect(isThere, `${file} does not contain these lines:\n${lines.join('\n')}`).toBe(true)
  })

  it('contains ten calls', () => expect(exchanges).toHaveLength(10))

  it.each(exchanges)('returns the documented answer: $line', async ({ method, url, body, answer }) => {
    const reply = await testApp.app.inject({
      method: method as 'GET' | 'POST',
      url: url.replace('SUB', sub),
      headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
      ...(body && { payload: body.replaceAll('SUB', sub) }),
    })
    expect([reply.statusCode, reply.json()]).toEqual([200, expected(answer)])
  })

  it('contains code that verifies a signature', async () => {
    const file = fileOf(blocks.find(({ kind }) => kind === 'js')?.text ?? '', 'signature.mjs')
    const { isFromThePortal } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
      isFromThePortal: (headers: Record<string, string>, body: string, secret: string) => boolean
    }
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const sign = (moment: Date) =>
      Object.fromEntries(
        Object.entries(signedHeaders('msg_1_1', moment, '{}', secret)).map(([name, value]) => [
          name.toLowerCase(),
          value,
        ]),
      )
    const now = sign(new Date())
    expect(isFromThePortal(now, '{}', secret)).toBe(true)
    expect(isFromThePortal(now, '{ }', secret)).toBe(false)
    expect(isFromThePortal(now, '{}', `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false)
    expect(isFromThePortal(sign(new Date(Date.now() - 600_000)), '{}', secret)).toBe(false)
  })
})

it('docs/partners.md has a right example of a signature [partners guide]', () => {
  const [, secret = '', id = '', timestamp = '', body = '', signature] =
    /the\s+secret\s+`(whsec_\S+)`,\s+the\s+id\s+`(\w+)`,\s+the\s+timestamp\s+`(\d+)`\s+and\s+the\s+body\s+`(\S+)`\s+have\s+the\s+signature\s+`(v1,\S+)`/.exec(
      guide,
    ) ?? []
  const headers = signedHeaders(id, new Date(Number(timestamp) * 1_000), body, secret)
  expect(new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))).toContainEqual(
    ['webhook-signature', signature],
  )
})

const rowsOf = (section: string) =>
  [...(guide.split(`# ${section}\n`)[1]?.split('\n#')[0] ?? '').matchAll(/^\| (`.+) \|$/gm)].map(
    ([, row = '']) => row.split('|').map((cell) => cell.trim()),
  )
const codesIn = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code)

describe('tables of docs/partners.md [partners guide]', () => {
  it('describe the seven kinds of records as the contract does', () => {
    const units = { litres: 'litres', items: 'item_count' }
    expect(
      rowsOf('Kinds of records').map(([code, , points, measure, reversedBy]) => ({
        code: codesIn(code)[0],
        points,
        measure: codesIn(measure),
        reversedBy: codesIn(reversedBy),
      })),
    ).toEqual(
      descriptions.map((code) => {
        const { sign, measure, cancelledBy = [] } = factsOf[code]
        return {
          code,
          points: { '1': '+', '-1': '−', '0': '+ or −' }[String(sign)],
          measure: measure ? [units[measure]] : [],
          reversedBy: cancelledBy,
        }
      }),
    )
  })

  it('list every error of the partner calls with its status, and whether it is final', () => {
    const table = readFileSync(resolve(root, 'docs/partner-errors.csv'), 'utf8')
    const documented = table
      .trim()
      .split('\n')
      .slice(1)
      .map((line): [string, string] => {
        const [code = '', status, final] = line.split(',')
        return [code, `${status} ${final}`]
      })
    const ofSessions =
      /^(not_signed_in|not_permitted|second_factor_required|confirmation_required|csrf_.*|account_changed)$/
    const possible = [
      describePartner,
      recordPoints,
      reversePoints,
      useCoupon,
      reverseCouponUse,
      findBalance,
      listEvents,
    ]
      .flatMap(({ errors }): ErrorCode[] => [...errors])
      .concat(commonErrors.filter((code) => !ofSessions.test(code)))
    expect(Object.fromEntries(documented)).toEqual(
      Object.fromEntries(
        possible.map((code) => {
          const { status, final = true } = errorRows[code]
          return [code, `${status} ${final ? 'yes' : 'no'}`]
        }),
      ),
    )
    expect(new Set(documented.map(([code]) => code)).size).toBe(documented.length)
  })
})

// Windows has no sh.
describe.skipIf(process.platform === 'win32')('the start of docs/partners.md [partners quick start]', () => {
  it('records, reads and reverses points with the documented answers', async () => {
    const demonstration = await openListeningApp({ DEMO: 'yes' })
    const folder = temporaryFolder()
    onTestFinished(() => demonstration.close())
    await insertMark(demonstration.db)
    const person = await demonstration.make.customer({ email: citizenEmail })
    await demonstration.db.transaction().execute(addDemoRates)
    const config = { ...demonstration.portal.config, folder: join(folder, 'data') }
    await prepareExampleSite({ ...demonstration.portal, config })

    const commands = blocks.flatMap(({ kind, text }, place) =>
      kind === 'sh' ? [{ text, answer: blocks[place + 1] }] : [],
    )
    const script = commands.map(({ text }) => `${text}\necho`).join('\n')
    const { stdout } = await promisify(execFile)('sh', ['-euc', script], {
      cwd: folder,
      env: { PATH: process.env.PATH },
    })
    const [, ...lines] = stdout.trimEnd().split('\n')
    const now = /try-(\S+?Z)/.exec(stdout)?.[1] ?? ''
    const answers = commands.flatMap(({ answer }) => (answer?.kind === 'json' ? [answer.text] : []))
    expect(answers).toHaveLength(3)
    const citizen = await subOf(demonstration, person)
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      answers.map((answer) => expected(answer.replaceAll('NOW', now).replaceAll('SUB', citizen))),
    )
  })
})

it("requests only scopes that the operator's example of a registration has [partners guide]", () => {
  const operation = readFileSync(resolve(root, 'docs/administration.md'), 'utf8')
  const [example = ''] = /npm run portal -- partner add 'Λάδι' [^]*?```/.exec(operation) ?? []
  const registered = new Set(Array.from(example.matchAll(/--scope (\S+)/g), ([, scope]) => scope))
  const requested = Array.from(guide.matchAll(/scope=([\w: ]+)/g), ([, scopes = '']) =>
    scopes.split(' '),
  ).flat()
  expect(requested).toContain('points:read')
  expect(requested.filter((scope) => !registered.has(scope))).toEqual([])
})
