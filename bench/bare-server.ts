/** The least that answers a call: one named statement and its rows as JSON. Started by reads.ts. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'

/**
 * @property text statement; without one, the answer is a constant
 * @property skips its parameter is `(page - 1) * skips` of the query
 * @property value its parameter otherwise
 */
export type BareCall = { path: string; text: string | undefined; skips?: number; value?: number | undefined }

const calls = new Map(
  (JSON.parse(process.env['CALLS'] ?? '[]') as BareCall[]).map((call) => [call.path, call]),
)
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'] ?? '',
  max: 10,
  options: '-c jit=off',
})
const constant = JSON.stringify(Array.from({ length: 13 }, (_, id) => ({ id, name: 'Δήμος Κοζάνης' })))

const answerOf = async (address: string): Promise<string> => {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const call = calls.get(pathname)
  if (!call?.text) return constant
  const value = call.skips ? (Number(searchParams.get('page')) - 1) * call.skips : call.value
  const { rows } = await pool.query({ name: pathname, text: call.text, values: [value] })
  return JSON.stringify({ results: rows, count: rows.length, total_pages: 1 })
}

const answer = async (request: IncomingMessage, reply: ServerResponse) => {
  const body = await answerOf(request.url ?? '/')
  reply.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  reply.end(body)
}

createServer((request, reply) => void answer(request, reply)).listen(Number(process.env['PORT']), '127.0.0.1')
