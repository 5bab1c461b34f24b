import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { printedStickerCode } from '@portal/contract/sticker-codes.ts'
import Pdf from 'pdfkit'
import { encode } from 'uqr'

const mm = 72 / 25.4

/** Sheets that every stationer has (Avery L7651 and its kin): 5 × 13 labels of 38.1 × 21.2 mm on A4. */
const sheet = { columns: 5, rows: 13, left: 4.65 * mm, top: 10.7 * mm, across: 40.6 * mm, down: 21.2 * mm }
const label = { width: 38.1 * mm, height: 21.2 * mm, padding: 1.8 * mm }
const perSheet = sheet.columns * sheet.rows

/**
 * Commissioner, the portal's own typeface, in its static form: of the variable one the PDF writer can't embed letters
 * with accents. A file holds one alphabet.
 */
const { resolve } = createRequire(import.meta.url)
const fontOf = (alphabet: 'greek' | 'latin') =>
  resolve(`@fontsource/commissioner/files/commissioner-${alphabet}-600-normal.woff`)

/**
 * Labels to print: each with the code as a QR code, for machines, and in letters, for people. The QR code holds the code
 * alone, so that any scanner gives what the partners' API takes; it is of the smallest kind, with modules of 0.7 mm.
 * Written row by row with other work in between: a label takes about a millisecond, nearly all of it to choose the code's
 * mask, so 10,000 take some ten seconds, and nobody waits.
 * @param codes as the portal keeps them  @param product stands above each code
 */
export function labelSheets(codes: readonly string[], product: string): Readable {
  const document = new Pdf({ size: 'A4', margin: 0, autoFirstPage: false, info: { Title: product } })
  document.registerFont('greek', fontOf('greek')).registerFont('latin', fontOf('latin'))
  const stream = document as unknown as Readable
  write(document, codes, product).catch((error: unknown) =>
    stream.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return stream
}

async function write(document: PDFKit.PDFDocument, codes: readonly string[], product: string): Promise<void> {
  const stream = document as unknown as Readable
  for (let first = 0; first < codes.length && !stream.destroyed; first += perSheet) {
    document.addPage()
    for (const [place, code] of codes.slice(first, first + perSheet).entries()) {
      if (place % sheet.columns === 0) await nextTurn()
      drawLabel(document, code, product, {
        x: sheet.left + (place % sheet.columns) * sheet.across,
        y: sheet.top + Math.floor(place / sheet.columns) * sheet.down,
      })
    }
  }
  if (!stream.destroyed) document.end()
}

type Place = { x: number; y: number }

function drawLabel(document: PDFKit.PDFDocument, code: string, product: string, { x, y }: Place): void {
  const size = label.height - 2 * label.padding
  drawQrCode(document, code, { x: x + label.padding, y: y + label.padding }, size)
  const left = x + label.padding + size + 1.6 * mm
  const width = x + label.width - label.padding - left
  drawLine(document, product, { x: left, y: y + label.padding }, width, 6)
  for (const [line, group] of printedStickerCode(code).split('-').entries())
    drawLine(document, group, { x: left, y: y + label.padding + (3.4 + line * 4.6) * mm }, width, 13)
}

/** The dark modules of each row as runs: one path a label. The label's own white is the quiet zone. */
function drawQrCode(document: PDFKit.PDFDocument, code: string, { x, y }: Place, size: number): void {
  const { data } = encode(code, { ecc: 'M', border: 0 })
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

/** A line in which both alphabets may stand, made smaller where it would be too wide. */
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
  const scale = Math.min(1, width / widths.reduce((sum, one) => sum + one, 0))
  let at = x
  for (const [place, { run, font }] of runs.entries()) {
    document
      .font(font)
      .fontSize(size * scale)
      .text(run, at, y, { lineBreak: false })
    at += (widths[place] ?? 0) * scale
  }
}
