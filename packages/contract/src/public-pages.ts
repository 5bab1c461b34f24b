/**
 * The pages of a public body, in the order of the footer: GDPR, articles 13 and 14; terms; Law 4727/2020, chapter Η΄.
 * The server renders them, so that they work without JavaScript and outside the web app's redirects (portal.md §2).
 */
export const publicPages = [
  { name: 'privacy', path: '/pages/privacy', label: 'Προσωπικά δεδομένα', english: 'Privacy' },
  { name: 'terms', path: '/pages/terms', label: 'Όροι χρήσης', english: 'Terms of use' },
  {
    name: 'accessibility',
    path: '/pages/accessibility',
    label: 'Δήλωση προσβασιμότητας',
    english: 'Accessibility',
  },
] as const

export type PublicPage = (typeof publicPages)[number]
