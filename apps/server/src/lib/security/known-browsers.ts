import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hmacKey } from './hmac-keys.ts'
import type { AppContext } from '../context/app-context.ts'

type Context = Pick<AppContext, 'db' | 'config'>

/** Includes the password hash: a new password invalidates all marks of the account. */
type Account = { id: number; passwordHash: string | null }

/** Maximum accounts per browser, e.g. of a family. */
const maxMarks = 5

/**
 * Signs the mark of a browser that has signed in to an account (OWASP, 'Device cookies'). The cookie contains up to
 * five marks, each a random id and an HMAC of id and account. It does not reveal the account, and the server stores
 * nothing.
 */
async function sign(context: Context, id: string, account: Account): Promise<string> {
  const key = await hmacKey(context, 'known browsers')
  return createHmac('sha256', key)
    .update(`${id}:${account.id}:${account.passwordHash ?? ''}`)
    .digest('base64url')
}

const marksIn = (cookie: string | undefined) =>
  (cookie ?? '')
    .split('~')
    .filter((mark) => /^[\w-]{16}\.[\w-]{43}$/.test(mark))
    .slice(0, maxMarks)

/** @returns the id of the browser's mark for the account; undefined if there is none */
export async function findMark(
  context: Context,
  cookie: string | undefined,
  account: Account | undefined,
): Promise<string | undefined> {
  for (const mark of marksIn(cookie)) {
    const [id = '', mac = ''] = mark.split('.')
    const expected = await sign(context, id, account ?? { id: 0, passwordHash: null })
    if (timingSafeEqual(Buffer.from(mac), Buffer.from(expected)) && account) return id
  }
  return undefined
}

/** @returns the cookie's value with a mark for the account, which replaces its previous mark or the oldest one */
export async function addMark(
  context: Context,
  cookie: string | undefined,
  account: Account,
): Promise<string> {
  const id = (await findMark(context, cookie, account)) ?? randomBytes(12).toString('base64url')
  const others = marksIn(cookie).filter((mark) => !mark.startsWith(`${id}.`))
  return [`${id}.${await sign(context, id, account)}`, ...others].slice(0, maxMarks).join('~')
}
