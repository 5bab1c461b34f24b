import type { Difference, RejectionReason } from '@portal/contract/words/claim-facts.ts'
import type { Candidate, Claim, decideClaim } from '@portal/contract/claims.ts'
import { plural } from '@portal/contract/words/plural.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { counted, formatDecimal, formatLitres } from '#web/lib/format.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'

const litresOf = (litres: number) => `${formatLitres(litres)} ${plural(litres, 'λίτρο', 'λίτρα')}`
const pointsPerLitre = (rate: number) =>
  `${formatDecimal(rate)} ${plural(rate, 'πόντος', 'πόντοι')} ανά λίτρο`
const given = (points: number) => counted(points, 'πόντου', 'πόντων')

export const text = {
  title: 'Αναφορές παραδόσεων',
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
    rejected: 'Απορρίφθηκε',
  } satisfies Record<Claim['state'], string>,
  number: 'Αριθμός',
  email: 'Email',
  sticker: 'Αυτοκόλλητο',
  place: 'Σημείο συλλογής',
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
  reasonLabel: 'Λόγος απόρριψης',
  chooseReason: 'Επιλέξτε λόγο',
  reject: 'Απόρριψη',
  notDone: 'Η απάντηση δεν καταχωρίστηκε',
  done: {
    open: '',
    approval: 'Οι πόντοι χρειάζονται έγκριση. Το αίτημα στάλθηκε στη σελίδα «Έλεγχοι» της Εποπτείας.',
    credited: 'Οι πόντοι πιστώθηκαν. Ο χρήστης ενημερώνεται με email.',
    rejected: 'Η αναφορά απορρίφθηκε. Ο χρήστης ενημερώνεται με email.',
  } satisfies Record<Claim['state'], string>,
  own: 'Η αναφορά είναι δική σας. Θα απαντήσει συνάδελφός σας.',
  waitsApproval: 'Τους πόντους πρέπει να εγκρίνει δεύτερο άτομο, στη σελίδα «Έλεγχοι».',
}

export const reasonNames: Record<RejectionReason, string> = {
  already_credited: 'Έχει ήδη πιστωθεί',
  not_found: 'Δεν βρέθηκε παράδοση',
  not_accepted: 'Δεν ήταν τηγανέλαιο ή δεν έγινε δεκτό',
  too_little: 'Τα στοιχεία δεν αρκούν',
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
}
