import type {
  eraseParticipant,
  exportParticipantData,
  exportParticipantDataPage,
} from '@portal/contract/participants.ts'
import { plural } from '@portal/contract/words/plural.ts'
import { type SentencesOf, throttledText } from '#web/api/common-error-text.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'

const referenceRule =
  'Γράψτε μόνο αριθμούς, όπως 1234/2026 ή 27-11-2026. Δεν γίνονται δεκτά γράμματα, γιατί δεν πρέπει να μείνει όνομα.'

export const text = {
  heading: 'Αιτήματα στο χαρτί',
  intro: 'Βεβαιωθείτε πρώτα ότι το αίτημα έκανε ο ίδιος ο χρήστης ή νόμιμος εκπρόσωπός του.',
  failed: 'Η ενέργεια δεν έγινε',
  cancel: 'Ακύρωση',

  download: 'Αντίγραφο δεδομένων',
  downloadQuestion: 'Να ληφθεί αντίγραφο των δεδομένων;',
  format: 'Μορφή',
  page: 'Σελίδα για εκτύπωση',
  file: 'Αρχείο για άλλη υπηρεσία (JSON)',
  downloadMeans:
    'Το αρχείο περιέχει όσα συνδέονται με τον λογαριασμό. Παραδώστε το μόνο στον χρήστη και σβήστε το μετά από τη συσκευή σας. Η λήψη καταγράφεται και ο χρήστης μπορεί να τη δει.',
  start: 'Λήψη',
  downloaded: (name: string) => `Το αρχείο ${name} είναι στις λήψεις της συσκευής σας.`,
  downloadedNext: 'Σβήστε το όταν το παραδώσετε.',

  erase: 'Διαγραφή χρήστη',
  eraseQuestion: (name: string) => `Οριστική διαγραφή: ${name};`,
  eraseMeans:
    'Η διαγραφή γίνεται αμέσως και δεν αναιρείται. Σβήνονται τα στοιχεία, τα αυτοκόλλητα και οι συνδέσεις του χρήστη. Οι κινήσεις των πόντων μένουν για τα σύνολα, χωρίς το όνομά του. Ο χρήστης θα λάβει ένα τελευταίο email.',
  losesPoints: (points: number) =>
    plural(points, 'Χάνεται ένας διαθέσιμος πόντος.', `Χάνονται ${formatNumber(points)} διαθέσιμοι πόντοι.`),
  account: (id: number) => `Αριθμός λογαριασμού: ${id}`,
  reference: 'Αριθμός πρωτοκόλλου ή ημερομηνία του αιτήματος',
  referenceHint: 'Μόνο αριθμοί, όπως 1234/2026. Μένει στο «Ιστορικό ενεργειών» και μετά τη διαγραφή.',

  erased: 'Ο χρήστης διαγράφηκε',
  mailed: 'Ο χρήστης ενημερώθηκε με email.',
  notMailed: 'Το email προς τον χρήστη δεν στάλθηκε. Ενημερώστε τον με άλλον τρόπο.',
  mentions: (count: number) =>
    plural(
      count,
      'Ένα κείμενο για άλλους ίσως αναφέρει τον χρήστη. Ελέγξτε το στη σελίδα «Έλεγχοι».',
      `${formatNumber(count)} κείμενα για άλλους ίσως αναφέρουν τον χρήστη. Ελέγξτε τα στη σελίδα «Έλεγχοι».`,
    ),
  unlisted: (count: number) =>
    plural(
      count,
      'Άλλο ένα κείμενο περιέχει το επώνυμο, που είναι συχνή λέξη. Δεν εμφανίζεται για έλεγχο.',
      `Άλλα ${formatNumber(count)} κείμενα περιέχουν το επώνυμο, που είναι συχνή λέξη. Δεν εμφανίζονται για έλεγχο.`,
    ),
}

export const downloadSentences: SentencesOf<typeof exportParticipantData | typeof exportParticipantDataPage> =
  {
    not_found: 'Ο λογαριασμός δεν υπάρχει πια. Ανανεώστε τη σελίδα.',
    throttled: throttledText,
  }

export const eraseSentences: SentencesOf<typeof eraseParticipant> = {
  ...textSentences,
  required: 'Γράψτε τον αριθμό ή την ημερομηνία του αιτήματος.',
  blank: 'Γράψτε τον αριθμό ή την ημερομηνία του αιτήματος.',
  reference_invalid: referenceRule,
  not_found: 'Ο λογαριασμός δεν υπάρχει πια. Ανανεώστε τη σελίδα.',
  approver_pending: 'Άλλο μέλος της Εποπτείας πρέπει πρώτα να επιβεβαιώσει τον λογαριασμό σας.',
  approver_waiting: ({ params }) =>
    `Μπορείτε να διαγράφετε χρήστες από ${formatDateTime(String(params?.['from']))}.`,
  throttled: throttledText,
}
