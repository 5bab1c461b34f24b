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

/** The notice for staff (GDPR 13, Law 4624/2019, article 27), linked from the footer of those who are signed in as staff. */
export const staffNotice = {
  name: 'privacy-staff',
  path: '/pages/privacy-staff',
  label: 'Ενημέρωση προσωπικού',
  english: 'Notice for staff',
} as const

/** All pages that the server renders from CONTENT_DIR. */
export const contentPages = [...publicPages, staffNotice] as const

/** Pages whose versions are kept and whose changes are announced. */
export const noticePages = ['privacy', 'terms', 'privacy-staff'] as const
export type NoticePage = (typeof noticePages)[number]

export type PublicPage = (typeof contentPages)[number]
