import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedHeaders } from '#server/features/partner-api/webhook-service.ts'
import { addRate } from '#server/ledger/rates/rates.ts'
import { fileOf } from './files.ts'
import { type TestApp, openTestApp } from './test-app.ts'
import { openProgram, type Program } from './programs.ts'

const root = resolve(import.meta.dirname, '../../..')
const guide = readFileSync(resolve(root, 'docs/partners.md'), 'utf8')

/** Code blocks, with the file named in the line before each, if any. */
const blocks = [
  ...guide.matchAll(/(?:^From \[[^\]]+\]\(\.\.\/([^)]+)\):\n\n)?```(\w*)\n([\s\S]*?)```/gm),
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
  const { id } = await testApp.make.customer()
  ;({ sub } = await testApp.db
    .selectFrom('users')
    .select('sub')
    .where('id', '=', id)
    .executeTakeFirstOrThrow())
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

/** ID and WHEN in the guide match any value. */
const expected = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) =>
    value === 'ID'
      ? expect.any(Number)
      : value === 'WHEN'
        ? expect.stringMatching(/T.*\+0[23]:00$/)
        : value === 'SUB'
          ? sub
          : value,
  )

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
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['ts', 'http', 'json', 'js']))
    expect(taken.length).toBeGreaterThanOrEqual(5)
  })

  it.each(taken)('quotes $file literally: $first', ({ file, lines }) => {
    expect(file).toMatch(/^examples\/partner-site\/src\/[\w-]+\.ts$/)
    const source = readFileSync(resolve(root, file), 'utf8')
    const isThere = [0, 2, 4].some((by) => `\n${source}`.includes(`\n${indent(lines, by)}\n`))
    expect(isThere, `${file} does not contain these lines:\n${lines.join('\n')}`).toBe(true)
  })

  it('contains seven calls', () => expect(exchanges).toHaveLength(7))

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
