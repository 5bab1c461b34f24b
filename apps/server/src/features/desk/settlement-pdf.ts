import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Document, drawLine, mm, pdfStream } from '#server/lib/pdf/pdf.ts'
import type { DeviceSum, OfferSum } from './manage-queries.ts'

/** What a partner's devices did in a month. `month`: MM/YYYY. */
export type Settlement = {
  partner: string
  month: string
  offers: readonly OfferSum[]
  devices: readonly DeviceSum[]
}

const page = { left: 20 * mm, top: 20 * mm, bottom: 275 * mm, line: 7 * mm }
const number = new Intl.NumberFormat('el-GR')

/** Columns: where each begins, and how wide it is. */
const offerColumns = [
  { x: 0, width: 105 * mm },
  { x: 110 * mm, width: 25 * mm },
  { x: 140 * mm, width: 30 * mm },
]
const deviceColumns = [
  { x: 0, width: 60 * mm },
  { x: 62 * mm, width: 20 * mm },
  { x: 84 * mm, width: 20 * mm },
  { x: 106 * mm, width: 20 * mm },
  { x: 128 * mm, width: 20 * mm },
  { x: 150 * mm, width: 20 * mm },
]

type Line = { columns: typeof offerColumns; cells: readonly string[]; size: number }

function* linesOf({ partner, month, offers, devices }: Settlement): Generator<Line | 'gap'> {
  const whole = [{ x: 0, width: 170 * mm }]
  yield { columns: whole, cells: [partner], size: 16 }
  yield { columns: whole, cells: [`Εκκαθάριση ${month}`], size: 12 }
  yield 'gap'
  yield { columns: offerColumns, cells: ['Κουπόνια που εξαργυρώθηκαν', 'Πλήθος', 'Πόντοι'], size: 9 }
  for (const { title, coupons, points } of offers)
    yield { columns: offerColumns, cells: [title, number.format(coupons), number.format(points)], size: 11 }
  const sum = (of: (offer: OfferSum) => number) => offers.reduce((total, offer) => total + of(offer), 0)
  const totals = [sum(({ coupons }) => coupons), sum(({ points }) => points)]
  yield { columns: offerColumns, cells: ['Σύνολο', ...totals.map((n) => number.format(n))], size: 11 }
  yield 'gap'
  const headings = ['Συσκευή', 'Κουπόνια', 'Έφεραν', 'Πήραν', 'Λίτρα', 'Πόντοι']
  yield { columns: deviceColumns, cells: headings, size: 9 }
  for (const { name, place, coupons, brought, took, litres, points } of devices) {
    const figures = [coupons, brought, took, litres, points].map((n) => number.format(n))
    yield {
      columns: deviceColumns,
      cells: [place === null ? name : `${name}, ${place}`, ...figures],
      size: 11,
    }
  }
}

/** Draws the settlement of a month as A4 pages. */
export const drawSettlement = (product: string, settlement: Settlement): Readable =>
  pdfStream(`${product}: ${settlement.partner} ${settlement.month}`, (document) => draw(document, settlement))

async function draw(document: Document, settlement: Settlement): Promise<void> {
  document.addPage()
  let y = page.top
  for (const line of linesOf(settlement)) {
    if (y > page.bottom) {
      document.addPage()
      y = page.top
      await nextTurn()
    }
    if (line !== 'gap')
      for (const [at, text] of line.cells.entries()) {
        const { x = 0, width = 0 } = line.columns[at] ?? {}
        drawLine(document, text, { x: page.left + x, y }, width, line.size)
      }
    y += page.line
  }
}
