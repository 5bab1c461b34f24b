import { couponPoints } from './entries.ts'

const number = new Intl.NumberFormat('el-GR')
const time = new Intl.DateTimeFormat('el-GR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Europe/Athens',
})

const pointsOf = (count: number) => `${number.format(count)} ${Math.abs(count) === 1 ? 'πόντος' : 'πόντοι'}`
/** In the accusative. */
const pointsGiven = (count: number) => pointsOf(count).replace('πόντος', 'πόντο').replace('πόντοι', 'πόντους')

/** Texts of the site. */
export const text = {
  site: 'Συλλογή τηγανελαίου',
  welcome: 'Φέρτε το τηγανέλαιο, πάρτε πόντους',
  visitor:
    'Συνδεθείτε με τον λογαριασμό που έχετε στην υπηρεσία πόντων. Αν δεν έχετε λογαριασμό, θα ανοίξετε έναν εκεί και θα επιστρέψετε εδώ.',
  signIn: 'Σύνδεση με την υπηρεσία πόντων',
  signOut: 'Αποσύνδεση',
  signOutNote: 'Αποσυνδέεστε και από την υπηρεσία πόντων.',
  greeting: (name: string) => (name ? `Έχετε συνδεθεί ως ${name}` : 'Καλώς ήρθατε'),
  balance: 'Το υπόλοιπό σας',
  points: pointsOf,
  noBalance:
    'Δεν μπορούμε να δείξουμε το υπόλοιπό σας, αλλά δεν χάθηκε. Δοκιμάστε ξανά σε λίγο ή δείτε το στην υπηρεσία πόντων.',
  deliver: 'Παράδοση 2 λίτρων',
  redeem: `Έκδοση κουπονιού (${pointsOf(couponPoints)})`,
  portal: 'Όλες οι κινήσεις σας στην υπηρεσία πόντων',
  history: 'Οι τελευταίες ενέργειές σας εδώ',
  cancel: 'Ακύρωση κουπονιού',
  again: 'Νέα προσπάθεια',
  coupon: (code: string) => `Κουπόνι ${code}`,
  cancelled: 'ακυρώθηκε',
  kinds: {
    delivery: 'Παράδοση 2 λίτρων',
    coupon: 'Έκδοση κουπονιού',
    cancellation: 'Ακύρωση κουπονιού',
  },
  time: (iso: string) => time.format(new Date(iso)),
  recorded: {
    delivery: (points: number) => `Παραλάβαμε 2 λίτρα: πήρατε ${pointsGiven(points)}.`,
    coupon: () => 'Το κουπόνι σας είναι έτοιμο. Δείξτε τον κωδικό του στο κατάστημα.',
    cancellation: (points: number) => `Το κουπόνι ακυρώθηκε: πήρατε πίσω ${pointsGiven(points)}.`,
  },
  sent: 'Η υπηρεσία πόντων δεν δέχτηκε ακόμη την ενέργειά σας, ή η απάντησή της δεν έφτασε. Πατήστε «Νέα προσπάθεια»: η ενέργεια θα μετρήσει το πολύ μία φορά.',
  sentShort: 'δεν ολοκληρώθηκε ακόμη',
  refused: (why: string | undefined) => {
    if (why === 'points_insufficient')
      return 'Οι πόντοι σας δεν φτάνουν για το κουπόνι. Συγκεντρώστε περισσότερους και δοκιμάστε ξανά.'
    if (why === 'rate_missing')
      return 'Δεν έχει οριστεί ακόμη πόσους πόντους δίνει σήμερα το τηγανέλαιο. Δοκιμάστε ξανά αύριο ή επικοινωνήστε μαζί μας.'
    if (why === 'participant_unknown')
      return 'Ο λογαριασμός σας δεν βρέθηκε. Αποσυνδεθείτε και συνδεθείτε ξανά.'
    if (why === 'already_reversed')
      return 'Αυτό το κουπόνι έχει ήδη ακυρωθεί. Δεν χρειάζεται να κάνετε τίποτα.'
    return 'Η υπηρεσία πόντων δεν δέχτηκε το αίτημα και οι πόντοι σας δεν άλλαξαν. Επικοινωνήστε μαζί μας.'
  },
  refusedShort: 'δεν έγινε',
  errors: {
    notFound: ['Δεν υπάρχει τέτοια σελίδα', 'Ελέγξτε τη διεύθυνση ή πηγαίνετε στην αρχική σελίδα.'],
    request: ['Το αίτημα δεν έγινε δεκτό', 'Πηγαίνετε στην αρχική σελίδα και δοκιμάστε ξανά.'],
    journey: ['Η σύνδεση δεν ολοκληρώθηκε', 'Πέρασε πολλή ώρα ή κάτι διέκοψε τη σύνδεση. Δοκιμάστε ξανά.'],
    turnedBack: ['Δεν συνδεθήκατε', 'Επιστρέψατε χωρίς να συνδεθείτε. Μπορείτε να δοκιμάσετε όποτε θέλετε.'],
    portal: [
      'Η υπηρεσία πόντων δεν απαντά',
      'Η σύνδεση και η αποσύνδεση δεν γίνονται αυτή τη στιγμή. Δοκιμάστε ξανά σε λίγο.',
    ],
  },
  home: 'Στην αρχική σελίδα',
} as const
