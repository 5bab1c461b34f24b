import type { chooseLanguage } from '@portal/contract/accounts.ts'
import type { Language } from '@portal/contract/words/language.ts'
import { routes } from '@portal/contract/routes.ts'
import { reloadIn } from '#web/lib/language.ts'
import { call } from './call.ts'
import { route } from './route.ts'

const languageRoute = route<typeof chooseLanguage>(routes.chooseLanguage)

/**
 * Changes the language of the pages, and of the account if one is signed in. Without a response only this browser
 * changes, until the next sign-in.
 */
export async function changeLanguage(language: Language, isSignedIn: boolean): Promise<void> {
  if (isSignedIn) await call(languageRoute, { body: { language } }).catch(() => undefined)
  reloadIn(language)
}
