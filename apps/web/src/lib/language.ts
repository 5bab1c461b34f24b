import { type Language, languageOfCookies, type Texts } from '@portal/contract/words/language.ts'

/** Language that the cookies name; the server reads them, too. Greek without one. */
export const chosenLanguage = (): Language => languageOfCookies(document.cookie)

/**
 * Language of the loaded page. Fixed: a change of the cookie loads the page again, so texts are constants. Staff pages are
 * Greek; their texts need no choice.
 */
export const language: Language = chosenLanguage()

/** Chooses the texts of the page's language. */
export const inLanguage = <T>(texts: Texts<T>): T => texts[language]

const year = 365 * 86_400

/** Sets the cookie and loads the page again, at the same address. Unsaved changes cause the browser's question. */
export function reloadIn(chosen: Language): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `language=${chosen}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`
  window.location.reload()
}
