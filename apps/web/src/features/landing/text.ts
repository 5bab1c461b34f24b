import { plural } from '@portal/contract/words/plural.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Αρχική',
    welcome: (firstName: string | undefined) => (firstName ? `Καλώς ήρθατε, ${firstName}` : 'Καλώς ήρθατε'),
    intro: 'Κάθε λίτρο τηγανελαίου και κάθε αντικείμενο που ξαναβρίσκει χρήση σάς δίνει πόντους.',
    balance: 'Οι πόντοι σας',
    available: 'Διαθέσιμοι πόντοι',
    oil: 'Τηγανέλαιο',
    reuse: 'Επαναχρησιμοποίηση',
    redeemed: 'Εξαργυρωμένοι',
    balanceFailed: 'Δεν μπορέσαμε να φορτώσουμε τους πόντους σας. Παρακαλώ προσπαθήστε ξανά.',
    retry: 'Νέα προσπάθεια',
    loading: 'Φόρτωση…',
    services: 'Υπηρεσίες',
    recent: 'Πρόσφατες κινήσεις',
    pointsWord: (points: number) => plural(points, 'πόντος', 'πόντοι'),
    pressOne: 'Πατήστε μια κίνηση για να δείτε από πού προήλθε.',
    more: 'Περισσότερες κινήσεις',
    moreFailed: 'Οι υπόλοιπες κινήσεις δεν είναι διαθέσιμες αυτή τη στιγμή. Παρακαλώ προσπαθήστε ξανά.',
    shown: (shown: string, all: string) => `Εμφανίζονται ${shown} από ${all}`,
    recentFailed: 'Οι κινήσεις σας δεν είναι διαθέσιμες αυτή τη στιγμή.',
    stickers: 'Τα αυτοκόλλητά μου',

    firstSteps: 'Οι πρώτοι σας πόντοι σε τρία βήματα',
    none: 'Δεν έχετε ακόμη κινήσεις πόντων.',
    stepDone: '(έγινε)',
    reuseToo: 'Πόντους κερδίζετε και με αντικείμενα, στα κέντρα επαναχρησιμοποίησης.',
  },
  en: {
    title: 'Home',
    welcome: (firstName: string | undefined) => (firstName ? `Welcome, ${firstName}` : 'Welcome'),
    intro: 'Every litre of used cooking oil and every item that is used again gives you points.',
    balance: 'Your points',
    available: 'Available points',
    oil: 'Cooking oil',
    reuse: 'Reuse',
    redeemed: 'Redeemed',
    balanceFailed: 'We could not load your points. Please try again.',
    retry: 'Try again',
    loading: 'Loading…',
    services: 'Services',
    recent: 'Recent records',
    pointsWord: (points: number) => plural(points, 'point', 'points'),
    pressOne: 'Press a record to see where it comes from.',
    more: 'More records',
    moreFailed: 'The other records are not available right now. Please try again.',
    shown: (shown: string, all: string) => `${shown} of ${all} shown`,
    recentFailed: 'Your records are not available right now.',
    stickers: 'My stickers',

    firstSteps: 'Your first points in three steps',
    none: 'You have no points records yet.',
    stepDone: '(done)',
    reuseToo: 'You can also earn points with things, at the reuse centres.',
  },
})

/** The steps of a citizen without records. */
export const steps = inLanguage({
  el: {
    get: {
      title: 'Πάρτε ένα αυτοκόλλητο',
      intro: 'Κολλήστε το αυτοκόλλητο στο καπάκι του μπουκαλιού με το τηγανέλαιο.',
      action: 'Πού θα βρείτε αυτοκόλλητο',
    },
    enter: {
      title: 'Γράψτε τον κωδικό του αυτοκόλλητου',
      intro: 'Έτσι οι πόντοι για κάθε μπουκάλι με αυτό το αυτοκόλλητο μπαίνουν στον λογαριασμό σας.',
      action: 'Προσθήκη αυτοκόλλητου',
      done: (code: string) => `Το αυτοκόλλητο ${code} είναι στον λογαριασμό σας.`,
    },
    deliver: {
      title: 'Παραδώστε το μπουκάλι',
      intro:
        'Πηγαίνετε το μπουκάλι στο κοντινότερο πράσινο ΑΤΜ ή στον κοντινότερο πορτοκαλί κάδο. Όσο περισσότερα λίτρα, τόσο περισσότεροι πόντοι.',
      action: 'Κοντινότερο σημείο',
    },
  },
  en: {
    get: {
      title: 'Get a sticker',
      intro: 'Put the sticker on the cap of the bottle with the used cooking oil.',
      action: 'Where to get a sticker',
    },
    enter: {
      title: 'Enter the code of the sticker',
      intro: 'Then the points of each bottle with this sticker go to your account.',
      action: 'Add a sticker',
      done: (code: string) => `The sticker ${code} is in your account.`,
    },
    deliver: {
      title: 'Drop off the bottle',
      intro: 'Take the bottle to the nearest green ATM or orange bin. More litres give more points.',
      action: 'Nearest collection point',
    },
  },
})

/** The way to report a delivery. */
export const claimText = inLanguage({
  el: { missing: 'Λείπει μια παράδοση;', report: 'Δεν πήρα πόντους για μια παράδοση' },
  en: { missing: 'Is a drop-off missing?', report: 'My drop-off gave me no points' },
})
