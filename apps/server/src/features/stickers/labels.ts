import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { printedStickerCode, stickerLink } from '@portal/contract/sticker-codes.ts'
import Pdf from 'pdfkit'
import { encode } from 'uqr'
import { openSemaphore } from '#server/lib/files/semaphore.ts'

const mm = 72 / 25.4

/** A4 sheets with 5 × 13 labels of 38.1 × 21.2 mm (Avery L7651 and compatible). */
const sheet = { columns: 5, rows: 13, left: 4.65 * mm, top: 10.7 * mm, across: 40.6 * mm, down: 21.2 * mm }
const label = { width: 38.1 * mm, height: 21.2 * mm, padding: 1.8 * mm }
const perSheet = sheet.columns * sheet.rows

/**
 * Commissioner, the portal's typeface, as static fonts: PDFKit cannot embed accented letters of the variable font. Each
 * file contains one alphabet.
 */
const { resolve } = createRequire(import.meta.url)
const fontOf = (alphabet: (typeof alphabets)[number]) =>
  resolve(`@fontsource/commissioner/files/commissioner-${alphabet}-600-normal.woff`)

const alphabets = ['greek', 'latin'] as const

const oneAtATime = openSemaphore(1)

type Labels = {
  /** Stored codes. */
  codes: readonly string[]
  /** Text above each code. */
  product: string
  publicUrl: string
}

/**
 * Renders labels as a PDF stream, each with the code as text and its link as a QR code: a phone opens the page that adds
 * the sticker, and a machine reads the code out of the link. A link of 42 bytes has modules of 0.6 mm, one of 62 bytes
 * 0.5 mm. Yields to the event loop after each row: a label takes about 1 ms, mostly to choose the QR mask, so 10,000
 * labels take about 10 seconds. One is drawn at a time in a process, however slowly others are read.
 */
export function labelSheets(labels: Labels): Readable {
  const document = new Pdf({ size: 'A4', margin: 0, autoFirstPage: false, info: { Title: labels.product } })
  for (const alphabet of alphabets) document.registerFont(alphabet, fontOf(alphabet))
  const stream = document as unknown as Readable
  oneAtATime(() => write(document, labels)).catch((error: unknown) =>
    stream.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return stream
}

async function write(document: PDFKit.PDFDocument, { codes, ...design }: Labels): Promise<void> {
  const stream = document as unknown as Readable
  await forEachFont(document, () => document.widthOfString('1'))
  for (let first = 0; first < codes.length && !stream.destroyed; first += perSheet) {
    document.addPage()
    for (const [place, code] of codes.slice(first, first + perSheet).entries()) {
      if (place % sheet.columns === 0) await nextTurn()
      drawLabel(document, code, design, {
        x: sheet.left + (place % sheet.columns) * sheet.across,
        y: sheet.top + Math.floor(place / sheet.columns) * sheet.down,
      })
    }
  }
  if (stream.destroyed) return
  document.flushPages()
  await forEachFont(document, () => {
    const { _font: font } = document as unknown as { _font: { finalize(): void } }
    font.finalize()
  })
  document.end()
}

/** Does the work with each font in a turn of its own: to read or to write one takes 20 ms. */
async function forEachFont(document: PDFKit.PDFDocument, work: () => void): Promise<void> {
  for (const alphabet of alphabets) {
    await nextTurn()
    document.font(alphabet)
    work()
  }
}

type Place = { x: number; y: number }

function drawLabel(
  document: PDFKit.PDFDocument,
  code: string,
  { product, publicUrl }: Omit<Labels, 'codes'>,
  { x, y }: Place,
): void {
  const size = label.height - 2 * label.padding
  drawQrCode(document, stickerLink(publicUrl, code), { x: x + label.padding, y: y + label.padding }, size)
  const left = x + label.padding + size + 1.6 * mm
  const width = x + label.width - label.padding - left
  drawLine(document, product, { x: left, y: y + label.padding }, width, 6)
  for (const [line, group] of printedStickerCode(code).split('-').entries())
    drawLine(document, group, { x: left, y: y + label.padding + (3.4 + line * 4.6) * mm }, width, 13)
}

/** Draws the dark modules of each row as runs, in one path per label. The label's margin is the quiet zone. */
function drawQrCode(document: PDFKit.PDFDocument, content: string, { x, y }: Place, size: number): void {
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
function drawLine(
  document: PDFKit.PDFDocument,
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
