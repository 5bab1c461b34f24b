import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

const compressible = /\.(?:html|js|css|svg|json|txt|webmanifest)$/
/** Smaller files fit in one packet, so compression gains nothing. */
const worthwhile = 1400

/**
 * Writes `.br` and `.gz` next to the build's files, so that the server does not compress at runtime. Fonts (woff2) and
 * images are compressed already.
 */
export function compress(): Plugin {
  let folder = ''
  return {
    name: 'portal-compress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true })
      for (const name of names.filter((name) => compressible.test(name))) {
        const file = join(folder, name)
        // The build of the desk finds the files of the other one.
        if ((await stat(file)).size < worthwhile || names.includes(`${name}.br`)) continue
        const text = await readFile(file)
        const [small, smaller] = await Promise.all([
          gz(text, { level: 9 }),
          brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        ])
        await Promise.all([writeFile(`${file}.gz`, small), writeFile(`${file}.br`, smaller)])
      }
    },
  }
}
