import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { freePort } from '../../scripts/free-port.ts'
import { provideProgram } from '../../scripts/debian-packages.ts'
import { type Driver, until } from './driver.ts'

/** The driver itself scrolls an element below the window only after its click has failed. */
const scrolled = 'window.found.scrollIntoView({ block: "center", behavior: "instant" }); return window.found'

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** Starts WebKitGTK's browser, whose engine is Safari's, on a display of its own, and connects by WebDriver. */
export async function openWebKit(): Promise<Driver> {
  const display = spawn(
    provideProgram('Xvfb', 'xvfb'),
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const number = await new Promise<string>((found) =>
    display.stdio[3]?.once('data', (data: Buffer) => found(data.toString().trim())),
  )
  const port = await freePort()
  const program = provideProgram('WebKitWebDriver', 'webkit2gtk-driver')
  const driver = spawn(program, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${number}`, LANG: 'C.UTF-8' },
    stdio: 'ignore',
  })
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
    if (!answer.ok) throw new Error(`${path}: ${value?.error}: ${value?.message}`)
    return value
  }
  const [binary = 'MiniBrowser'] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
  const opened = await until('a session of WebKit', () =>
    call('POST', '', { capabilities: { alwaysMatch: options } }),
  )
  const session = `/${(opened as { sessionId: string }).sessionId}`
  const execute = (script: string) => call('POST', `${session}/execute/sync`, { script, args: [] })
  await call('POST', `${session}/window/rect`, { width: 1280, height: 900 })
  const idOf = async (script: string) => ((await execute(script)) as Record<string, string>)[elementKey]
  return {
    open: async (url) => void (await call('POST', `${session}/url`, { url })),
    run: async (body) =>
      JSON.parse(String(await execute(`return JSON.stringify((() => { ${body} })()) ?? 'null'`))) as unknown,
    click: async () => void (await call('POST', `${session}/element/${await idOf(scrolled)}/click`, {})),
    type: async (text) => {
      const id = await idOf('return document.activeElement')
      await call('POST', `${session}/element/${id}/value`, { text })
    },
    close: async () => {
      await call('DELETE', session).catch(() => undefined)
      driver.kill('SIGKILL')
      display.kill('SIGKILL')
    },
  }
}
