import type { printCard } from '@portal/contract/card.ts'
import { type SentencesOf, throttledText } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'

export const cardText = inLanguage({
  el: {
    title: 'Τυπωμένη κάρτα',
    intro:
      'Για όποιον δεν έχει μαζί του κινητό. Με την κάρτα παίρνετε πόντους στο ταμείο. Κανείς δεν ξοδεύει πόντους με αυτήν.',
    none: 'Δεν έχετε τυπωμένη κάρτα.',
    printedAt: (when: string) => `Έχετε κάρτα. Εκδόθηκε: ${when}.`,
    make: 'Έκδοση κάρτας (PDF)',
    makeAgain: 'Έκδοση νέας κάρτας (PDF)',
    againQuestion: 'Να εκδοθεί νέα κάρτα;',
    againMeans: 'Η προηγούμενη κάρτα δεν θα ισχύει πια.',
    revoke: 'Ακύρωση κάρτας',
    revokeQuestion: 'Να ακυρωθεί η κάρτα;',
    revokeMeans: 'Με την κάρτα αυτή δεν θα παίρνετε πια πόντους. Η ακύρωση δεν αναιρείται.',
    cancel: 'Άκυρο',
    made: 'Η κάρτα βρίσκεται στις λήψεις σας. Τυπώστε την και κόψτε την στο περίγραμμα.',
    revoked: 'Η κάρτα ακυρώθηκε.',
    loadFailed: 'Δεν ξέρουμε αυτή τη στιγμή αν έχετε τυπωμένη κάρτα. Ανανεώστε τη σελίδα.',
    failed: 'Η κάρτα δεν εκδόθηκε',
    notRevoked: 'Η κάρτα δεν ακυρώθηκε',
    file: 'karta-ponton.pdf',
  },
  en: {
    title: 'Printed card',
    intro:
      'For anyone without a phone. With the card you get points at a desk. Nobody spends points with it.',
    none: 'You have no printed card.',
    printedAt: (when: string) => `You have a card. It was made on ${when}.`,
    make: 'Make a card (PDF)',
    makeAgain: 'Make a new card (PDF)',
    againQuestion: 'Make a new card?',
    againMeans: 'The earlier card will no longer work.',
    revoke: 'Revoke card',
    revokeQuestion: 'Revoke the card?',
    revokeMeans: 'You will no longer get points with this card. This cannot be undone.',
    cancel: 'Cancel',
    made: 'The card is in your downloads. Print it and cut it out along its outline.',
    revoked: 'The card was revoked.',
    loadFailed: 'We cannot tell right now whether you have a printed card. Reload the page.',
    failed: 'The card was not made',
    notRevoked: 'The card was not revoked',
    file: 'points-card.pdf',
  },
})

export const cardSentences: SentencesOf<typeof printCard> = {
  not_signed_in: inLanguage({
    el: 'Η σύνδεσή σας έληξε. Παρακαλώ συνδεθείτε ξανά.',
    en: 'You were signed out. Please sign in again.',
  }),
  not_permitted: inLanguage({
    el: 'Ο λογαριασμός σας δεν έχει κάρτα.',
    en: 'Your account has no card.',
  }),
  processing_restricted: inLanguage({
    el: 'Όσο η επεξεργασία των δεδομένων σας είναι περιορισμένη, δεν εκδίδεται κάρτα.',
    en: 'While the processing of your data is restricted, no card is made.',
  }),
  throttled: throttledText,
}
