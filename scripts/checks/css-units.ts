/**
 * Rejects font sizes and breakpoints in pixels: only `rem` and `em` follow the browser's text size (WCAG 1.4.4).
 */
import { globSync, readFileSync } from 'node:fs'

const inPixels = /\bfont(-size)?:[^;{}]*\dpx|@(media|container)[^{]*\dpx/g

const errors = globSync('{apps,examples}/*/{src,examples}/**/*.css').flatMap((file) =>
  Array.from(
    readFileSync(file, 'utf8').matchAll(inPixels),
    ([found]) => `${file}: ${found.replace(/\s+/g, ' ')}`,
  ),
)
for (const error of errors) console.error(error)
if (errors.length > 0) process.exitCode = 1
