/** Requests on several connections at once, from a client that takes little of the machine's time; rows of the results. */
import { once } from 'node:events'
import { connect } from 'node:net'

/** The text of a GET request, with a Cookie header. */
export const getRequest = (path: string, cookie: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`

/** The text of a POST request of a partner. */
export const postRequest = (path: string, token: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

/** For `sendLoad`: requests until the time is over. */
export function during(ms: number, make: () => string): () => string | undefined {
  const end = performance.now() + ms
  return () => (performance.now() < end ? make() : undefined)
}

/** A connection to a server for one request at a time. */
export type Connection = {
  /**
   * Sends a request and waits for its reply.
   * @throws Error for a reply other than 200, one of a partner with a refused record, and a closed connection
   */
  ask: (request: string | Uint8Array) => Promise<void>
  close: () => void
}

/** Reads the replies from the socket itself: a client of HTTP takes a third of the time that the server takes. */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let missing = 0
  let [done, fail]: [() => void, (error: Error) => void] = [() => {}, () => {}]
  socket.on('error', (error) => fail(error))
  socket.on('close', () => fail(new Error('The server closed the connection.')))
  socket.on('data', (bytes) => {
    if (missing === 0) {
      const head = bytes.toString('latin1')
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
      if (!head.startsWith('HTTP/1.1 200') || length === undefined) return fail(new Error(head))
      missing = head.indexOf('\r\n\r\n') + 4 + Number(length)
    }
    if (bytes.includes('"refused"')) return fail(new Error(bytes.toString()))
    missing -= bytes.length
    if (missing === 0) done()
  })
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        ;[done, fail] = [resolve, reject]
        // Also after the server has closed the connection between two requests.
        socket.write(request, (error) => error && reject(error))
      }),
    close: () => socket.destroy(),
  }
}

/**
 * Sends requests on all connections, each after the reply to the one before, until `next` returns undefined.
 * @returns the milliseconds of each request, and of all
 * @throws Error as `Connection.ask`
 */
export async function sendLoad(
  url: string,
  next: () => string | undefined,
  connections: number,
): Promise<{ times: number[]; elapsed: number }> {
  const times: number[] = []
  const start = performance.now()
  const client = async () => {
    const connection = await openConnection(url)
    for (let request = next(); request !== undefined; request = next()) {
      const sentAt = performance.now()
      await connection.ask(request)
      times.push(performance.now() - sentAt)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, client))
  return { times, elapsed: performance.now() - start }
}

/** The value below which this share of the sorted values lies; share 1: the maximum. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

export const median = (values: number[]): number => percentile(values, 0.5)

export type Row = {
  name: string
  goal: string
  /** Calls or records per second of the portal, and of the bare handler. */
  perSecond?: number
  bare?: number
  ratio?: number
  /** Milliseconds of the portal's calls. */
  p50?: number
  p99?: number
  /** Microseconds of CPU time per call of the portal's and the bare process, without PostgreSQL's. */
  cpu?: number
  bareCpu?: number
  /** Megabytes of memory of the portal, the highest so far. */
  peak?: number
  /** Figures that have no column. */
  note?: string
}

const whole = (value: number | undefined) =>
  value === undefined ? '' : Math.round(value).toLocaleString('en')

/** Medians of rates measured in turn, and of their ratios by round: what disturbs one round changes no figure. */
export const compared = (portal: number[], bare: number[]) => ({
  perSecond: median(portal),
  bare: median(bare),
  ratio: median(portal.map((rate, round) => rate / (bare[round] ?? NaN))),
})

const columns: [heading: string, cell: (row: Row) => string][] = [
  ['bare/s', (row) => whole(row.bare)],
  ['portal/s', (row) => whole(row.perSecond)],
  ['ratio', (row) => row.ratio?.toFixed(2) ?? ''],
  ['goal', (row) => row.goal],
  ['p50 ms', (row) => row.p50?.toFixed(1) ?? ''],
  ['p99 ms', (row) => row.p99?.toFixed(1) ?? ''],
  ['bare µs', (row) => whole(row.bareCpu)],
  ['µs', (row) => whole(row.cpu)],
  ['peak MB', (row) => whole(row.peak)],
]

const line = (name: string, cells: string[], note = '') =>
  console.log(
    `${name.padEnd(34)}${cells.map((cell, at) => cell.padStart(at === 3 ? 28 : 12)).join('')}  ${note}`.trimEnd(),
  )

export const printHeading = () =>
  line(
    '',
    columns.map(([heading]) => heading),
  )

export const printRow = (row: Row) =>
  line(
    row.name,
    columns.map(([, cell]) => cell(row)),
    row.note,
  )

const markdownLine = (cells: string[]) => `| ${cells.join(' | ')} |`

/** The rows as a Markdown table. */
export const tableOf = (rows: Row[]): string =>
  [
    markdownLine(['', ...columns.map(([heading]) => heading), '']),
    markdownLine(['---', ...columns.map(() => '---:'), '---']),
    ...rows.map((row) => markdownLine([row.name, ...columns.map(([, cell]) => cell(row)), row.note ?? ''])),
  ].join('\n')
