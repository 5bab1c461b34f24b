import { language } from '#web/lib/language.ts'

/** A text of operators in the language of the page; Greek (`lang`) where it has no English one. */
export const offerWords = (greek: string, english: string | null): { text: string; lang?: 'el' } => {
  if (language === 'el') return { text: greek }
  return english ? { text: english } : { text: greek, lang: 'el' }
}
