/** The least that signs in: a look-up, a password hash and a session behind `node:http`. Started by sign-in.ts. */
import { argon2, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { strength } from '@portal/server/lib/security/passwords.ts'
import pg from 'pg'

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'] ?? '',
  max: 10,
  options: '-c jit=off',
})
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

createServer((request, reply) => {
  if (request.method === 'POST') void signIn(request, reply)
  else reply.end()
}).listen(Number(process.env['PORT']), '127.0.0.1')
