import type {
  FirstStep,
  FirstStepsProgress,
  StepState,
  testMail,
} from '@portal/contract/manage-first-steps.ts'
import { type SentencesOf, throttledText } from '#web/api/common-error-text.ts'

export const text = {
  title: 'Πρώτα βήματα',
  intro:
    'Όσα χρειάζεται μια νέα υπηρεσία πριν ανοίξει για τους πολίτες. Μπορείτε να σταματήσετε και να συνεχίσετε όποτε θέλετε.',
  failed: 'Τα βήματα δεν φορτώθηκαν.',
  count: (done: number, all: number) => `Έγιναν ${done} από ${all}`,
  allDone: 'Όλα τα βήματα έγιναν',
  allDoneMeans: 'Η υπηρεσία μπορεί να ανοίξει για τους πολίτες. Η σελίδα αυτή δεν εμφανίζεται πια στο μενού.',
  back: 'Στη Διαχείριση',
  optional: 'Προαιρετικά',
  optionalMeans: 'Για προγράμματα που λειτουργούν χωρίς άλλους ιστοτόπους.',
  list: 'Πρώτα βήματα',
  next: (title: string) => `Επόμενο: ${title}`,
  sendMail: 'Αποστολή δοκιμαστικού email',
  mailTo: (email: string) => `Θα σταλεί στη διεύθυνσή σας: ${email}.`,
  mailFailed: 'Το δοκιμαστικό μήνυμα δεν ξεκίνησε',
  at: (when: string) => `Τελευταία δοκιμή: ${when}`,
}

export const states: Record<StepState, string> = {
  done: 'Έγινε',
  waiting: 'Σε αναμονή',
  todo: 'Δεν έγινε ακόμη',
}

type Step = {
  title: string
  /** What it is for. */
  means: string
  /** While it waits for another person. */
  waits?: string
  link?: { to: string; label: string }
}

const linkTo = (path: string, label: string) => ({ to: `/admin/manage/${path}`, label })

export const steps: Record<FirstStep, Step> = {
  mail: {
    title: 'Αποστολή email',
    means: 'Χωρίς email δεν ενεργοποιείται κανένας λογαριασμός. Δοκιμάστε πρώτα αν η υπηρεσία στέλνει.',
  },
  company: {
    title: 'Ονομασία και στοιχεία',
    means:
      'Το όνομα της υπηρεσίας, ο φορέας και τα στοιχεία επικοινωνίας. Οι πολίτες τα βλέπουν σε κάθε σελίδα και σε κάθε email.',
    link: linkTo('company', 'Συμπλήρωση στοιχείων'),
  },
  links: {
    title: 'Σύνδεσμοι των υπηρεσιών',
    means:
      'Οι διευθύνσεις των τριών ιστοτόπων: τηγανέλαιο, επαναχρησιμοποίηση, εξαργύρωση. Εκεί οδηγεί η αρχική σελίδα των πολιτών.',
    link: linkTo('company', 'Συμπλήρωση συνδέσμων'),
  },
  municipalities: {
    title: 'Δήμοι',
    means: 'Οι δήμοι που συμμετέχουν. Ο πολίτης διαλέγει τον δικό του όταν γράφεται.',
    link: linkTo('municipalities', 'Προσθήκη δήμων'),
  },
  colleague: {
    title: 'Μέλος της Εποπτείας',
    means: 'Τις τιμές πόντων τις εγκρίνει δεύτερο άτομο. Προσθέστε έναν λογαριασμό με ρόλο «Εποπτεία».',
    waits:
      'Ο λογαριασμός υπάρχει, αλλά δεν έχει ακόμη συνθηματικό. Το ορίζει το άτομο με τον σύνδεσμο που έλαβε.',
    link: linkTo('staff?role=manager', 'Προσθήκη υπαλλήλου'),
  },
  partner: {
    title: 'Πρώτος συνεργάτης',
    means:
      'Ιστότοπος, μηχάνημα ή κατάστημα που γράφει κινήσεις ή συνδέει πολίτες. Χωρίς λογισμικό, δουλεύει με ένα κινητό.',
    link: linkTo('partners/_new', 'Προσθήκη συνεργάτη'),
  },
  rate: {
    title: 'Τιμή πόντων',
    means: 'Πόσους πόντους δίνει κάθε λίτρο ή αντικείμενο. Ισχύει αφού την εγκρίνει μέλος της Εποπτείας.',
    waits: 'Η τιμή περιμένει έγκριση. Μέλος της Εποπτείας τη βρίσκει στη σελίδα «Έλεγχοι» (/admin/checks).',
    link: linkTo('rates?change=rate_added', 'Προσθήκη τιμής'),
  },
  places: {
    title: 'Σημεία συλλογής',
    means: 'Πού παραδίδουν οι πολίτες. Προσθέστε τα ένα ένα, ή πολλά μαζί με την «Εισαγωγή» του καταλόγου.',
    link: linkTo('places/new', 'Προσθήκη σημείων'),
  },
  texts: {
    title: 'Νομικά κείμενα',
    means:
      'Προσωπικά δεδομένα, όροι χρήσης και προσβασιμότητα. Συμπληρώστε όσα λείπουν πριν ανοίξει η υπηρεσία.',
    link: linkTo('texts/values', 'Συμπλήρωση κειμένων'),
  },
  stickers: {
    title: 'Αυτοκόλλητα',
    means:
      'Από τον κωδικό του αυτοκόλλητου το μηχάνημα γνωρίζει σε ποιον πολίτη ανήκει το μπουκάλι. Εκδώστε και τυπώστε την πρώτη παρτίδα.',
    link: { to: '/admin/stickers', label: 'Έκδοση αυτοκόλλητων' },
  },
  devices: {
    title: 'Συσκευές συνεργατών',
    means:
      'Κινητό ή ταμείο για όποιον δεν έχει λογισμικό. Διαλέξτε τον συνεργάτη και ανοίξτε τις «Συσκευές» του.',
    waits: 'Η συσκευή προστέθηκε, αλλά δεν έχει συνδεθεί ακόμη. Ανοίξτε τη σελίδα της και δώστε τον κωδικό.',
    link: linkTo('partners', 'Επιλογή συνεργάτη'),
  },
  offers: {
    title: 'Προσφορές',
    means: 'Τι παίρνουν οι πολίτες με τους πόντους τους, αν δεν υπάρχει άλλος ιστότοπος εξαργύρωσης.',
    link: linkTo('offers', 'Προσθήκη προσφοράς'),
  },
}

/** Reasons of mail servers, by the beginning of the code (RFC 3463). */
const reasons: [RegExp, string][] = [
  [/^\d{3} 5\.1\.[0-6]\b/, 'Η διεύθυνση του παραλήπτη δεν υπάρχει.'],
  [/^\d{3} 5\.7\b|^\d{3} 5\.1\.[78]\b/, 'Δεν επιτρέπει στην υπηρεσία να στέλνει από τη διεύθυνσή της.'],
  [/^5[35]2\b|^\d{3} 5\.2\.2\b/, 'Το γραμματοκιβώτιο του παραλήπτη είναι γεμάτο.'],
  [/^4/, 'Ζητά νέα προσπάθεια αργότερα.'],
  [/AUTH|^53[05]/, 'Δεν δέχτηκε το όνομα χρήστη ή το συνθηματικό της υπηρεσίας.'],
  [/^EDNS|^ENOTFOUND/, 'Το όνομα του διακομιστή email δεν βρέθηκε.'],
  [/^ETLS/, 'Η ασφαλής σύνδεση με αυτόν δεν έγινε.'],
]

/** The result of a test mail in words. */
export function mailResult({ outcome, reply }: NonNullable<FirstStepsProgress['mail_test']>): string {
  const reason = reasons.find(([pattern]) => pattern.test(reply))?.[1]
  const code = reply === '' ? '' : ` Κωδικός: ${reply}.`
  return {
    waiting: 'Το μήνυμα στέλνεται…',
    sent: 'Ο διακομιστής email δέχτηκε το μήνυμα. Δείτε αν έφτασε.',
    stored:
      'Το μήνυμα δεν στάλθηκε, γιατί δεν έχει οριστεί διακομιστής email. Τον ορίζει ο διαχειριστής του συστήματος (SMTP_URL).',
    refused: `Ο διακομιστής email δεν δέχτηκε το μήνυμα.${reason ? ` ${reason}` : ''}${code}`,
    unreachable: `Ο διακομιστής email δεν απάντησε όπως έπρεπε.${reason ? ` ${reason}` : ''}${code}`,
  }[outcome]
}

export const mailSentences: SentencesOf<typeof testMail> = { throttled: throttledText }
