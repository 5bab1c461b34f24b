import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'

it('buildApp limits the duration of a request to 120 seconds', async () => {
  const testApp = await openTestApp()
  onTestFinished(() => testApp.close())
  // Fastify's default is 0, no timeout. After it, Node responds with 408 and closes the connection.
  expect(testApp.app.server.requestTimeout).toBe(120_000)
  expect(testApp.app.server.headersTimeout).toBeGreaterThan(0)
})

it('a request with both Content-Length and Transfer-Encoding is rejected', async () => {
  const testApp = await openTestApp()
  onTestFinished(() => testApp.close())
  const url = new URL(await testApp.app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(url.port), url.hostname)
  socket.write(
    'POST /api/auth/token/login HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX',
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 400 /)
  socket.destroy()
})

/** Sends a chunked body above the limit, waits for the response and goes on sending, as a proxy does. */
async function sendTooMuch(testApp: TestApp) {
  const url = new URL(await testApp.app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(url.port), url.hostname)
  onTestFinished(() => void socket.destroy())
  const received = { text: '' }
  socket.on('data', (part: Buffer) => (received.text += part.toString('latin1')))
  socket.write(
    'POST /api/auth/token/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  const part = `80000\r\n${'x'.repeat(0x80000)}\r\n`
  socket.write(part.repeat(3))
  await until(() => received.text.startsWith('HTTP/1.1 413 '))
  socket.write(part)
  return { socket, received }
}

it('a body above the limit is read to its end, so that a proxy still sending it gets the 413', async () => {
  const testApp = await openTestApp()
  onTestFinished(() => testApp.close())
  const { socket, received } = await sendTooMuch(testApp)
  socket.write('0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await until(() => received.text.includes('\r\n{"status"'))
  expect(received.text).toMatch(/^HTTP\/1\.1 413 [^]+HTTP\/1\.1 200 /)
})

it('a body above the limit that does not end loses its connection', async () => {
  const testApp = await openTestApp()
  onTestFinished(() => testApp.close())
  const { socket } = await sendTooMuch(testApp)
  socket.on('error', () => {})
  await until(() => socket.destroyed)
  expect(socket.writable).toBe(false)
})

it('close does not wait for connections without a request, which browsers open in advance', async () => {
  const testApp = await openTestApp()
  const url = new URL(await testApp.app.listen({ port: 0, host: '127.0.0.1' }))
  const [unused, begun] = [connect(Number(url.port), url.hostname), connect(Number(url.port), url.hostname)]
  begun.write('GET /healthz HTTP/1.1\r\nHost')
  await Promise.all([once(unused, 'connect'), once(begun, 'connect')])
  await fetch(new URL('/healthz', url))
  // Node's server waits 60 seconds for them: the timeout of the headers.
  const ends = [once(unused, 'close'), once(begun, 'close')]
  await testApp.close()
  expect(await Promise.all(ends)).toHaveLength(2)
}, 50_000)
