import type { showCard } from '@portal/contract/card.ts'
import { type SentencesOf, throttledText } from '#web/api/common-error-text.ts'
import { counted } from '#web/lib/format.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Η κάρτα μου',
    intro:
      'Δείξτε την οθόνη στο ταμείο ενός συνεργάτη. Εκεί βλέπουν μόνο το μικρό σας όνομα και το αρχικό του επωνύμου.',
    code: 'Κωδικός κάρτας',
    qr: 'Κωδικός QR της κάρτας',
    next: (seconds: number) => `Νέος κωδικός σε ${counted(seconds, 'δευτερόλεπτο', 'δευτερόλεπτα')}`,
    validFor: (time: string) => `Αυτός ο κωδικός ισχύει για ${time} ακόμη.`,
    slow: 'Ο νέος κωδικός αργεί.',
    failed: 'Ο νέος κωδικός δεν ήρθε. Προσπαθούμε ξανά.',
    expired: 'Ο κωδικός έληξε',
    expiredHint: 'Χωρίς σύνδεση στο διαδίκτυο δεν παίρνετε νέο κωδικό. Ελέγξτε το δίκτυό σας.',
    none: 'Η κάρτα δεν είναι διαθέσιμη αυτή τη στιγμή',
    retry: 'Νέα προσπάθεια',
    bright: 'Αν δεν διαβάζεται στον ήλιο, δυναμώστε τη φωτεινότητα της οθόνης.',
    awake: 'Η οθόνη μένει ανοιχτή όσο βλέπετε την κάρτα.',
    onlyHere: 'Με τον κωδικό δεν γίνεται σύνδεση στον λογαριασμό σας. Δείξτε τον μόνο στο ταμείο.',
    printed: 'Δεν έχετε πάντα μαζί το κινητό σας;',
    printedLink: 'Τυπωμένη κάρτα',
    visits: 'Στο ταμείο, τις τελευταίες 30 ημέρες',
    noVisits: 'Δεν υπάρχει ακόμη κίνηση από ταμείο.',
    visitsFailed: 'Οι κινήσεις από ταμεία δεν είναι διαθέσιμες αυτή τη στιγμή.',
  },
  en: {
    title: 'My card',
    intro:
      'Show the screen at the desk of a partner. They see only your first name and the initial of your last name.',
    code: 'Card code',
    qr: 'QR code of the card',
    next: (seconds: number) => `New code in ${counted(seconds, 'second', 'seconds')}`,
    validFor: (time: string) => `This code works for another ${time}.`,
    slow: 'The new code takes long.',
    failed: 'The new code did not arrive. We are trying again.',
    expired: 'The code has expired',
    expiredHint: 'Without the internet you get no new code. Check your network.',
    none: 'The card is not available right now',
    retry: 'Try again',
    bright: 'If it cannot be read in the sun, turn up the brightness of the screen.',
    awake: 'The screen stays on while you see the card.',
    onlyHere: 'Nobody can sign in with the code. Show it only at a desk.',
    printed: 'Is your phone not always with you?',
    printedLink: 'Printed card',
    visits: 'At desks, in the last 30 days',
    noVisits: 'Nothing was recorded at a desk yet.',
    visitsFailed: 'What desks recorded is not available right now.',
  },
})

const restricted = inLanguage({
  el: 'Όσο η επεξεργασία των δεδομένων σας είναι περιορισμένη, η κάρτα δεν λειτουργεί.',
  en: 'While the processing of your data is restricted, the card does not work.',
})

export const sentences: SentencesOf<typeof showCard> = {
  not_signed_in: inLanguage({
    el: 'Η σύνδεσή σας έληξε. Παρακαλώ συνδεθείτε ξανά.',
    en: 'You were signed out. Please sign in again.',
  }),
  not_permitted: inLanguage({
    el: 'Ο λογαριασμός σας δεν έχει κάρτα.',
    en: 'Your account has no card.',
  }),
  processing_restricted: restricted,
  throttled: throttledText,
}
