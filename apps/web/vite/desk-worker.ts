import { hash } from 'node:crypto'
import type { Plugin } from 'vite'
import type { DeskFiles } from '../src/desk/worker/desk-worker.ts'

const worker = 'desk-worker.js'
/** What the desk needs without network: its scripts and styles, and the fonts of Greek and Latin text. */
const kept = /^assets\/.*(?:\.js|\.css|commissioner-(?:greek|latin)-wght-normal.*\.woff2)$/

/**
 * Writes the names of the desk's files into its service worker. Any change of a file changes the worker, and so browsers
 * fetch them anew.
 */
export function writeDeskWorker(): Plugin {
  return {
    name: 'portal-desk-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const script = bundle[worker]
      const document = bundle['desk.html']
      if (script?.type !== 'chunk' || document?.type !== 'asset') throw new Error('The build has no desk.')
      const files = Object.keys(bundle)
        .filter((name) => kept.test(name))
        .map((name) => `/${name}`)
      const version = hash('sha1', files.join() + String(document.source), 'base64url').slice(0, 8)
      if (!script.code.includes('DESK_FILES')) throw new Error(`${worker} has no DESK_FILES.`)
      script.code = script.code.replace('DESK_FILES', () =>
        JSON.stringify({ version, files } satisfies DeskFiles),
      )
    },
  }
}
