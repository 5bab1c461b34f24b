/** Requests on several connections at once, from a client that takes little of the machine's time. */
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

/**
 * Sends requests on all connections, each after the reply to the one before, until `next` returns undefined. Reads the replies
 * from the sockets itself: a client of HTTP takes a third of the time that the server takes.
 * @returns the milliseconds of each request, and of all
 * @throws Error for a reply other than 200, and for one of a partner with a refused record
 */
export async function sendLoad(
  url: string,
  next: () => string | undefined,
  connections: number,
): Promise<{ times: number[]; elapsed: number }> {
  const { hostname, port } = new URL(url)
  const times: number[] = []
  const start = performance.now()
  const client = () =>
    new Promise<void>((done, fail) => {
      const socket = connect(Number(port), hostname)
      let [missing, sentAt] = [0, 0]
      const send = () => {
        const request = next()
        if (request === undefined) {
          socket.destroy()
          return done()
        }
        sentAt = performance.now()
        socket.write(request)
      }
      socket.once('connect', send)
      socket.once('error', fail)
      socket.on('data', (bytes) => {
        if (missing === 0) {
          const head = bytes.toString('latin1')
          const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
          if (!head.startsWith('HTTP/1.1 200') || length === undefined) return fail(new Error(head))
          missing = head.indexOf('\r\n\r\n') + 4 + Number(length)
        }
        if (bytes.includes('"refused"')) return fail(new Error(bytes.toString()))
        missing -= bytes.length
        if (missing > 0) return
        times.push(performance.now() - sentAt)
        send()
      })
    })
  await Promise.all(Array.from({ length: connections }, client))
  return { times, elapsed: performance.now() - start }
}
