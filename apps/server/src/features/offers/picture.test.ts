import { crc32, deflateSync } from 'node:zlib'
import { findManagedOffer, removeOfferPicture, setOfferPicture } from '@portal/contract/manage-offers.ts'
import { showOffer } from '@portal/contract/offers.ts'
import { maxPictureBytes } from '@portal/contract/words/offer-limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishedOffer } from '#test/offers.ts'
import { rewritePng } from '#server/lib/images/png.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
let operator: Client
beforeAll(async () => {
  testApp = await openTestApp()
  operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
})
afterAll(() => testApp.close())

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const size = (pixels: number) => pixels.toString(16).padStart(4, '0')
const tables = hex(
  `ffdb 0043 00 ${'01'.repeat(64)} ffc4 0014 00 01 ${'00'.repeat(16)} ffc4 0014 10 01 ${'00'.repeat(16)}`,
)
const frame = (width = 8, height = 8, kind = 'ffc0') =>
  hex(`${kind} 000b 08 ${size(height)} ${size(width)} 01 01 11 00`)
const scan = hex('ffda 0008 01 01 00 00 3f 00 3f')
const [start, end] = [hex('ffd8'), hex('ffd9')]
/** What cameras add: EXIF with a place, a comment. */
const segment = (marker: string, text: string) =>
  Buffer.concat([hex(`${marker} ${size(text.length + 2)}`), Buffer.from(text)])
const exif = segment('ffe1', 'Exif\0\0 40.3N 21.78E')
const comment = segment('fffe', 'Maria')
const jpeg = (...parts: Buffer[]) => Buffer.concat([start, ...parts, end])
/** 8 × 8 grey pixels. */
const good = jpeg(exif, comment, tables, frame(), scan)
const clean = jpeg(tables, frame(), scan)

const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
const png = (width: number, height: number, pixels = Buffer.alloc(height * (width + 1))) =>
  Buffer.concat([
    hex('89504e470d0a1a0a'),
    chunk('IHDR', hex(`0000${size(width)} 0000${size(height)} 0800000000`)),
    chunk('tEXt', Buffer.from('Author\0Maria')),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])

const set = async (bytes: Buffer) => {
  const { id, version } = await publishedOffer(testApp)
  const input = { params: { id: String(id) }, body: { version, picture: bytes.toString('base64') } }
  return { id, version, answer: await operator.send(setOfferPicture, input) }
}
const load = (path: string) => testApp.app.inject({ method: 'GET', url: path })

describe('setOfferPicture', () => {
  it('shows a picture without what cameras add, under an address of its content [offers picture]', async () => {
    const { id, answer } = await set(Buffer.concat([good, Buffer.from('<script>')]))
    const { picture, version } = answer.json<{ picture: string; version: number }>()
    const client = await testApp.signIn(await testApp.make.customer())
    const params = { id: String(id) }
    expect(await client.call(showOffer, { params })).toMatchObject({ picture })
    const shown = await load(picture)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(shown.rawPayload).toEqual(clean)
    const body = { version, picture: png(4, 4).toString('base64') }
    const second = await operator.call(setOfferPicture, { params, body })
    expect(second.picture).not.toBe(picture)
    expect((await load(picture)).statusCode).toBe(404)
    const other = await load(second.picture ?? '')
    expect(other.headers['content-type']).toBe('image/png')
    expect(other.rawPayload.toString('latin1')).not.toContain('Maria')
    await operator.call(removeOfferPicture, { params, body: { version: second.version } })
    expect((await operator.call(findManagedOffer, { params })).picture).toBeNull()
    expect((await load(second.picture ?? '')).statusCode).toBe(404)
  })

  it.each([
    ['a text', Buffer.from('Καλημέρα'), 'picture_type'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'picture_type'],
    ['nothing but a beginning', hex('ffd8ff'), 'picture_damaged'],
    [
      'a page after the beginning',
      Buffer.concat([hex('ffd8ffe0 0010'), Buffer.from('<html>')]),
      'picture_damaged',
    ],
    ['no frame', jpeg(tables, scan), 'picture_damaged'],
    ['no tables', jpeg(frame(), scan), 'picture_damaged'],
    ['no pixels', jpeg(tables, frame()), 'picture_damaged'],
    ['an empty scan', jpeg(tables, frame(), scan.subarray(0, -1)), 'picture_damaged'],
    [
      'thousands of scans',
      jpeg(tables, frame(4000, 4000, 'ffc2'), ...Array(9_999).fill(scan)),
      'picture_damaged',
    ],
    ['no end', clean.subarray(0, -2), 'picture_damaged'],
    ['two frames', jpeg(tables, frame(), frame(), scan), 'picture_damaged'],
    ['a lossless frame', jpeg(tables, frame(8, 8, 'ffc3'), scan), 'picture_damaged'],
    ['a segment past the end', jpeg(hex('ffdb ffff 00')), 'picture_damaged'],
    ['tables of another size', jpeg(hex('ffdb 0005 00 01 01'), frame(), scan), 'picture_damaged'],
    ['no width', jpeg(tables, frame(0), scan), 'picture_damaged'],
    ['4001 pixels', jpeg(tables, frame(4001), scan), 'picture_dimensions'],
    ['a wide PNG', png(4001, 1), 'picture_dimensions'],
    ['a damaged PNG', png(4, 4, Buffer.alloc(3)), 'picture_damaged'],
    ['301 KB', Buffer.concat([good, Buffer.alloc(maxPictureBytes)]), 'picture_large'],
  ])('refuses %s [offers picture]', async (_what, bytes, code) => {
    const { answer } = await set(bytes)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['x-error-code']).toContain(code)
  })

  it('unpacks one picture of many at a time [offers picture]', async () => {
    const large = png(4_000, 4_000)
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers)
    }, 5)
    await Promise.all(Array.from({ length: 6 }, () => rewritePng(large, 4_000)))
    clearInterval(watch)
    // All together are more than 150 MB.
    expect(most).toBeLessThan(120_000_000)
  })

  it('refuses a change of another version [offers picture]', async () => {
    const { id, version } = await set(good)
    const again = { params: { id: String(id) }, body: { version, picture: good.toString('base64') } }
    expect((await operator.send(setOfferPicture, again)).statusCode).toBe(409)
  })
})
