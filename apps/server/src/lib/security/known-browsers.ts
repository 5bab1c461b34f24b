import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hmacKey } from './hmac-keys.ts'
import type { Portal } from '../context/context.ts'

type Context = Pick<Portal, 'db' | 'config'>

/** A new password makes all marks of the account void. */
type Account = { id: number; passwordHash: string | null }

/** Accounts that one browser is known for, e.g. those of a family. */
const maxMarks = 5

/**
 * Marks of the browsers that have signed in to an account (OWASP, 'Device cookies'). A cookie holds up to five, each a
 * random id and an HMAC of it with the account: it names no account, and nothing of it is stored.
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

/** @returns the id under which the browser is known for the account; undefined where it isn't */
export async function findMark(
  context: Context,
  cookie: string | undefined,
  account: Account | undefined,
): Promise<string | undefined> {
  for (const mark of marksIn(cookie)) {
    const [id = '', mac = ''] = mark.split('.')
    const due = await sign(context, id, account ?? { id: 0, passwordHash: null })
    if (timingSafeEqual(Buffer.from(mac), Buffer.from(due)) && account) return id
  }
  return undefined
}

/** @returns the cookie's value with a mark for the account, in place of the one that is there or of the oldest */
export async function addMark(
  context: Context,
  cookie: string | undefined,
  account: Account,
): Promise<string> {
  const id = (await findMark(context, cookie, account)) ?? randomBytes(12).toString('base64url')
  const others = marksIn(cookie).filter((mark) => !mark.startsWith(`${id}.`))
  return [`${id}.${await sign(context, id, account)}`, ...others].slice(0, maxMarks).join('~')
}
