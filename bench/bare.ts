/**
 * The least that answers a call: one named statement and its rows as JSON; for a sign-in, a look-up, a hash and a session.
 * Started by the other files.
 */
import { argon2, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { strength } from '@portal/server/lib/security/passwords.ts'
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

const findAccount = 'select id, password_hash from users where email_key = lower($1) collate "C"'
const addSession = `insert into sessions (token_hash, user_id, created_at, expires_at)
  values ($1, $2, now(), now() + interval '1 hour')`

const argon2Async = promisify(argon2)
let running = 0
const waiting: (() => void)[] = []

/** One hash per core at a time. */
async function hashInTurn(message: string, nonce: Buffer): Promise<Buffer> {
  if (running === availableParallelism()) await new Promise<void>((start) => waiting.push(start))
  else running += 1
  const made = await argon2Async('argon2id', { message, nonce, ...strength })
  const next = waiting.shift()
  if (next) next()
  else running -= 1
  return made
}

const signIn = async (request: IncomingMessage, reply: ServerResponse) => {
  const { email, password } = JSON.parse(await text(request)) as { email: string; password: string }
  const { rows } = await pool.query<{ id: number; password_hash: string }>({
    name: 'account',
    text: findAccount,
    values: [email],
  })
  const [nonce = '', expected = ''] = rows[0]?.password_hash.split('$').slice(4) ?? []
  const made = await hashInTurn(password, Buffer.from(nonce, 'base64'))
  if (!timingSafeEqual(made, Buffer.from(expected, 'base64'))) throw new Error('Wrong password.')
  const token = randomBytes(32).toString('base64url')
  await pool.query({ name: 'session', text: addSession, values: [hash('sha256', token), rows[0]?.id] })
  reply.writeHead(200, { 'Set-Cookie': `session=${token}`, 'Content-Length': 0 }).end()
}

const answer = async (request: IncomingMessage, reply: ServerResponse) => {
  if (request.url === '/sign-in') return signIn(request, reply)
  const body = await answerOf(request)
  reply.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  reply.end(body)
}

createServer((request, reply) => void answer(request, reply)).listen(Number(process.env['PORT']), '127.0.0.1')
