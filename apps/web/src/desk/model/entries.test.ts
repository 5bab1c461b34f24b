import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Unreachable } from '#web/api/call.ts'
import {
  dismiss,
  entries,
  type Entry,
  isUnsent,
  load,
  type NewEntry,
  record,
  type Send,
  sendAgain,
  sendUnsent,
} from './entries.ts'

const device = 7
const oil: NewEntry = { kind: 'oil', who: 'A4KX-97TE-H2MX', sticker: 'A4KX97TEH2MX', litres: 2.5, points: 50 }
const visit: NewEntry = { kind: 'brought', who: 'Μαρία Π.', card: 'A4KX97TE', items: 3, points: 48 }

/** A server that records what it has not seen; `answers` replaces its answers by reference. */
function server(answers: (entry: { reference: string }) => object = () => ({})) {
  const recorded: string[] = []
  const send = vi.fn<Send>(async ({ entries }) => ({
    results: entries.map((entry) => {
      const isKnown = recorded.includes(entry.reference)
      if (!isKnown) recorded.push(entry.reference)
      const { reference } = entry
      const state = isKnown ? ('repeated' as const) : ('recorded' as const)
      return { reference, state, points: 50, code: null, ...answers(entry) }
    }),
  }))
  return { recorded, send }
}
const unreachable: Send = () => Promise.reject(new Unreachable('No network'))
const states = () => entries.get().map(({ state }) => state)

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  entries.set([])
})
describe('record', () => {
  it('keeps entries with references of their own until the page is opened again', async () => {
    const [one, other] = [await record(device, oil), await record(device, oil)]
    expect(one.reference).not.toBe(other.reference)
    entries.set([])
    await load()
    expect(
      entries
        .get()
        .map(({ reference }) => reference)
        .toSorted(),
    ).toEqual([one.reference, other.reference].toSorted())
    expect(entries.get().every(isUnsent)).toBe(true)
  })

  it('rejects if the browser keeps nothing', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new Error('denied')
      },
    })
    await expect(record(device, oil)).rejects.toThrow('denied')
  })
})

describe('sendUnsent', () => {
  it('sends an entry once, also after a lost answer', async () => {
    const { reference } = await record(device, oil)
    const { recorded, send } = server()
    const lost: Send = async (body) => {
      await send(body)
      throw new Unreachable('Lost')
    }
    await expect(sendUnsent(device, lost)).rejects.toThrow('Lost')
    expect(states()).toEqual(['unsent'])
    await sendUnsent(device, send)
    expect(states()).toEqual(['repeated'])
    expect(recorded).toEqual([reference])
    await sendUnsent(device, send)
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('sends the fields of the entry, the time of the device, and not the expected points', async () => {
    const { reference, at } = await record(device, visit)
    const { send } = server()
    await sendUnsent(device, send)
    expect(send.mock.calls[0]?.[0].entries).toEqual([
      { reference, kind: 'brought', card: 'A4KX97TE', items: 3, at },
    ])
  })

  it('forgets the person of an accepted entry, and keeps that of a refused one', async () => {
    await record(device, visit)
    await sendUnsent(device, server().send)
    expect(entries.get()[0]).not.toHaveProperty('card')
    expect(entries.get()[0]).toMatchObject({ who: '', state: 'recorded', points: 50 })
    const refused = await record(device, visit)
    await sendUnsent(device, server(() => ({ state: 'refused', points: null, code: 'card_expired' })).send)
    const kept = entries.get().find(({ reference }) => reference === refused.reference)
    expect(kept).toMatchObject({ who: 'Μαρία Π.', state: 'refused', code: 'card_expired', points: 48 })
  })

  it('sends in parts of 30, oldest first, and keeps what was not answered', async () => {
    for (let place = 0; place < 35; place += 1) await record(device, oil, Date.now() - 35 + place)
    const { recorded, send } = server()
    await sendUnsent(device, async (body) => {
      if (recorded.length > 0) return unreachable(body)
      return send(body)
    }).catch(() => undefined)
    expect(recorded).toHaveLength(30)
    const sent = send.mock.calls[0]?.[0].entries.map(({ at }) => at)
    expect(sent).toEqual(sent?.toSorted())
    expect(entries.get().filter(isUnsent)).toHaveLength(5)
  })

  it('does not send the entries of another device', async () => {
    await record(device, oil)
    const { send } = server()
    await sendUnsent(8, send)
    expect(send).not.toHaveBeenCalled()
  })

  it('refuses entries older than 72 hours, which stay until they are dismissed [desk offline]', async () => {
    const { reference } = await record(device, oil, Date.now() - 72 * 3_600_000 - 1_000)
    const { send } = server()
    await sendUnsent(device, send)
    expect(send).not.toHaveBeenCalled()
    expect(entries.get()).toMatchObject([{ state: 'refused', code: 'entry_too_old' }])
    vi.useFakeTimers({ now: Date.now() + 30 * 86_400_000, toFake: ['Date'] })
    await load()
    expect(states()).toEqual(['refused'])
    await dismiss(reference)
    await load()
    expect(entries.get()).toEqual([])
  })

  it('keeps accepted entries in the list for twelve hours', async () => {
    await record(device, oil)
    await sendUnsent(device, server().send)
    vi.useFakeTimers({ now: Date.now() + 13 * 3_600_000, toFake: ['Date'] })
    await load()
    expect(entries.get()).toEqual([])
  })

  it('keeps an entry that the server had no time for', async () => {
    await record(device, oil)
    await sendUnsent(
      device,
      server(() => ({ state: 'refused', points: null, code: 'throttled', final: false })).send,
    )
    expect(states()).toEqual(['unsent'])
  })

  it('sends a refused entry again when asked to', async () => {
    await record(device, oil)
    await sendUnsent(
      device,
      server(() => ({ state: 'refused', points: null, code: 'rate_missing', final: false })).send,
    )
    const [refused] = entries.get()
    expect(refused).toMatchObject({ state: 'refused', final: false })
    await sendAgain(refused as Entry)
    const { recorded, send } = server()
    await sendUnsent(device, send)
    expect(states()).toEqual(['recorded'])
    expect(recorded).toEqual([refused?.reference])
  })

  it('of two tabs lets one send', async () => {
    await record(device, oil)
    const { recorded, send } = server()
    const asked: string[] = []
    let last = Promise.resolve()
    vi.stubGlobal('navigator', {
      locks: {
        request(name: string, work: () => Promise<void>) {
          asked.push(name)
          last = last.then(work)
          return last
        },
      },
    })
    await Promise.all([sendUnsent(device, send), sendUnsent(device, send)])
    expect(asked).toEqual(['desk-entries', 'desk-entries'])
    expect(send).toHaveBeenCalledTimes(1)
    expect(recorded).toHaveLength(1)
  })
})
