export const languages = ['el', 'en'] as const

/** Languages of the citizen's pages and mails. Staff pages are Greek. */
export type Language = (typeof languages)[number]

/** Texts of both languages, side by side: a missing one is a type error. */
export type Texts<T> = { el: T; en: NoInfer<T> }

export const inLanguage = <T>(language: Language, texts: Texts<T>): T => texts[language]
