import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { printedStickerCode, stickerLink } from '@portal/contract/sticker-codes.ts'
import { type Document, drawLine, drawQrCode, mm, pdfStream, type Place } from '#server/lib/pdf/pdf.ts'

/** A4 sheets with 5 × 13 labels of 38.1 × 21.2 mm (Avery L7651 and compatible). */
const sheet = { columns: 5, rows: 13, left: 4.65 * mm, top: 10.7 * mm, across: 40.6 * mm, down: 21.2 * mm }
const label = { width: 38.1 * mm, height: 21.2 * mm, padding: 1.8 * mm }
const perSheet = sheet.columns * sheet.rows

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
 * labels take about 10 seconds.
 */
export const labelSheets = ({ codes, ...design }: Labels): Readable =>
  pdfStream(design.product, async (document) => {
    const stream = document as unknown as Readable
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
  })

function drawLabel(
  document: Document,
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
