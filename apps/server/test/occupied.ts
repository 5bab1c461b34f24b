import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Milliseconds for which one request may keep the process from answering others: 50 on a free machine (`npm run bench --
 * hostile`). Beside other tests, only what stops the process counts.
 */
export const mostOccupied = process.env.HOSTILE_REQUESTS === undefined ? 500 : 50

/** Asks /healthz again and again, and says how long the slowest answer took. */
const poller = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { Agent, get } = require('node:http')
  const agent = new Agent({ keepAlive: true })
  let slowest = 0
  const ask = () => {
    const start = performance.now()
    get(workerData, { agent }, (answer) =>
      answer.resume().on('end', () => {
        slowest = Math.max(slowest, performance.now() - start)
        setTimeout(ask, 1)
      }),
    )
  }
  ask()
  parentPort.on('message', () => {
    // The answer that waits now counts, too.
    setTimeout(() => {
      parentPort.postMessage(slowest)
      slowest = 0
    }, 20)
  })`

/**
 * Measures for how long requests occupy the process of a server: how long /healthz, asked by another thread, waits beside them.
 * @param url of /healthz
 */
export function watchHealth(url: string) {
  const worker = new Worker(poller, { eval: true, workerData: url })
  const slowest = async () => {
    worker.postMessage('')
    return ((await once(worker, 'message')) as [number])[0]
  }
  return {
    /** @returns milliseconds: the least of up to five tries, because other programs of the machine make each longer */
    async measure(send: () => Promise<unknown>): Promise<number> {
      let least = Infinity
      for (let times = 0; times < 5 && least > mostOccupied; times += 1) {
        await slowest()
        await send()
        least = Math.min(least, await slowest())
      }
      return least
    },
    close: () => worker.terminate(),
  }
}
