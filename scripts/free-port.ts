import { createServer } from 'node:net'

/** Below the ephemeral ports of connections and `listen(0)`: from 32768 on Linux, from 49152 on other systems. */
const [first, end] = [20_000, 32_768]

/** Returns an unused port that the system does not assign to others before the caller listens on it, seconds later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * (end - first))
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
