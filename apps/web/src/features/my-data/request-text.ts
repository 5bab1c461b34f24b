import { type DataRequestKind, maxOpenRequests } from '@portal/contract/security/request-kinds.ts'
import type { askDataRequest, OwnDataRequest } from '@portal/contract/privacy.ts'
import { type SentencesOf, throttledText } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'

type Texts = {
  kinds: Record<DataRequestKind, string>
  means: Record<DataRequestKind, string>
  outcomes: Record<NonNullable<OwnDataRequest['outcome']>, string>
}

export const names: Texts = inLanguage({
  el: {
    kinds: {
      restriction: 'Περιορισμός της επεξεργασίας',
      objection: 'Εναντίωση στην επεξεργασία',
      rectification: 'Διόρθωση στοιχείων',
    },
    means: {
      restriction: 'Ο περιορισμός ισχύει αμέσως. Γράψτε μας τον λόγο για να τον εξετάσουμε.',
      objection: 'Γράψτε μας ποια επεξεργασία δεν θέλετε και γιατί.',
      rectification: 'Γράψτε μας ποιο στοιχείο είναι λάθος και ποιο είναι το σωστό.',
    },
    outcomes: { done: 'Έγινε δεκτό', refused: 'Δεν έγινε δεκτό', withdrawn: 'Ανακαλέσατε το αίτημα' },
  },
  en: {
    kinds: {
      restriction: 'Restriction of processing',
      objection: 'Objection to processing',
      rectification: 'Correction of data',
    },
    means: {
      restriction: 'The restriction applies at once. Tell us the reason so that we can examine it.',
      objection: 'Tell us which processing you do not want, and why.',
      rectification: 'Tell us which detail is wrong, and what is right.',
    },
    outcomes: { done: 'Accepted', refused: 'Not accepted', withdrawn: 'You withdrew the request' },
  },
})

export const text = inLanguage({
  el: {
    title: 'Αιτήματα για τα δεδομένα σας',
    intro:
      'Μπορείτε να ζητήσετε να διορθώσουμε τα δεδομένα σας ή να περιορίσουμε την επεξεργασία τους. Μπορείτε επίσης να εναντιωθείτε στην επεξεργασία. Θα σας απαντήσουμε μέσα σε έναν μήνα. Αν χρειαστούμε παράταση, θα σας γράψουμε τον λόγο.',
    effects:
      'Όσο ισχύει ο περιορισμός, καταγράφουμε τις παραδόσεις σας, αλλά δεν μπορείτε να εξαργυρώσετε πόντους. Οι συνεργαζόμενοι ιστότοποι δεν βλέπουν τότε τα δεδομένα σας.',
    choose: 'Επιλέξτε',
    send: 'Αποστολή αιτήματος',
    sent: 'Λάβαμε το αίτημά σας',
    sentMeans: (day: string) => `Σας στείλαμε email. Τελευταία ημέρα για την απάντησή μας: ${day}.`,
    notSent: 'Το αίτημά σας δεν στάλθηκε',
    restricted: 'Η επεξεργασία των δεδομένων σας είναι περιορισμένη',
    restrictedSince: (when: string) => `Ο περιορισμός ισχύει από ${when}.`,
    lifts: (when: string) => `Ο περιορισμός λήγει: ${when}. Σας γράψαμε τον λόγο με email.`,
    lift: 'Να σταματήσει ο περιορισμός',
    lifted: 'Ο περιορισμός σταμάτησε',
    liftedMeans: 'Μπορείτε ξανά να εξαργυρώνετε πόντους σε κουπόνια.',
    notLifted: 'Δεν μπορέσαμε να σταματήσουμε τον περιορισμό. Αν τον βλέπετε ακόμη εδώ, προσπαθήστε ξανά.',
    own: 'Τα αιτήματά σας',
    number: (id: number) => `Αίτημα ${id}`,
    received: 'Στάλθηκε',
    due: 'Απάντηση έως',
    extended: 'Λόγος της παράτασης',
    answered: 'Ολοκληρώθηκε',
    waiting: 'Εξετάζεται',
    failed: 'Δεν μπορέσαμε να δούμε τα αιτήματά σας. Παρακαλώ προσπαθήστε ξανά.',
  },
  en: {
    title: 'Requests about your data',
    intro:
      'You can ask us to correct your data or to restrict its processing. You can also object to the processing. We will answer within a month. If we need more time, we will send you the reason.',
    effects:
      'While a restriction applies, we record your drop-offs, but you cannot redeem points. During that time, partner sites cannot see your data.',
    choose: 'Choose',
    send: 'Send request',
    sent: 'We received your request',
    sentMeans: (day: string) => `We sent you an email. We will answer by ${day}.`,
    notSent: 'Your request was not sent',
    restricted: 'The processing of your data is restricted',
    restrictedSince: (when: string) => `The restriction applies since ${when}.`,
    lifts: (when: string) => `The restriction ends on ${when}. We sent you the reason by email.`,
    lift: 'Lift the restriction',
    lifted: 'The restriction no longer applies',
    liftedMeans: 'You can redeem points for coupons again.',
    notLifted: 'We could not lift the restriction. If you still see it here, try again.',
    own: 'Your requests',
    number: (id: number) => `Request ${id}`,
    received: 'Sent',
    due: 'Answer by',
    extended: 'Reason for the extension',
    answered: 'Completed',
    waiting: 'Being examined',
    failed: 'We could not load your requests. Please try again.',
  },
})

export const labels = inLanguage({
  el: { kind: 'Τι ζητάτε;', text: 'Το αίτημά σας' },
  en: { kind: 'What do you ask for?', text: 'Your request' },
})

export const sentences: SentencesOf<typeof askDataRequest> = {
  ...textSentences,
  choice_invalid: inLanguage({ el: 'Επιλέξτε τι ζητάτε.', en: 'Choose what you ask for.' }),
  requests_full: inLanguage({
    el: `Έχετε ήδη ${maxOpenRequests} αιτήματα που εξετάζουμε. Περιμένετε την απάντηση σε ένα από αυτά.`,
    en: `You have ${maxOpenRequests} open requests already. Wait for the answer to one of them.`,
  }),
  throttled: throttledText,
}
