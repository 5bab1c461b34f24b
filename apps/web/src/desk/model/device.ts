import { idleMs } from '@portal/contract/desk/desk-limits.ts'
import type { Desk } from '@portal/contract/desk/desk.ts'
import { ApiError, Unreachable } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { onInput } from '#web/api/presence.ts'
import { ask } from './ask.ts'
import { readFact, writeFact } from './database.ts'
import { entries, isUnsent, load, sendUnsent } from './entries.ts'
import { checkPin, forgetPin, keepPin } from './offline-pin.ts'
import { storeOf } from './store.ts'

/**
 * `unknown`: this browser is no device, or its cookie is gone. `unreachable`: never seen the server. Otherwise the device in
 * the server's state, or, without network, the last known one with the state that this page gives it.
 */
export type Device =
  | { is: 'loading' }
  | { is: 'unknown'; desk?: Desk }
  | { is: 'unreachable' }
  | { is: 'known'; desk: Desk }

export const device = storeOf<Device>({ is: 'loading' })

const fact = 'desk'
/** How often the server is asked; with something to send, or without answer. */
const [checkMs, urgentMs] = [60_000, 10_000]

const known = (): Desk | undefined => {
  const current = device.get()
  return current.is === 'known' ? current.desk : undefined
}

/** Counts what was learned: the answer to an earlier question is not the news. */
let learned = 0
/** The PIN that was right without network, until the server hears of it. Only in memory. */
let offlinePin: string | undefined

async function learn(desk: Desk): Promise<void> {
  learned += 1
  device.set({ is: 'known', desk })
  if (desk.state === 'revoked' || desk.state === 'locked') await forgetPin()
  await writeFact(fact, desk)
}

/** Changes the state of the known device, after what the server has said of it or time has passed. */
function become(state: Desk['state']): void {
  const desk = known()
  learned += 1
  if (state !== 'open') offlinePin = undefined
  if (desk && desk.state !== state) device.set({ is: 'known', desk: { ...desk, state } })
}

/** Learns from an error what has become of the device. @returns whether the page shows that instead */
export function learnFrom(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.has('desk_unknown')) device.set({ is: 'unknown', ...(known() && { desk: known() as Desk }) })
  else if (error.has('desk_closed')) become('closed')
  else if (error.has('desk_locked')) become('locked')
  else if (error.has('desk_revoked')) become('revoked')
  else return false
  return true
}

let reached = true
let checkedAt = 0

/** Asks the server for the device. Without answer the last known one is closed: its PIN is asked. */
async function refresh(): Promise<void> {
  const before = learned
  try {
    const desk = await ask(endpoints.showDesk, {})
    reached = true
    if (before !== learned) return
    const pin = desk.state === 'closed' ? offlinePin : undefined
    offlinePin = undefined
    await learn(pin === undefined ? desk : await ask(endpoints.openDesk, { body: { pin } }))
  } catch (error) {
    reached = !(error instanceof Unreachable)
    if (before !== learned) return
    if (learnFrom(error) || known()) return
    const last = await readFact<Desk>(fact).catch(() => undefined)
    if (last)
      device.set({ is: 'known', desk: { ...last, state: last.state === 'open' ? 'closed' : last.state } })
    else device.set({ is: 'unreachable' })
  }
}

let sending: Promise<void> | undefined

/** Sends what waits, also of a closed or revoked device: it was recorded while it was open. */
export function flush(): Promise<void> {
  const desk = known()
  if (!desk || desk.state === 'locked' || !entries.get().some(isUnsent)) return Promise.resolve()
  const send = sendUnsent(desk.id, (body) => ask(endpoints.sendEntries, { body }))
    .catch((error: unknown) => void learnFrom(error))
    .finally(() => {
      if (sending === send) sending = undefined
    })
  sending = send
  return send
}

async function check(): Promise<void> {
  checkedAt = Date.now()
  await refresh()
  if (!sending) await flush()
}

/**
 * Starts the page: reads what the device keeps, asks the server, and from then on sends what waits and closes without use.
 */
export function start(): void {
  void load().catch(() => undefined)
  void check()
  setInterval(() => {
    const isUrgent = !reached || entries.get().some(isUnsent)
    if (isUrgent || Date.now() - checkedAt >= checkMs) void check()
  }, urgentMs)
  const checkNow = () => {
    if (document.visibilityState === 'visible') void check()
  }
  window.addEventListener('online', checkNow)
  document.addEventListener('visibilitychange', checkNow)

  let idle: ReturnType<typeof setTimeout> | undefined
  const used = () => {
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (known()?.state === 'open') become('closed')
    }, idleMs)
  }
  used()
  onInput(used)
}

/** @throws as `ask` */
export async function enrol(
  body: Parameters<typeof ask<typeof endpoints.enrolDevice>>[1]['body'],
): Promise<void> {
  const desk = await ask(endpoints.enrolDevice, { body })
  await learn(desk)
  // Takes a second on an old phone.
  void keepPin(body.pin).catch(() => undefined)
  // So that the browser does not remove what waits when the disk is full. Firefox asks the person, who may not answer.
  void (navigator.storage as StorageManager | undefined)?.persist().catch(() => false)
}

/** Opens the device; without network by the kept PIN. @throws as `ask`; Unreachable if only the server can say */
export async function openWith(pin: string): Promise<'open' | 'wrong'> {
  try {
    await learn(await ask(endpoints.openDesk, { body: { pin } }))
    void keepPin(pin).catch(() => undefined)
    return 'open'
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    const result = await checkPin(pin)
    if (result === 'unknown') throw error
    if (result === 'right') {
      become('open')
      offlinePin = pin
    }
    return result === 'right' ? 'open' : 'wrong'
  }
}

export async function close(): Promise<void> {
  become('closed')
  await ask(endpoints.closeDesk, {}).catch(() => undefined)
}
