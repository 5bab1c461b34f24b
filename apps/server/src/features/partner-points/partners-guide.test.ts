import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tmpdir } from 'node:os'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRate } from '#server/features/rates/service.ts'
import { signedHeaders } from '#server/features/partner-events/webhook-service.ts'
import { type House, openHouse } from '#test/house.ts'
import { openProgram, type Program } from '#test/programs.ts'

// docs/partners.md is read by people who have nothing else: whatever it shows is done here, word by word.
const guide = readFileSync(resolve(import.meta.dirname, '../../../../../docs/partners.md'), 'utf8')
const points = guide.slice(guide.indexOf('## Points'))
const blocks = [...points.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind = '', text = '']) => ({
  kind,
  text,
}))

let house: House
let site: Program
let sub: string
beforeAll(async () => {
  house = await openHouse()
  site = await openProgram(house)
  const { id } = await house.make.customer()
  ;({ sub } = await house.db.selectFrom('users').select('sub').where('id', '=', id).executeTakeFirstOrThrow())
  await addRate(house.portal, {
    ...{ description: 'oil_collected', material: null, unit: 'litre', pointsPerUnit: '20' },
    ...{ validFrom: '2026-01-01', validTo: null, note: '' },
  })
})
afterAll(() => house.close())

/** What the guide writes as ID and WHEN is the portal's to say. */
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

describe('docs/partners.md', () => {
  it('shows calls', () => expect(exchanges).toHaveLength(6))

  it.each(exchanges)('$line', async ({ method, url, body, answer }) => {
    const reply = await house.app.inject({
      method: method as 'GET' | 'POST',
      url: url.replace('SUB', sub),
      headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
      ...(body && { payload: body.replaceAll('SUB', sub) }),
    })
    expect([reply.statusCode, reply.json()]).toEqual([200, expected(answer)])
  })

  it('checks a signature', async () => {
    const file = join(tmpdir(), `partners-guide-${crypto.randomUUID()}.mjs`)
    writeFileSync(file, blocks.find(({ kind }) => kind === 'js')?.text ?? '')
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
