import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { days } from '#server/lib/time/clock.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { erasureLine, openErasureLog, readErasures } from './repeat-service.ts'
import { eraseParticipant } from './erase-service.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

describe('the log of erasures', () => {
  it('has every erasure of the audit log, also of commands and of an ended server [operations backup]', async () => {
    const erase = async () => {
      const { id } = await testApp.make.customer()
      await eraseParticipant(testApp.portal, id, 'letter')
      return id
    }
    const lines: string[] = []
    const start = () => openErasureLog(testApp.portal, (line) => lines.push(line))
    const accounts = () => readErasures(lines.splice(0).join('\n')).map(({ account }) => account)

    const first = await erase()
    const run = start()
    await run()
    expect(accounts()).toEqual([first])
    testApp.clock.forward(days(1))
    const second = await erase()
    await run()
    await run()
    expect(accounts()).toEqual([second])
    testApp.clock.forward(days(1))
    const third = await erase()
    await start()()
    // The newest one before the start is repeated: its line may be lost.
    expect(accounts()).toEqual([second, third])
  })
})

describe('readErasures', () => {
  const line = erasureLine(7, new Date(1_700_000_000_000))
  const found = { account: 7, at: new Date(1_700_000_000_000) }

  it.each([
    ['a line of its own', line],
    ['after the time of a container', `2026-11-22T10:00:00Z stdout F ${line}`],
    ['of journalctl -o json', JSON.stringify({ MESSAGE: line, _PID: '1' })],
    ['merged', line + line],
    ['of Docker', JSON.stringify({ log: `${line}\n`, stream: 'stdout' })],
  ])('finds %s among other lines, once [operations backup]', (_of, given) => {
    expect(readErasures(`{"level":30,"event":"chain_head"}\n${given}\nanswered\n${given}\r\n`)).toEqual([
      found,
    ])
  })

  it.each([
    ['cut', line.slice(0, -5)],
    ['merged with a cut one', line.slice(0, -5) + line],
    ['cut in a log of Docker', JSON.stringify({ log: line.slice(0, -5) })],
    ['without an account', line.replace('"account":7', '"account":"x"')],
  ])('names the number of a line that is %s [operations backup]', (_fault, given) => {
    expect(() => readErasures(`${line}\n${given}\n`)).toThrow('line 2')
  })
})
