type Language = 'el' | 'en'

/**
 * Language of the citizen's pages: the cookie `language`, which the server reads too; Greek without one. Fixed while the page
 * is loaded: a change loads it again, so texts are constants.
 */
const language: Language = /(?:^|; )language=en(?:;|$)/.test(document.cookie) ? 'en' : 'el'

/** Chooses the texts of the page's language. Texts that only staff see are Greek and need no choice. */
export const inLanguage = <Texts>({ el, en }: { el: Texts; en: NoInfer<Texts> }): Texts =>
  language === 'en' ? en : el
