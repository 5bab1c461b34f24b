import { createServer } from 'node:net'

/** Below the ephemeral ports of connections and `listen(0)`: from 32768 on Linux, from 49152 on other systems. */
const [first, blocks, size] = [20_000, 255, 50]

// By process: tests that run at once must not find the same port before one listens on it. Every 255th shares a block.
const block = first + (process.pid % blocks) * size
let turn = 0

/** Returns an unused port that neither the system nor processes started near this one use before the caller does. */
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
