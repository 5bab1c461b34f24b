import type { Difference, RejectionReason } from '@portal/contract/words/claim-facts.ts'
import type { Candidate, Claim, decideClaim } from '@portal/contract/claims.ts'
import { plural } from '@portal/contract/words/plural.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { counted, formatDecimal, formatLitres } from '#web/lib/format.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'

const litresOf = (litres: number) => `${formatLitres(litres)} ${plural(litres, 'λίτρο', 'λίτρα')}`
const pointsPerLitre = (rate: number) =>
  `${formatDecimal(rate)} ${plural(rate, 'πόντος', 'πόντοι')} ανά λίτρο`
const given = (points: number) => counted(points, 'πόντου', 'πόντων')

export const text = {
  title: 'Αναφορές χρηστών',
  show: 'Εμφάνιση',
  open: 'Εκκρεμείς',
  decided: 'Απαντημένες',
  list: 'Κατάλογος αναφορών',
  details: 'Στοιχεία αναφοράς',
  loading: 'Φόρτωση…',
  failed: 'Οι αναφορές δεν είναι διαθέσιμες αυτή τη στιγμή.',
  noneOpen: 'Καμία αναφορά δεν περιμένει απάντηση',
  noneDecided: 'Δεν υπάρχουν απαντημένες αναφορές',
  total: (count: number) => counted(count, 'αναφορά', 'αναφορές'),
  choose: 'Επιλέξτε μια αναφορά',
  chooseIntro: 'Εδώ θα δείτε τι δήλωσε ο χρήστης και ποιες παραδόσεις μοιάζουν με τη δική του.',
  back: 'Όλες οι αναφορές',
  nameless: 'Άγνωστο όνομα',
  notFound: 'Η αναφορά δεν βρέθηκε',
  notFoundIntro:
    'Ίσως διαγράφηκε μαζί με τον λογαριασμό του χρήστη ή πέρασε ο χρόνος που κρατάμε τις αναφορές. Επιλέξτε άλλη αναφορά.',

  states: {
    open: 'Εκκρεμεί',
    approval: 'Περιμένει έγκριση',
    credited: 'Πιστώθηκε',
    undone: 'Αναιρέθηκε',
    rejected: 'Απορρίφθηκε',
  } satisfies Record<Claim['state'], string>,
  number: 'Αριθμός',
  email: 'Email',
  sticker: 'Αυτοκόλλητο',
  place: 'Σημείο συλλογής',
  notMine: 'Ο χρήστης δηλώνει ότι στο ταμείο ήταν άλλος',
  atDesk: 'Στο ταμείο',
  partner: 'Συνεργάτης',
  device: 'Συσκευή',
  recorded: 'Κίνηση',
  recordedPoints: 'Πόντοι κίνησης',
  usedCoupon: (title: string) => `Χρήση κουπονιού: ${title}`,
  cost: 'Πόντοι του κουπονιού',
  record: 'Αριθμός κίνησης',
  when: 'Πότε',
  around: (day: string, hour: number) => `${day}, περίπου ${String(hour).padStart(2, '0')}:00`,
  litres: 'Λίτρα',
  note: 'Σημείωση',
  sent: 'Στάλθηκε',
  decidedAt: 'Απαντήθηκε',
  requestedBy: 'Ζητήθηκε από',
  decidedBy: 'Απάντησε',
  automatic: 'αυτόματα, γιατί το αυτοκόλλητο είναι του χρήστη',
  points: 'Πόντοι',
  reason: 'Λόγος',

  candidates: 'Παρόμοιες παραδόσεις σε αναμονή',
  noCandidates: 'Δεν βρέθηκε παρόμοια παράδοση σε αναμονή.',
  same: 'Χωρίς σημαντικές διαφορές',
  differs: {
    sticker: 'Άλλος κωδικός',
    day: 'Άλλη ημέρα',
    hour: 'Άλλη ώρα',
    place: 'Άλλο σημείο',
    litres: 'Άλλη ποσότητα',
  } satisfies Record<Difference, string>,
  waits: {
    sticker_unknown: 'Άγνωστος κωδικός',
    sticker_unbound: 'Αυτοκόλλητο χωρίς κάτοχο',
    sticker_lost: 'Χαμένο αυτοκόλλητο',
  } satisfies Record<Candidate['waits_for'], string>,
  ownerIs: 'Κάτοχος αυτοκόλλητου',
  comparedWith: (code: string) => `σε σύγκριση με: ${code}`,
  creditDelivery: (points: number) => `Πίστωση ${given(points)}`,
  deliveryLabel: (points: number, code: string) => `Πίστωση ${given(points)}, παράδοση ${code}`,
  credited: 'Παραδόσεις του χρήστη που πιστώθηκαν, από την προηγούμενη έως την επόμενη ημέρα',
  pointsOf: (points: number) => counted(points, 'πόντος', 'πόντοι'),
  litresOf,

  answerHeading: 'Απάντηση',
  message: 'Μήνυμα προς τον χρήστη',
  messageHint:
    'Προαιρετικό, εκτός αν απορρίψετε με λόγο «Άλλος λόγος (στο μήνυμα)». Το μήνυμα στέλνεται με email μαζί με την απάντηση.',
  byHand: 'Πίστωση με το χέρι',
  pointsLabel: 'Πόντοι με το χέρι',
  rateHint: (litres: number, rate: number) => `${litresOf(litres)} × ${pointsPerLitre(rate)}`,
  rateOnly: (rate: number) => `${pointsPerLitre(rate)} την ημέρα της παράδοσης`,
  noRate: 'Δεν υπάρχει τιμή πόντων ανά λίτρο για την ημέρα της παράδοσης.',
  credit: 'Πίστωση πόντων',
  toUndo: 'Αναίρεση',
  undo: 'Αναίρεση κίνησης',
  undoTakes: (points: number) =>
    points < 0
      ? `Ο λογαριασμός παίρνει πίσω ${counted(-points, 'πόντο', 'πόντους')}.`
      : `Αφαιρούνται από τον λογαριασμό ${counted(points, 'πόντος', 'πόντοι')}, εκτός αν μέρος τους έχει ήδη ακυρωθεί.`,
  undoCoupon: 'Το κουπόνι θα μπορεί να χρησιμοποιηθεί ξανά.',
  reasonLabel: 'Λόγος απόρριψης',
  chooseReason: 'Επιλέξτε λόγο',
  reject: 'Απόρριψη',
  notDone: 'Η απάντηση δεν καταχωρίστηκε',
  done: {
    open: '',
    approval: 'Η απάντηση χρειάζεται έγκριση. Το αίτημα στάλθηκε στη σελίδα «Έλεγχοι» της Εποπτείας.',
    credited: 'Οι πόντοι πιστώθηκαν. Ο χρήστης ενημερώνεται με email.',
    undone: 'Η κίνηση αναιρέθηκε. Ο χρήστης ενημερώνεται με email.',
    rejected: 'Η αναφορά απορρίφθηκε. Ο χρήστης ενημερώνεται με email.',
  } satisfies Record<Claim['state'], string>,
  own: 'Η αναφορά είναι δική σας. Θα απαντήσει συνάδελφός σας.',
  waitsApproval: 'Την απάντηση πρέπει να εγκρίνει δεύτερο άτομο, στη σελίδα «Έλεγχοι».',
}

export const reasonNames: Record<RejectionReason, string> = {
  already_credited: 'Έχει ήδη πιστωθεί',
  not_found: 'Δεν βρέθηκε παράδοση',
  not_accepted: 'Δεν ήταν τηγανέλαιο ή δεν έγινε δεκτό',
  too_little: 'Τα στοιχεία δεν αρκούν',
  no_mistake: 'Δεν βρέθηκε λάθος',
  already_undone: 'Έχει ήδη αναιρεθεί',
  points_spent: 'Οι πόντοι έχουν ήδη εξαργυρωθεί',
  coupon_over: 'Το κουπόνι έληξε ή δεν έχει πια κωδικό',
  other: 'Άλλος λόγος (στο μήνυμα)',
}

export const sentences: SentencesOf<typeof decideClaim> = {
  ...textSentences,
  choice_invalid: 'Επιλέξτε λόγο.',
  integer_invalid: 'Γράψτε ακέραιο αριθμό πόντων.',
  too_small: 'Γράψτε τουλάχιστον 1 πόντο.',
  too_big: 'Γράψτε έως 1.000.000 πόντους.',
  not_found: 'Η αναφορά δεν υπάρχει πια. Ανανεώστε τη σελίδα.',
  already_decided: 'Η αναφορά έχει ήδη απαντηθεί ή περιμένει έγκριση. Δείτε τα στοιχεία της πιο πάνω.',
  claim_own: text.own,
  claim_changed: 'Στο μεταξύ πιστώθηκε άλλη παράδοση στον λογαριασμό. Δείτε την πιο κάτω και απαντήστε ξανά.',
  delivery_gone: 'Αυτή η παράδοση δεν μπορεί πια να πιστωθεί εδώ. Επιλέξτε άλλη παράδοση ή άλλη απάντηση.',
  participant_unknown: 'Ο λογαριασμός δεν υπάρχει πια. Ανανεώστε τη σελίδα.',
  already_reversed: 'Η κίνηση έχει ήδη αναιρεθεί. Απορρίψτε την αναφορά με αυτόν τον λόγο.',
  points_spent: 'Ο χρήστης έχει ήδη εξαργυρώσει αυτούς τους πόντους. Η κίνηση δεν μπορεί να αναιρεθεί.',
  processing_restricted:
    'Η επεξεργασία των στοιχείων του χρήστη είναι περιορισμένη. Δεν αφαιρούνται πόντοι από τον λογαριασμό.',
  coupon_expired: ({ params }) =>
    `Το κουπόνι έληξε: ${formatDay(String(params?.['day']))}. Δεν μπορεί να χρησιμοποιηθεί ξανά.`,
  coupon_code_gone: 'Ο κωδικός του κουπονιού έχει διαγραφεί. Δεν μπορεί να χρησιμοποιηθεί ξανά.',
}
