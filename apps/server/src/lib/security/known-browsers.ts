import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hmacKey } from './hmac-keys.ts'
import type { AppContext } from '../context/app-context.ts'

type Context = Pick<AppContext, 'db' | 'config'>

/** Includes the password hash: a new password invalidates all marks of the account. */
type Account = { id: number; passwordHash: string | null }

/** Maximum accounts per browser, e.g. of a family. */
const maxMarks = 5

/**
 * Makes the mark of a browser that has signed in to an account (OWASP, 'Device cookies'). The cookie contains up to
 * five marks, each a random id and an HMAC of id and account. It does not reveal the account, and the server stores
 * nothing.
 */
async function markOf(context: Context, id: string, account: Account): Promise<string> {
  const key = await hmacKey(context, 'known browsers')
  const mac = createHmac('sha256', key).update(`${id}:${account.id}:${account.passwordHash ?? ''}`)
  return `${id}.${mac.digest('base64url')}`
}

const idOf = (mark: string) => mark.slice(0, mark.indexOf('.'))

const marksIn = (cookie: string | undefined) =>
  (cookie ?? '')
    .split('~')
    .filter((mark) => /^[\w-]{16}\.[\w-]{43}$/.test(mark))
    .slice(0, maxMarks)

/** Finds the browser's mark for the account. */
async function findOwn(
  context: Context,
  cookie: string | undefined,
  account: Account | undefined,
): Promise<string | undefined> {
  for (const mark of marksIn(cookie)) {
    const expected = await markOf(context, idOf(mark), account ?? { id: 0, passwordHash: null })
    if (timingSafeEqual(Buffer.from(mark), Buffer.from(expected)) && account) return mark
  }
  return undefined
}

/** @returns the id of the browser's mark for the account; undefined if there is none */
export async function findMark(
  context: Context,
  cookie: string | undefined,
  account: Account | undefined,
): Promise<string | undefined> {
  const mark = await findOwn(context, cookie, account)
  return mark && idOf(mark)
}

/** @returns the cookie's value with a mark for the account, first: its present one, or a new one in place of the oldest */
export async function addMark(
  context: Context,
  cookie: string | undefined,
  account: Account,
): Promise<string> {
  const mark =
    (await findOwn(context, cookie, account)) ??
    (await markOf(context, randomBytes(12).toString('base64url'), account))
  const others = marksIn(cookie).filter((other) => other !== mark)
  return [mark, ...others].slice(0, maxMarks).join('~')
}
