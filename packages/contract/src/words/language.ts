export const languages = ['el', 'en'] as const

/** Languages of the citizen's pages and mails. Staff pages are Greek. */
export type Language = (typeof languages)[number]

/** Texts of both languages, side by side: a missing one is a type error. */
export type Texts<T> = { el: T; en: NoInfer<T> }

/** Texts of both languages from a table with Greek and English side by side. */
export const sideBySide = <Key extends string>(
  table: Record<Key, readonly [el: string, en: string]>,
): Texts<Record<Key, string>> => {
  const column = (at: 0 | 1) =>
    Object.fromEntries(Object.keys(table).map((key) => [key, table[key as Key][at]])) as Record<Key, string>
  return { el: column(0), en: column(1) }
}

export const inLanguage = <T>(language: Language, texts: Texts<T>): T => texts[language]

/** Returns the first known language of a list of BCP 47 tags, separated by spaces, such as `ui_locales`. */
export const languageOfLocales = (locales: string): Language | undefined =>
  locales
    .split(' ')
    .flatMap((tag) => languages.find((language) => language === tag.split('-')[0]?.toLowerCase()) ?? [])[0]

/**
 * Returns the language that cookies name, in the form of `document.cookie`: `language`, the visitor's choice, else
 * `sitelanguage`, that of the partner site that started a sign-in; Greek without both (docs/decisions/027-languages.md).
 */
export const languageOfCookies = (cookies: string): Language =>
  inCookie(cookies, 'language') ?? inCookie(cookies, 'sitelanguage') ?? 'el'

const inCookie = (cookies: string, name: string): Language | undefined =>
  languages.find((language) => cookies.split(/; ?/).includes(`${name}=${language}`))
