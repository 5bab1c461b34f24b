/**
 * Starting other programs and ending them together.
 *
 * Ctrl-C reaches every process of the terminal's group at once, and npm passes it on a second time; a `kill` reaches
 * npm or this process alone. So whoever is still there a moment after the first signal is told once more, and
 * one that is asked again later is ended without ceremony.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Long enough for a program that got the signal itself to have begun to stop. */
const passOnAfterMs = 300
/** What comes sooner is the same Ctrl-C by another way, not a second one. */
const insistAfterMs = 1000

const running = new Set()
let asked
let askedAt = 0

/** Whether someone asked us to stop (Ctrl-C, SIGTERM, a closed terminal). */
export const isStopping = () => asked !== undefined

function stop(signal) {
  if (asked === undefined) {
    asked = signal
    askedAt = Date.now()
    setTimeout(() => endAll('SIGTERM'), passOnAfterMs).unref()
  } else if (Date.now() - askedAt > insistAfterMs) {
    endAll('SIGKILL')
  }
}
const endAll = (signal) => running.forEach((child) => child.kill(signal))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

/** npm gone without a word to us (its shell takes a SIGTERM for itself; a SIGKILL): nobody is left to stop us. */
const parent = process.ppid
const watch = () => process.ppid !== parent && stop('SIGTERM')
if (process.env.npm_lifecycle_event) setInterval(watch, 500).unref()

/**
 * Ends all children, as if someone had asked: one of several that belong together has stopped.
 */
export const endTogether = () => stop('SIGTERM')

function start(command, args, options) {
  // Windows finds npm, a .cmd file, through a shell alone.
  const child = spawn(command, args, { shell: process.platform === 'win32' && command === 'npm', ...options })
  running.add(child)
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  }).finally(() => running.delete(child))
  return { child, ended }
}

/**
 * Runs a program and keeps what it says to itself, unless it fails.
 * Leaves the process when the program fails (its output, exit code 1) or when someone asked to stop (exit code 0).
 */
export async function runQuietly(command, args, options = {}) {
  const { child, ended } = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  const { code } = await ended
  if (isStopping()) process.exit(0)
  if (code === 0) return
  process.stderr.write(Buffer.concat(output))
  console.error(`\n'${[command, ...args].join(' ')}' failed; what it said stands above.`)
  process.exit(1)
}

/**
 * Runs a program in our place: it writes where we would.
 * @returns the exit code that is ours then: 0 when it ended because it was asked to
 */
export async function runInOurPlace(command, args, options = {}) {
  const { ended } = start(command, args, { ...options, stdio: 'inherit' })
  const { code, signal } = await ended
  if (isStopping() && (signal || code === 0)) return 0
  return code ?? 1
}

/** Runs a program beside others; every line it writes begins with its name. */
export async function runBeside(name, command, args, options = {}) {
  const { child, ended } = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on(
      'line',
      (line) => line.trim() && console.log(`${name.padEnd(6)} │ ${line}`),
    )
  return ended
}
