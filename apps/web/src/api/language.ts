import type { Language } from '@portal/contract/words/language.ts'
import { reloadIn } from '#web/lib/language.ts'
import { call } from './call.ts'
import * as endpoints from './endpoints.ts'

/**
 * Changes the language of the pages, and of the account if one is signed in. Without a response only this browser
 * changes, until the next sign-in.
 */
export async function changeLanguage(language: Language, isSignedIn: boolean): Promise<void> {
  if (isSignedIn) await call(endpoints.chooseLanguage, { body: { language } }).catch(() => undefined)
  reloadIn(language)
}
