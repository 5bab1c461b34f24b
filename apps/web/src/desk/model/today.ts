import type { listDeskToday } from '@portal/contract/desk/desk.ts'
import type { ReplyOf } from '@portal/contract/endpoint.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { ask } from './ask.ts'
import { learnFrom } from './device.ts'
import { storeOf } from './store.ts'

/** What the device did today, by the server; undefined before the first answer. `failed`: the last question had no answer. */
export const today = storeOf<{ list?: ReplyOf<typeof listDeskToday>; failed: boolean }>({ failed: false })

export async function loadToday(): Promise<void> {
  try {
    today.set({ list: await ask(endpoints.listDeskToday, {}), failed: false })
  } catch (error) {
    if (!learnFrom(error)) today.set({ ...today.get(), failed: true })
  }
}
