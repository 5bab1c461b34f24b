import type { listDeskToday } from '@portal/contract/desk/desk.ts'
import type { ReplyOf } from '@portal/contract/endpoint.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { type Day, todayInAthens } from '#web/lib/days.ts'
import { ask } from './ask.ts'
import { learnFrom } from './device.ts'
import { storeOf } from './store.ts'

type Today = {
  /** Undefined before the first answer. */
  list?: ReplyOf<typeof listDeskToday>
  /** Of the list; undefined: it does not have the newest entries. */
  day?: Day | undefined
  /** The last question had no answer. */
  failed: boolean
}

/** What the device did today, by the server. */
export const today = storeOf<Today>({ failed: false })

/** Counts the questions: only the last one is answered. */
let asked = 0

export async function loadToday(day = todayInAthens()): Promise<void> {
  const question = (asked += 1)
  try {
    const list = await ask(endpoints.listDeskToday, {})
    if (question === asked) today.set({ list, day, failed: false })
  } catch (error) {
    if (!learnFrom(error) && question === asked) today.set({ ...today.get(), failed: true })
  }
}

/** After a new entry, which the list and the answers to earlier questions do not have. */
export function outdateToday(): void {
  asked += 1
  today.set({ ...today.get(), day: undefined })
}
