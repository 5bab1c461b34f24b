import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Pdf from 'pdfkit'
import { encode } from 'uqr'
import { openSemaphore } from '#server/lib/files/semaphore.ts'

/** Points of a millimetre. */
export const mm = 72 / 25.4

/**
 * Commissioner, the portal's typeface, as static fonts: PDFKit cannot embed accented letters of the variable font. Each
 * file contains one alphabet.
 */
const { resolve } = createRequire(import.meta.url)
const fontOf = (alphabet: (typeof alphabets)[number]) =>
  resolve(`@fontsource/commissioner/files/commissioner-${alphabet}-600-normal.woff`)

const alphabets = ['greek', 'latin'] as const

const oneAtATime = openSemaphore(1)

export type Document = PDFKit.PDFDocument

/**
 * Draws a document of A4 pages as a stream. One is drawn at a time in a process, however slowly others are read.
 * @param draw adds the pages; yields to the event loop if it takes long
 */
export function pdfStream(title: string, draw: (document: Document) => Promise<void> | void): Readable {
  const document = new Pdf({ size: 'A4', margin: 0, autoFirstPage: false, info: { Title: title } })
  for (const alphabet of alphabets) document.registerFont(alphabet, fontOf(alphabet))
  const stream = document as unknown as Readable
  oneAtATime(() => write(document, draw)).catch((error: unknown) =>
    stream.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return stream
}

async function write(document: Document, draw: (document: Document) => Promise<void> | void): Promise<void> {
  await forEachFont(document, () => document.widthOfString('1'))
  await draw(document)
  if ((document as unknown as Readable).destroyed) return
  document.flushPages()
  await forEachFont(document, () => {
    const { _font: font } = document as unknown as { _font: { finalize(): void } }
    font.finalize()
  })
  document.end()
}

/** Does the work with each font in a turn of its own: to read or to write one takes 20 ms. */
async function forEachFont(document: Document, work: () => void): Promise<void> {
  for (const alphabet of alphabets) {
    await nextTurn()
    document.font(alphabet)
    work()
  }
}

export type Place = { x: number; y: number }

/** Draws the dark modules of each row as runs, in one path. The caller leaves the quiet zone. */
export function drawQrCode(document: Document, content: string, { x, y }: Place, size: number): void {
  const { data } = encode(content, { ecc: 'M', border: 0 })
  const module = size / data.length
  for (const [row, cells] of data.entries())
    for (let from = 0; from < cells.length; from += 1) {
      let to = from
      while (cells[to]) to += 1
      if (to > from) document.rect(x + from * module, y + row * module, (to - from) * module, module)
      from = to
    }
  document.fill('black')
}

/** Draws a line with Greek and Latin text, scaled down to the width if necessary. */
export function drawLine(
  document: Document,
  text: string,
  { x, y }: Place,
  width: number,
  size: number,
): void {
  const runs = (text.match(/[\u0370-\u03ff\u1f00-\u1fff]+|[^\u0370-\u03ff\u1f00-\u1fff]+/g) ?? []).map(
    (run) => ({
      run,
      font: /^[\u0370-\u03ff\u1f00-\u1fff]/.test(run) ? 'greek' : 'latin',
    }),
  )
  const widths = runs.map(({ run, font }) => document.font(font).fontSize(size).widthOfString(run))
  const scale = Math.min(1, width / widths.reduce((sum, runWidth) => sum + runWidth, 0))
  let at = x
  for (const [place, { run, font }] of runs.entries()) {
    document
      .font(font)
      .fontSize(size * scale)
      .text(run, at, y, { lineBreak: false })
    at += (widths[place] ?? 0) * scale
  }
}
