/**
 * Fails where a style sheet sets a font size or a breakpoint in pixels: `rem` and `em` follow the text size that is set
 * in the browser (WCAG 1.4.4).
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
