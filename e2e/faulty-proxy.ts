/** A line to the portal that a test can close: what the server sends stays away from then on. */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import type { Portal } from './portal.ts'

export type Valve = {
  /** The portal's address over this line. */
  url: string
  /** Lets so many bytes through from now on, and keeps back the rest. */
  closeAfter: (bytes: number) => void
  open: () => void
  close: () => Promise<void>
}

/** Opens the line. Where the server's end breaks, the browser's breaks at once, with all that was kept back. */
export async function openValve(portal: Portal): Promise<Valve> {
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
    closeAfter: (bytes) => {
      left = bytes
    },
    open: () => {
      left = Number.POSITIVE_INFINITY
      for (const pass of kept.splice(0)) pass()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
