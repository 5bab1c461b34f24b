import { cardPrefixes, codeLengths, isDeskCode, readDeskCode } from '@portal/contract/desk/desk-codes.ts'
import { visitMs } from '@portal/contract/desk/desk-limits.ts'
import { isStickerCode, readStickerCode } from '@portal/contract/sticker-codes.ts'
import { Unreachable } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { ask } from './ask.ts'

/** Whose points an entry changes. Without network a card has no `name`. Times in ms. */
export type Person = { card: string; name: string | null; printed: boolean; readAt: number; until: number }

/** A prefix as scanned; a scanner with a Greek layout may type another sign for the colon. */
const prefix = /^\s*[KPΚΡ][^\p{L}\p{N}\s]/iu

const isPrinted = (typed: string, code: string) =>
  typed.trim().startsWith(cardPrefixes.printed) || code.length === codeLengths.printed

/** Returns the code of a card; undefined if it is none. */
export function cardOf(typed: string): string | undefined {
  const code = readDeskCode(typed)
  return isDeskCode(code, codeLengths.card) || isDeskCode(code, codeLengths.printed) ? code : undefined
}

/** What is scanned or typed for oil: a sticker or a card; undefined if it is neither. */
export function ownerOf(typed: string): { sticker: string } | { card: string } | undefined {
  const card = cardOf(typed)
  if (card !== undefined && (prefix.test(typed) || card.length === codeLengths.card)) return { card }
  const sticker = readStickerCode(typed)
  // Stickers of earlier systems have other codes, but no addresses; one of our form with a wrong check character is a mistake.
  const isWrong = sticker === '' || sticker.length > 40 || /[/:]/.test(sticker)
  return isWrong || (card !== undefined && !isStickerCode(sticker)) ? undefined : { sticker }
}

/** Reads a card; without network the code alone. @throws as `ask`, but not Unreachable */
export async function readPerson(typed: string, card: string): Promise<Person> {
  const readAt = Date.now()
  try {
    if (!navigator.onLine) throw new Unreachable('No network')
    const { name, printed } = await ask(endpoints.readCard, { body: { code: card } })
    return { card, name, printed, readAt, until: readAt + visitMs }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    return { card, name: null, printed: isPrinted(typed, card), readAt, until: readAt + visitMs }
  }
}
