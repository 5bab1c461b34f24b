import { crc32, deflateSync } from 'node:zlib'
import { changeBrand, showBrand } from '@portal/contract/manage-brand.ts'
import { errorHeader } from '@portal/contract/endpoint.ts'
import { describeSite } from '@portal/contract/site.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import { readLogo } from './read-logo.ts'

const chunk = (type: string, data: Buffer, crc?: number) => {
  const named = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc ?? crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
const header = (width: number, height: number, [depth, colour, interlaced] = [8, 6, 0]) => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, 0, 0, interlaced], 8)
  return data
}
const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const end = chunk('IEND', Buffer.alloc(0))
/** 4 × 4 pixels in four channels: lines of 17 bytes. */
const pixels = deflateSync(Buffer.alloc(4 * 17))
const png = (...parts: Buffer[]) => Buffer.concat([signature, ...parts, end])
const good = png(
  chunk('IHDR', header(4, 4)),
  chunk('tEXt', Buffer.from('Author\0Maria')),
  chunk('IDAT', pixels),
)
const svg = (inside: string, root = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"${root}>${inside}</svg>`)

const read = async (bytes: Buffer) =>
  readLogo(bytes).then(
    ({ bytes }) => bytes.toString('latin1'),
    (error: { errors?: { code: string }[] }) => error.errors?.[0]?.code ?? 'another error',
  )

describe('a logo', () => {
  it.each([
    ['script', svg('<script>alert(1)</script>'), 'logo_active'],
    [
      'script in CDATA',
      svg('<x:script xmlns:x="http://www.w3.org/2000/svg"><![CDATA[alert(1)]]></x:script>'),
      'logo_active',
    ],
    ['onload', svg('<rect width="4" height="4"/>', ' onload="alert(1)"'), 'logo_active'],
    ['onclick in upper case', svg('<g ONCLICK="alert(1)"></g>'), 'logo_active'],
    ['foreignObject', svg('<foreignObject><body/></foreignObject>'), 'logo_active'],
    ['animation of a link', svg('<set attributeName="href" to="javascript:alert(1)"/>'), 'logo_active'],
    ['script in left-out metadata', svg('<metadata><script/></metadata>'), 'logo_active'],
    [
      'entity',
      Buffer.from('<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg><text>&a;</text></svg>'),
      'logo_entities',
    ],
    ['unknown entity', svg('<text>&nbsp;</text>'), 'logo_entities'],
    ['external image', svg('<image href="https://evil.example/a.png"/>'), 'logo_external'],
    ['link', svg('<a href="https://evil.example/"><rect/></a>'), 'logo_external'],
    ['external use', svg('<use xlink:href="https://evil.example/a.svg#a"/>'), 'logo_external'],
    ['nested use', svg('<g id="a"/><use/>'), 'logo_element'],
    ['style with an address', svg('<rect style="fill:url(https://evil.example/a)"/>'), 'logo_external'],
    ['style with an escaped address', svg('<rect style="fill:u\\72l(//evil.example/a)"/>'), 'logo_external'],
    ['style with an encoded address', svg('<rect fill="&#117;rl(//evil.example/a)"/>'), 'logo_external'],
    ['imported style', svg('<style>@import "//evil.example/a.css";</style>'), 'logo_external'],
    [
      'style sheet',
      Buffer.from('<?xml-stylesheet href="//evil.example/a.css"?><svg><b/></svg>'),
      'logo_element',
    ],
    ['nested masks', svg('<mask id="a"><g mask="url(#b)"/></mask>'), 'logo_element'],
    ['nested clipping by style', svg('<style>rect{clip-path:url(#a)}</style>'), 'logo_element'],
    ['200 KB of document types', Buffer.from(`<svg ${'<!DOCTYPE'.repeat(22_000)}`), 'logo_damaged'],
    ['200 KB of blanks', Buffer.from(`<svg a="" ${' '.repeat(200_000)}`), 'logo_damaged'],
    ['element of HTML', svg('<div>Γεια</div>'), 'logo_element'],
    ['text after the end', Buffer.concat([svg(''), Buffer.from('<svg/>')]), 'logo_damaged'],
    ['crossed elements', svg('<g><text></g></text>'), 'logo_damaged'],
    ['1,000 nested elements', svg(`${'<g>'.repeat(1_000)}${'</g>'.repeat(1_000)}`), 'logo_damaged'],
    ['HTML', Buffer.from('<!doctype html><p>Γεια'), 'logo_type'],
    ['UTF-16', Buffer.from('\ufeff<svg/>', 'utf16le'), 'logo_type'],
    ['10 MB', Buffer.alloc(10_000_000, ' '), 'logo_large'],
    ['JPEG named PNG', Buffer.from('ffd8ffe000104a46494600010100', 'hex'), 'logo_type'],
    ['PNG with a wrong CRC', png(chunk('IHDR', header(4, 4)), chunk('IDAT', pixels, 7)), 'logo_damaged'],
    ['PNG that is cut off', good.subarray(0, -13), 'logo_damaged'],
    [
      'PNG of 50,000 pixels',
      png(chunk('IHDR', header(50_000, 50_000)), chunk('IDAT', pixels)),
      'logo_dimensions',
    ],
    [
      'PNG bomb',
      png(chunk('IHDR', header(4, 4)), chunk('IDAT', deflateSync(Buffer.alloc(100_000_000)))),
      'logo_damaged',
    ],
    ['PNG with too few pixels', png(chunk('IHDR', header(5, 5)), chunk('IDAT', pixels)), 'logo_damaged'],
    [
      'PNG without a palette',
      png(chunk('IHDR', header(4, 4, [8, 3, 0])), chunk('IDAT', pixels)),
      'logo_damaged',
    ],
    ['an address in pieces', svg('<style>.a{fill:ur<!-- -->l(//other.example/x)}</style>'), 'logo_external'],
    ['nesting in pieces', svg('<style>.a{cli<![CDATA[p-path:url(#b)}]]></style>'), 'logo_element'],
    ['elements in a style', svg('<style>.a{fill:ur<style/>l(//other.example/x)}</style>'), 'logo_element'],
    ['text that grows when it is written', svg(`<text>${"'".repeat(150_000)}</text>`), 'logo_large'],
  ])('with %s is refused [brand console]', async (_, bytes, code) => {
    expect(await read(bytes)).toBe(code)
  })

  it('that is a PNG is written anew, without texts and what follows it [brand console]', async () => {
    const { bytes, type } = await readLogo(Buffer.concat([good, Buffer.from('<script>alert(1)</script>')]))
    expect(type).toBe('image/png')
    expect(bytes).toEqual(
      png(chunk('IHDR', header(4, 4)), chunk('IDAT', deflateSync(Buffer.alloc(68), { level: 9 }))),
    )
    // Interlaced: of 4 × 4 grey pixels, five of the seven passes have lines.
    const interlaced = deflateSync(Buffer.alloc(2 + 2 + 3 + 2 * 3 + 2 * 5))
    expect(await read(png(chunk('IHDR', header(4, 4, [8, 0, 1])), chunk('IDAT', interlaced)))).toMatch(
      /^\x89PNG/,
    )
  })

  it('that is an SVG is written anew, without what drawing programs add [brand console]', async () => {
    const drawn = `<?xml version="1.0" encoding="UTF-8"?>
      <!-- Made by hand --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/" viewBox="0 0 4 4">
      <title>Κύκλος</title><metadata><rdf:RDF><cc:Work/></rdf:RDF></metadata><inkscape:page/>
      <style>.a{fill:#14573a}</style>
      <defs><linearGradient id="g"><stop offset="0" stop-color='#fff'/></linearGradient></defs>
      <rect class="a" width="4" height="4" fill="url(#g)" id="image-description" clip-path="url(#c)" data-name="&quot;Φόντο&quot;"/><text>Α &amp; Β</text></svg>`
    const { bytes, type } = await readLogo(Buffer.from(drawn))
    expect([type, bytes.toString()]).toEqual([
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><style>.a{fill:#14573a}</style>' +
        '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>' +
        '<rect class="a" width="4" height="4" fill="url(#g)" id="image-description" clip-path="url(#c)"/><text>Α &amp; Β</text></svg>',
    ])
  })
})

describe('/brand/logo', () => {
  let testApp: TestApp
  let operator: Client
  beforeAll(async () => {
    testApp = await openTestApp()
    operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
  })
  afterAll(() => testApp.close())

  const change = async (logo: Buffer | null | undefined) => {
    const { version, content } = await operator.call(showBrand)
    return operator.send(changeBrand, {
      body: { version, content, ...(logo !== undefined && { logo: logo && logo.toString('base64') }) },
    })
  }
  const shown = () => testApp.visitor().inject({ url: '/brand/logo' })

  it('is what an operator has stored, as an image that can do nothing [brand console]', async () => {
    expect((await shown()).statusCode).toBe(404)
    expect((await change(good)).statusCode).toBe(200)
    const { statusCode, headers } = await shown()
    expect([statusCode, headers]).toMatchObject([
      200,
      {
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      },
    ])
    // A change of the names keeps it.
    await change(undefined)
    expect((await shown()).statusCode).toBe(200)
    const refused = await change(svg('<script/>'))
    expect([refused.statusCode, refused.headers[errorHeader.toLowerCase()]]).toEqual([400, 'logo_active'])
    expect((await change(Buffer.alloc(1_000_000))).statusCode).toBe(413)
    expect((await shown()).headers['content-type']).toBe('image/png')

    await change(null)
    expect((await shown()).statusCode).toBe(404)
    expect((await testApp.visitor().call(describeSite)).brand).not.toHaveProperty('logo')
  })
})
