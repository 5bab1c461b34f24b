/**
 * Starts child processes and ends them together.
 *
 * Ctrl-C sends SIGINT to all processes of the terminal's process group, and npm forwards it a second time; `kill`
 * reaches only npm or this process. So children that still run 300 ms after the first signal get SIGTERM, and a signal
 * more than a second later sends SIGKILL.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Delay before SIGTERM, in which children that got the signal themselves start to stop. */
const forwardAfterMs = 300
/** An earlier second signal is the same Ctrl-C, forwarded by npm. */
const killAfterMs = 1000

const running = new Set()
let stopSignal
let stoppedAt = 0

/** Whether a stop was requested (Ctrl-C, SIGTERM, SIGHUP). */
export const isStopping = () => stopSignal !== undefined

function stop(signal) {
  if (stopSignal === undefined) {
    stopSignal = signal
    stoppedAt = Date.now()
    setTimeout(() => endAll('SIGTERM'), forwardAfterMs).unref()
  } else if (Date.now() - stoppedAt > killAfterMs) {
    endAll('SIGKILL')
  }
}
const endAll = (signal) => running.forEach((child) => child.kill(signal))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

/** Stops if npm has ended without forwarding a signal (its shell does not forward SIGTERM; SIGKILL). */
const parent = process.ppid
const watch = () => process.ppid !== parent && stop('SIGTERM')
if (process.env.npm_lifecycle_event) setInterval(watch, 500).unref()

/** Ends all children, e.g. because one of them has ended. */
export const endTogether = () => stop('SIGTERM')

function start(command, args, options) {
  // On Windows npm is a .cmd file, which needs a shell.
  const child = spawn(command, args, { shell: process.platform === 'win32' && command === 'npm', ...options })
  running.add(child)
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  }).finally(() => running.delete(child))
  return { child, ended }
}

/**
 * Runs a program and shows its output only if it fails.
 * Exits this process if the program fails (exit code 1) or a stop was requested (exit code 0).
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
  console.error(`\n'${[command, ...args].join(' ')}' failed; see its output above.`)
  process.exit(1)
}

/**
 * Runs a program with this process's standard streams.
 * @returns the exit code for this process: 0 if the program ended because of a requested stop
 */
export async function runInOurPlace(command, args, options = {}) {
  const { ended } = start(command, args, { ...options, stdio: 'inherit' })
  const { code, signal } = await ended
  if (isStopping() && (signal || code === 0)) return 0
  return code ?? 1
}

/** Runs a program in parallel with others and prefixes each line of its output with `name`. */
export async function runBeside(name, command, args, options = {}) {
  const { child, ended } = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on(
      'line',
      (line) => line.trim() && console.log(`${name.padEnd(6)} │ ${line}`),
    )
  return ended
}
