import { createServer } from 'node:net'

/** Below the ephemeral ports of connections and `listen(0)`: from 32768 on Linux, from 49152 on other systems. */
const [first, blocks, size] = [20_000, 255, 50]

// Of this process, so that two tests that run at once do not find the same port.
const block = first + (process.pid % blocks) * size
let turn = 0

/** Returns an unused port that is given to no other process before the caller listens on it, seconds later. */
export async function freePort(): Promise<number> {
  for (;;) {
    turn += 1
    const port = block + (turn % size)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
