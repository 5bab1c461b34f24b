/** TCP proxy in front of the portal that a test can stall: the server's data no longer reaches the client. */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import type { Portal } from './portal.ts'

export type FaultyProxy = {
  /** Address of the portal through the proxy. */
  url: string
  /** Forwards this many more bytes and buffers the rest. */
  stallAfter: (bytes: number) => void
  resume: () => void
  close: () => Promise<void>
}

/**
 * Starts the proxy. If the server closes its connection, the client's is closed at once, and buffered data is dropped.
 */
export async function openFaultyProxy(portal: Portal): Promise<FaultyProxy> {
  let left = Number.POSITIVE_INFINITY
  const sockets = new Set<Socket>()
  const kept: (() => void)[] = []
  const server = createServer((browser) => {
    const upstream = connect(Number(new URL(portal.url).port), '127.0.0.1')
    for (const socket of [browser, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        browser.destroy()
        upstream.destroy()
      })
    }
    browser.pipe(upstream)
    upstream.on('data', (part: Buffer) => {
      const now = part.subarray(0, left)
      left -= now.length
      if (now.length > 0) browser.write(now)
      if (now.length < part.length) kept.push(() => browser.write(part.subarray(now.length)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stallAfter: (bytes) => {
      left = bytes
    },
    resume: () => {
      left = Number.POSITIVE_INFINITY
      for (const pass of kept.splice(0)) pass()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
