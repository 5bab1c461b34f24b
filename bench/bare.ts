/**
 * The least that answers a call: one named statement and its rows as JSON. Started by the other files.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'

/**
 * @property text statement; without one, the answer is a constant
 * @property skips its parameter is `(page - 1) * skips` of the query
 * @property value its parameter otherwise
 * @property columns of a POST: paths in the body, or in each of its `records`; its parameters are their values, or the lists of them
 */
export type BareCall = {
  path: string
  text: string | undefined
  skips?: number
  value?: number | undefined
  columns?: string[]
}

const calls = new Map(
  (JSON.parse(process.env['CALLS'] ?? '[]') as BareCall[]).map((call) => [call.path, call]),
)
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'] ?? '',
  max: 10,
  options: '-c jit=off -c synchronous_commit=on',
})
const constant = JSON.stringify(Array.from({ length: 13 }, (_, id) => ({ id, name: 'Δήμος Κοζάνης' })))

type Json = { [name: string]: Json | undefined }
const valueAt = (record: Json, path: string) => {
  const value = path.split('.').reduce<Json | undefined>((inside, name) => inside?.[name], record)
  return typeof value === 'object' ? JSON.stringify(value) : value
}

function valuesOf(body: Json & { records?: Json[] }, columns: string[]): unknown[] {
  const { records } = body
  return columns.map((path) =>
    records ? records.map((record) => valueAt(record, path)) : valueAt(body, path),
  )
}

const answerOf = async (request: IncomingMessage): Promise<string> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const call = calls.get(pathname)
  if (!call?.text) return constant
  if (call.columns) {
    const values = valuesOf(JSON.parse(await text(request)), call.columns)
    const { rows } = await pool.query({ name: pathname, text: call.text, values })
    return JSON.stringify({ results: rows })
  }
  const value = call.skips ? (Number(searchParams.get('page')) - 1) * call.skips : call.value
  const { rows } = await pool.query({ name: pathname, text: call.text, values: [value] })
  return JSON.stringify({ results: rows, count: rows.length, total_pages: 1 })
}

const answer = async (request: IncomingMessage, reply: ServerResponse) => {
  const body = await answerOf(request)
  reply.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  reply.end(body)
}

createServer((request, reply) => void answer(request, reply)).listen(Number(process.env['PORT']), '127.0.0.1')
