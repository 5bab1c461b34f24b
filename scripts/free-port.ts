import { createServer } from 'node:net'

/** Below the ports that systems give to connections and to `listen(0)`: Linux those from 32768, others from 49152. */
const [first, end] = [20_000, 32_768]

/** A port nobody listens on, and that nobody is given by chance until its owner listens: a start takes seconds. */
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
