import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { errorOf } from '#test/files.ts'
import { errorOfAddress, post } from './http-client.ts'

const strict = { http: false, inside: false }

describe('http-client', () => {
  it.each([
    'http://oil.example.gr/',
    'ftp://oil.example.gr/',
    'oil.example.gr',
    'https://user:word@oil.example.gr/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::7f00:1]/',
    'https://[::7f00:1]/',
    'https://[::ffff:0:7f00:1]/',
    'https://[fec0::1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:db8::1]/',
    'https://[4000::1]/',
    'https://[ff02::1]/',
    'https://192.88.99.1/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://255.255.255.255/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
  ])('rejects the address %s', (address) => expect(errorOfAddress(address, strict)).toBeTypeOf('string'))

  it.each(['https://oil.example.gr/hook?site=1', 'https://8.8.8.8/', 'https://[2a00:1450::1]:8443/'])(
    'accepts the address %s',
    (address) => expect(errorOfAddress(address, strict)).toBeUndefined(),
  )

  it('does not call a name that resolves to a private address [security private network]', async () => {
    let calls = 0
    const server = createServer((_request, reply) => {
      calls += 1
      reply.end()
    })
    await new Promise<void>((done) => server.listen(0, () => done()))
    const { port } = server.address() as AddressInfo
    const sent = { headers: {}, body: '{}' }
    const address = `http://localhost:${port}/`
    expect(await errorOf(post(address, { ...sent, reach: { http: true, inside: false } }))).toBe(
      'The name resolves to a private address.',
    )
    expect(calls).toBe(0)
    expect(await post(address, { ...sent, reach: { http: true, inside: true } })).toBe(200)
    await new Promise((done) => server.close(done))
  })
})
