import { contentPages } from '../public-pages.ts'

/** Greek words for the details of changed legal texts. */
export const legalTextWords: Record<string, (value: string) => string> = {
  text_page: (page) => contentPages.find(({ name }) => name === page)?.label ?? page,
  text_language: (language) => (language === 'en' ? 'αγγλικά' : 'ελληνικά'),
  text_version: (number) => `έκδοση ${number}`,
  text_length: (length) => `χαρακτήρες: ${length.replace(/\B(?=(\d{3})+$)/g, '.')}`,
  text_shipped: () => 'το αρχικό κείμενο',
  text_values: (lines) => lines.split('\n').join('· '),
}
