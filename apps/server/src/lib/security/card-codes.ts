import { createHmac } from 'node:crypto'
import type { AppContext } from '../context/app-context.ts'
import { hmacKey } from './hmac-keys.ts'

type Context = Pick<AppContext, 'db' | 'config'>

/**
 * Returns the keyed hash under which the code of a card is stored: codes are short, so a plain hash could be tried out.
 * @param code normalized by `readDeskCode`
 */
export const cardCodeHash = (context: Context, code: string): Promise<string> =>
  keyedHash(context, 'card codes', code)

/** As `cardCodeHash`, of the code that enrols a device. */
export const enrolmentCodeHash = (context: Context, code: string): Promise<string> =>
  keyedHash(context, 'enrolment codes', code)

const keyedHash = async (context: Context, purpose: string, code: string): Promise<string> =>
  createHmac('sha256', await hmacKey(context, purpose))
    .update(code)
    .digest('base64url')
