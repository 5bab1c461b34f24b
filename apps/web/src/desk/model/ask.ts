import type { Endpoint, ReplyOf } from '@portal/contract/endpoint.ts'
import { call, Unreachable } from '#web/api/call.ts'
import type { InputOf } from '#web/api/route.ts'

/** A mobile network may answer after 10 s; a person at a till does not wait longer than this. */
const patienceMs = 20_000

/** Calls the API. @throws Unreachable also if there is no answer within 20 s; ApiError, InvalidReply as `call` */
export async function ask<E extends Endpoint>(route: E, input: InputOf<E>): Promise<ReplyOf<E>> {
  const signal = AbortSignal.timeout(patienceMs)
  try {
    return await call(route, input, signal)
  } catch (error) {
    if (signal.aborted) throw new Unreachable('No answer in time', { cause: error })
    throw error
  }
}
