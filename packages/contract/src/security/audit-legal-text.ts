/** As public-pages.ts calls them: an import would be a cycle of folders. */
const pages: Record<string, string> = {
  privacy: 'Προσωπικά δεδομένα',
  terms: 'Όροι χρήσης',
  accessibility: 'Δήλωση προσβασιμότητας',
  'privacy-staff': 'Ενημέρωση προσωπικού',
}

/** Greek words for the details of changed legal texts. */
export const legalTextWords: Record<string, (value: string) => string> = {
  text_page: (page) => pages[page] ?? page,
  text_language: (language) => (language === 'en' ? 'αγγλικά' : 'ελληνικά'),
  text_version: (number) => `έκδοση ${number}`,
  text_length: (length) => `χαρακτήρες: ${length.replace(/\B(?=(\d{3})+$)/g, '.')}`,
  text_shipped: () => 'το αρχικό κείμενο',
  text_values: (lines) => lines.split('\n').join('· '),
}
