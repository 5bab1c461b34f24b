import { type Language, languageOfCookies } from '@portal/contract/words/language.ts'

/** Returns the language of the pages of a request with this header Cookie. */
export const languageIn = (cookies: string | undefined): Language => languageOfCookies(cookies ?? '')
