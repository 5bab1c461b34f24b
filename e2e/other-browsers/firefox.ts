import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideProgram } from '../../scripts/debian-packages.ts'
import type { Driver } from './driver.ts'

type Reply = { id?: number; result?: Record<string, unknown>; error?: string; message?: string }

/** Starts Firefox ESR without a window and connects by WebDriver BiDi, which it has without a driver of its own. */
export async function openFirefox(): Promise<Driver> {
  const program = provideProgram('firefox-esr', 'firefox-esr')
  const profile = await mkdtemp(join(tmpdir(), 'portal-firefox-'))
  const preferences = {
    'intl.locale.requested': 'el',
    'browser.download.dir': profile,
    'browser.download.folderList': 2,
  }
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const browser = spawn(
    program,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    {
      env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const address = await new Promise<string>((found, fail) => {
    let output = ''
    browser.once('exit', () => fail(new Error(`Firefox ended: ${output}`)))
    browser.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(output) ?? []
      if (url) found(url)
    })
  })
  const socket = new WebSocket(`${address}/session`)
  await new Promise((open, fail) => {
    socket.addEventListener('open', open)
    socket.addEventListener('error', () => fail(new Error('Firefox does not accept the connection.')))
  })
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  })
  let sent = 0
  const send = async (method: string, params: object) => {
    const id = (sent += 1)
    const reply = await new Promise<Reply>((done) => {
      waiting.set(id, done)
      socket.send(JSON.stringify({ id, method, params }))
    })
    waiting.delete(id)
    if (reply.error) throw new Error(`${method}: ${reply.error}: ${reply.message}`)
    return reply.result ?? {}
  }
  await send('session.new', { capabilities: { alwaysMatch: {} } })
  const { context } = await send('browsingContext.create', { type: 'tab' })
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } })

  const evaluate = async (expression: string) => {
    const result = (await send('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
      resultOwnership: 'root',
    })) as { type: string; result?: Record<string, unknown>; exceptionDetails?: { text: string } }
    if (result.type === 'exception') throw new Error(result.exceptionDetails?.text)
    return result.result ?? {}
  }
  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    run: async (body) => {
      const { value } = await evaluate(`JSON.stringify((() => { ${body} })()) ?? 'null'`)
      return JSON.parse(String(value)) as unknown
    },
    click: async () => {
      const element = await evaluate(
        'window.found.scrollIntoView({ block: "center", behavior: "instant" }), window.found',
      )
      const origin = { type: 'element', element: { sharedId: element['sharedId'] } }
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
    },
    type: async (text) => {
      const actions = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    close: async () => {
      socket.close()
      const ended = new Promise((done) => browser.once('exit', done))
      browser.kill('SIGKILL')
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
