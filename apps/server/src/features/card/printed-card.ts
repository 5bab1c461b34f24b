import type { Readable } from 'node:stream'
import { inLanguage, type Language } from '@portal/contract/words/language.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { type Document, drawLine, drawQrCode, mm, pdfStream } from '#server/lib/pdf/pdf.ts'

type Printed = {
  product: string
  /** First name and initial: what a desk sees. */
  name: string
  /** In groups of four. */
  code: string
  /** Content of the QR code. */
  qr: string
  createdAt: Date
  language: Language
}

/** The size of bank cards (ISO/IEC 7810, ID-1), for wallets. */
const card = { width: 85.6 * mm, height: 54 * mm, radius: 3 * mm, padding: 6 * mm }
/** Its modules are of 1.5 mm; the padding is the quiet zone of four modules. */
const qrSize = 32 * mm
const page = { left: 20 * mm, top: 20 * mm, width: 170 * mm }

const texts = {
  el: {
    title: 'Κάρτα πόντων',
    gives: 'Μόνο δίνει πόντους.',
    printed: (day: string) => `Εκδόθηκε: ${day}`,
    lines: [
      'Κόψτε την κάρτα στο περίγραμμα και δείξτε την όπου παραδίδετε λάδι ή αντικείμενα.',
      'Με την κάρτα αυτή παίρνετε πόντους. Κανείς δεν μπορεί να ξοδέψει πόντους με αυτήν.',
      'Αν τη χάσετε, ακυρώστε την ή εκδώστε νέα από τις ρυθμίσεις του λογαριασμού σας.',
      'Η νέα κάρτα ακυρώνει την προηγούμενη.',
    ],
  },
  en: {
    title: 'Points card',
    gives: 'It only gives points.',
    printed: (day: string) => `Issued on ${day}`,
    lines: [
      'Cut the card out along its outline and show it where you hand in oil or things.',
      'With this card you get points. Nobody can spend points with it.',
      'If you lose it, revoke it or print a new one in the settings of your account.',
      'A new card revokes the earlier one.',
    ],
  },
}

/** Draws a card with its code as text and as a QR code on an A4 page, and below it how to use it. */
export const drawCard = (printed: Printed): Readable =>
  pdfStream(inLanguage(printed.language, texts).title, (document) => {
    document.addPage()
    drawFront(document, printed)
    const { lines } = inLanguage(printed.language, texts)
    for (const [at, text] of lines.entries())
      drawLine(
        document,
        text,
        { x: page.left, y: page.top + card.height + (8 + 7 * at) * mm },
        page.width,
        11,
      )
  })

function drawFront(document: Document, { product, name, code, qr, createdAt, language }: Printed): void {
  const text = inLanguage(language, texts)
  const { left, top } = page
  document.roundedRect(left, top, card.width, card.height, card.radius).lineWidth(0.5).stroke('#888888')
  const [x, y] = [left + card.padding, top + card.padding]
  drawQrCode(document, qr, { x, y }, qrSize)
  const beside = x + qrSize + card.padding
  const width = left + card.width - 3 * mm - beside
  drawLine(document, product, { x: beside, y }, width, 8)
  drawLine(document, text.title, { x: beside, y: y + 5 * mm }, width, 13)
  drawLine(document, name, { x: beside, y: y + 13 * mm }, width, 11)
  drawLine(document, text.gives, { x: beside, y: y + 25 * mm }, width, 8)
  const [year, month, day] = athensDay(createdAt).split('-')
  drawLine(document, text.printed(`${day}/${month}/${year}`), { x: beside, y: y + 29.5 * mm }, width, 8)
  drawLine(document, code, { x, y: top + card.height - 11.5 * mm }, card.width - 2 * card.padding, 17)
}
