import type { Language } from '@portal/contract/words/language.ts'

/** Returns the language that a request's header Cookie names; Greek without one (docs/decisions/027-languages.md). */
export const languageIn = (cookies: string | undefined): Language =>
  /(?:^|; ?)language=en(?:;|$)/.test(cookies ?? '') ? 'en' : 'el'
