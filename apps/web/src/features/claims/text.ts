import { maxOpenClaims, type RejectionReason } from '@portal/contract/words/claim-facts.ts'
import type { reportClaim } from '@portal/contract/claims.ts'
import { type SentencesOf, throttledText } from '#web/api/common-error-text.ts'
import { plural } from '@portal/contract/words/plural.ts'
import { counted, formatNumber } from '#web/lib/format.ts'
import { inLanguage } from '#web/lib/language.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'

export const text = inLanguage({
  el: {
    title: 'Δεν πήρα πόντους για μια παράδοση',
    intro:
      'Πείτε μας πού και πότε παραδώσατε τηγανέλαιο. Θα ελέγξουμε την παράδοση και θα σας απαντήσουμε με email.',
    toList: (count: number) =>
      plural(count, 'Δείτε την αναφορά σας', `Δείτε τις ${formatNumber(count)} αναφορές σας`),
    form: 'Στοιχεία της παράδοσης',
    chooseSticker: 'Επιλέξτε',
    lost: 'εκτός χρήσης',
    otherSticker: 'Άλλος κωδικός',
    noSticker: 'Δεν έχω τον κωδικό',
    codeHint: 'Γράψτε τον κωδικό όπως είναι τυπωμένος στο αυτοκόλλητο.',
    choosePlace: 'Επιλέξτε σημείο',
    placesFailed: 'Τα σημεία συλλογής δεν φορτώθηκαν. Ανανεώστε τη σελίδα για να επιλέξετε σημείο.',
    unsure: 'Δεν θυμάμαι',
    around: (hour: string) => `Περίπου ${hour}`,
    dayFormat: 'ΗΗ/ΜΜ/ΕΕΕΕ',
    litresHint: 'Περίπου. Αν δεν ξέρετε, αφήστε το πεδίο κενό.',
    noteHint: 'Ό,τι θα μας βοηθήσει, π.χ. τι έγραψε η οθόνη του μηχανήματος.',
    send: 'Αποστολή',
    notSent: 'Η αναφορά δεν στάλθηκε',
    received: 'Λάβαμε την αναφορά σας',
    receivedMeans: 'Θα σας απαντήσουμε με email. Πιο κάτω βλέπετε σε ποιο στάδιο είναι η αναφορά σας.',
    found: 'Βρήκαμε την παράδοσή σας',
    foundMeans: (points: number) => `Προσθέσαμε ${counted(points, 'πόντο', 'πόντους')} στον λογαριασμό σας.`,
    list: 'Οι αναφορές σας',
    failed: 'Οι αναφορές σας δεν είναι διαθέσιμες αυτή τη στιγμή.',
    delivery: (day: string) => `Παράδοση ${day}`,
    states: { open: 'Εξετάζεται', credited: 'Πήρατε πόντους', undone: '', rejected: 'Δεν πήρατε πόντους' },
    visit: (day: string) => `Δεν ήσασταν εσείς στο ταμείο, ${day}`,
    visitStates: { open: 'Εξετάζεται', credited: '', undone: 'Αναιρέθηκε', rejected: 'Δεν αναιρέθηκε' },
    what: 'Κίνηση',
    coupon: (title: string) => `Χρησιμοποιήθηκε κουπόνι: ${title}`,
    when: 'Πότε',
    couponBack: 'Μπορείτε να χρησιμοποιήσετε ξανά το κουπόνι σας.',
    pointsBack: (points: number) =>
      points < 0
        ? `Αφαιρέσαμε ${counted(-points, 'πόντο', 'πόντους')} από τον λογαριασμό σας.`
        : `Προσθέσαμε ${counted(points, 'πόντο', 'πόντους')} στον λογαριασμό σας.`,
    sticker: 'Αυτοκόλλητο',
    place: 'Σημείο',
    hour: 'Ώρα',
    litres: 'Λίτρα',
    note: 'Γράψατε',
    sent: 'Στάλθηκε',
    reasons: {
      already_credited: 'Είχατε ήδη πάρει τους πόντους για αυτή την παράδοση.',
      not_found: 'Δεν βρήκαμε παράδοση με αυτά τα στοιχεία.',
      not_accepted: 'Το μπουκάλι δεν περιείχε τηγανέλαιο ή δεν μπορέσαμε να δεχτούμε το περιεχόμενό του.',
      too_little: 'Τα στοιχεία που δώσατε δεν αρκούν για να βρούμε την παράδοση.',
      no_mistake: 'Η κίνηση έγινε με την κάρτα ή το κουπόνι σας και δεν βρήκαμε λάθος.',
      already_undone: 'Η κίνηση είχε ήδη αναιρεθεί.',
      points_spent: 'Οι πόντοι αυτής της κίνησης έχουν ήδη εξαργυρωθεί.',
      coupon_over: 'Το κουπόνι έληξε ή δεν έχει πια κωδικό. Δεν μπορεί να χρησιμοποιηθεί ξανά.',
      other: '',
    } satisfies Record<RejectionReason, string>,
    back: 'Επιστροφή στην αρχική σελίδα',
  },
  en: {
    title: 'My drop-off gave me no points',
    intro:
      'Tell us where and when you dropped off used cooking oil. We will check the drop-off and answer by email.',
    toList: (count: number) => plural(count, 'See your report', `See your ${formatNumber(count)} reports`),
    form: 'About the drop-off',
    chooseSticker: 'Choose',
    lost: 'out of use',
    otherSticker: 'Another code',
    noSticker: 'I do not have the code',
    codeHint: 'Enter the code as printed on the sticker.',
    choosePlace: 'Choose a place',
    placesFailed: 'The collection points could not be loaded. Reload the page to choose one.',
    unsure: 'I do not remember',
    around: (hour: string) => `Around ${hour}`,
    dayFormat: 'DD/MM/YYYY',
    litresHint: 'Approximately. If you do not know, leave the field empty.',
    noteHint: 'Anything that helps us, such as what the machine’s display said.',
    send: 'Send',
    notSent: 'Your report was not sent',
    received: 'We received your report',
    receivedMeans: 'We will answer by email. Below you can see the state of your report.',
    found: 'We found your drop-off',
    foundMeans: (points: number) => `We added ${counted(points, 'point', 'points')} to your account.`,
    list: 'Your reports',
    failed: 'Your reports are not available right now.',
    delivery: (day: string) => `Drop-off on ${day}`,
    states: { open: 'Being checked', credited: 'Points added', undone: '', rejected: 'No points added' },
    visit: (day: string) => `It was not you at the desk, ${day}`,
    visitStates: { open: 'Being checked', credited: '', undone: 'Taken back', rejected: 'Not taken back' },
    what: 'Recorded',
    coupon: (title: string) => `Coupon used: ${title}`,
    when: 'When',
    couponBack: 'You can use your coupon again.',
    pointsBack: (points: number) =>
      points < 0
        ? `We removed ${counted(-points, 'point', 'points')} from your account.`
        : `We added ${counted(points, 'point', 'points')} to your account.`,
    sticker: 'Sticker',
    place: 'Place',
    hour: 'Time',
    litres: 'Litres',
    note: 'You wrote',
    sent: 'Sent',
    reasons: {
      already_credited: 'You had already received the points for this drop-off.',
      not_found: 'We found no drop-off with these details.',
      not_accepted: 'The bottle did not contain used cooking oil, or we could not accept it.',
      too_little: 'We need more details to find the drop-off.',
      no_mistake: 'It was recorded with your card or coupon, and we found no mistake.',
      already_undone: 'It had already been taken back.',
      points_spent: 'These points have already been spent.',
      coupon_over: 'The coupon has expired or has no code any more. It cannot be used again.',
      other: '',
    },
    back: 'Back to the home page',
  },
})

/** Labels of the fields, also used in their error messages. */
export const labels = inLanguage({
  el: {
    sticker: 'Με ποιο αυτοκόλλητο;',
    code: 'Κωδικός αυτοκόλλητου',
    place: 'Πού;',
    day: 'Ποια ημέρα;',
    hour: 'Τι ώρα περίπου;',
    litres: 'Πόσα λίτρα;',
    note: 'Θέλετε να προσθέσετε κάτι;',
  },
  en: {
    sticker: 'With which sticker?',
    code: 'Sticker code',
    place: 'Where?',
    day: 'On which day?',
    hour: 'At about what time?',
    litres: 'How many litres?',
    note: 'Would you like to add anything?',
  },
})
export type ReportFields = keyof typeof labels

const greek: SentencesOf<typeof reportClaim> = {
  ...textSentences,
  required: (_, label) => `Παρακαλώ συμπληρώστε: «${label}».`,
  blank: (_, label) => `Παρακαλώ συμπληρώστε: «${label}».`,
  choice_invalid: 'Αυτό το σημείο δεν υπάρχει πια. Επιλέξτε άλλο.',
  moment_invalid: 'Επιλέξτε την ημέρα της παράδοσης.',
  moment_future: 'Η ημέρα δεν μπορεί να είναι στο μέλλον. Επιλέξτε τη σημερινή ή παλαιότερη.',
  moment_too_old: 'Η παράδοση είναι πολύ παλιά. Παρακαλώ επικοινωνήστε μαζί μας.',
  integer_invalid: 'Επιλέξτε μια ώρα.',
  number_invalid: 'Γράψτε έναν αριθμό, π.χ. 2,5.',
  decimals: 'Γράψτε τα λίτρα με έως τρία δεκαδικά ψηφία, π.χ. 2,5.',
  too_small: 'Γράψτε από 0,1 έως 1.000 λίτρα.',
  too_big: 'Γράψτε από 0,1 έως 1.000 λίτρα.',
  claims_full: `Έχετε ήδη ${maxOpenClaims} αναφορές που εξετάζονται. Περιμένετε την απάντησή μας σε μία από αυτές.`,
  throttled: throttledText,
}
const english: SentencesOf<typeof reportClaim> = {
  ...textSentences,
  required: (_, label) => `Please fill in: “${label}”.`,
  blank: (_, label) => `Please fill in: “${label}”.`,
  choice_invalid: 'This place no longer exists. Choose another one.',
  moment_invalid: 'Choose the day of the drop-off.',
  moment_future: 'The day cannot be in the future. Choose today or an earlier day.',
  moment_too_old: 'The drop-off is too long ago. Please contact us.',
  integer_invalid: 'Choose a time.',
  number_invalid: 'Write a number, such as 2.5.',
  decimals: 'Write the litres with at most three decimals, such as 2.5.',
  too_small: 'Write 0.1 to 1,000 litres.',
  too_big: 'Write 0.1 to 1,000 litres.',
  claims_full: `We are already checking ${maxOpenClaims} reports of yours. Please wait for our answer to one of them.`,
  throttled: throttledText,
}
export const sentences = inLanguage({ el: greek, en: english })
