import { factsOf } from '@portal/contract/words/descriptions.ts'
import type { Finding, QueueName } from '@portal/contract/system.ts'
import { contentPages } from '@portal/contract/public-pages.ts'
import { counted, formatDateTime, formatDecimal } from '#web/lib/format.ts'

type FindingOf<Code extends Finding['code']> = Extract<Finding, { code: Code }>
type Texts = { [Code in Finding['code']]: string | ((finding: FindingOf<Code>) => string) }

/** Who changes the settings of the server is seldom who reads this page. */
const ask = (what: string) => `Ζητήστε από τον τεχνικό του διακομιστή ${what}.`

const reasonText = (reason: string) => (reason === '' ? '' : ` Κωδικός για τον τεχνικό: ${reason}.`)

const sizeText = (bytes: number) =>
  bytes >= 1e9
    ? `${formatDecimal(Math.round(bytes / 1e8) / 10)} GB`
    : `${formatDecimal(Math.round(bytes / 1e5) / 10)} MB`

const ofSize = (bytes: number | null) => (bytes === null ? '' : ` Μέγεθος: ${sizeText(bytes)}.`)

/** '45 λεπτά', '3 ώρες', '2 ημέρες'. */
function ageText(minutes: number): string {
  if (minutes < 120) return counted(minutes, 'λεπτό', 'λεπτά')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? counted(hours, 'ώρα', 'ώρες') : counted(Math.round(hours / 24), 'ημέρα', 'ημέρες')
}

const queueTexts: Record<QueueName, (count: number) => string> = {
  mails: (count) => counted(count, 'μήνυμα email', 'μηνύματα email'),
  webhooks: (count) => counted(count, 'ειδοποίηση προς συνεργάτη', 'ειδοποιήσεις προς συνεργάτες'),
  logouts: (count) => counted(count, 'αποσύνδεση από συνεργάτη', 'αποσυνδέσεις από συνεργάτες'),
}

type Waiting = FindingOf<'queues_move'>['queues']
const waitingText = (queues: Waiting) =>
  queues
    .map(({ queue, waiting, minutes }) =>
      minutes < 1
        ? `Σε αναμονή: ${queueTexts[queue](waiting)}.`
        : `Σε αναμονή: ${queueTexts[queue](waiting)}. Το παλαιότερο: ${ageText(minutes)}.`,
    )
    .join(' ')

const day = (date: string) => date.split('-').toReversed().join('/')

const parts = {
  code: 'άλλη έκδοση',
  workers: 'άλλον αριθμό διεργασιών',
  brand: 'άλλη ονομασία',
  settings: 'άλλες ρυθμίσεις',
}

const texts: Texts = {
  demonstration: `Η υπηρεσία λειτουργεί ως επίδειξη και τα συνθηματικά της είναι δημόσια. Μη γράψετε πραγματικά στοιχεία. ${ask('να ορίσει τα DATABASE_URL και SMTP_URL και να αφαιρέσει το DEMO')}`,
  trial_database: `Η βάση είναι δοκιμαστική και δεν έχει αντίγραφα ασφαλείας. ${ask('να ορίσει PostgreSQL στο DATABASE_URL')}`,
  database_answers: ({ postgres, bytes }) => `Απαντά. PostgreSQL ${postgres}, μέγεθος: ${sizeText(bytes)}.`,
  encoding_wrong: ({ encoding }) =>
    `Η βάση δεν δέχεται όλους τους χαρακτήρες (${encoding}). ${ask('να τη δημιουργήσει ξανά με κωδικοποίηση UTF8')}`,
  collations_changed: `Η σειρά των γραμμάτων άλλαξε με μια ενημέρωση του διακομιστή. Μερικές αναζητήσεις μπορεί να μη βρίσκουν εγγραφές. ${ask('να τρέξει την εντολή doctor και να κάνει ό,τι γράφει')}`,
  connects_as_owner: `Η υπηρεσία έχει στη βάση περισσότερα δικαιώματα από όσα χρειάζεται. ${ask('να ορίσει δεύτερο ρόλο στο DATABASE_URL')}`,
  owner_address_set: `Η υπηρεσία γνωρίζει τον κωδικό του ιδιοκτήτη της βάσης, χωρίς να τον χρειάζεται. ${ask('να αφαιρέσει το DATABASE_OWNER_URL από τις ρυθμίσεις της')}`,
  database_unencrypted: `Τα δεδομένα ταξιδεύουν προς τη βάση χωρίς κρυπτογράφηση. ${ask('να προσθέσει ?sslmode=verify-full στο DATABASE_URL')}`,
  clocks_agree: 'Τα ρολόγια της υπηρεσίας και της βάσης συμφωνούν.',
  clocks_differ: ({ seconds }) =>
    `Τα ρολόγια της υπηρεσίας και της βάσης διαφέρουν κατά ${formatDecimal(seconds)} δευτερόλεπτα. ${ask('να ρυθμίζει την ώρα και των δύο αυτόματα (NTP)')}`,
  public_url_missing: `Δεν έχει οριστεί η διεύθυνση της υπηρεσίας. Οι σύνδεσμοι στα email δεν θα ανοίγουν. ${ask('να ορίσει το PUBLIC_URL')}`,
  public_url_http: `Η διεύθυνση δεν αρχίζει από https. Τα συνθηματικά ταξιδεύουν χωρίς κρυπτογράφηση. ${ask('να εγκαταστήσει πιστοποιητικό και να αλλάξει το PUBLIC_URL')}`,
  certificate_valid: ({ days, until }) =>
    `Ισχύει για ${counted(days, 'ημέρα', 'ημέρες')} ακόμη, έως ${formatDateTime(until)}.`,
  certificate_ends: ({ days, until }) =>
    days < 0
      ? `Έληξε στις ${formatDateTime(until)}. Οι περιηγητές δεν ανοίγουν την υπηρεσία. ${ask('να το ανανεώσει αμέσως')}`
      : `Λήγει στις ${formatDateTime(until)}. Ημέρες που απομένουν: ${days}. ${ask('να το ανανεώσει και να ελέγξει την αυτόματη ανανέωση')}`,
  certificate_unread: 'Ο διακομιστής δεν μπόρεσε να διαβάσει το πιστοποιητικό της διεύθυνσής του.',
  proxies_unset: `Όλοι οι επισκέπτες μετρούν σαν ένας στα όρια προσπαθειών. ${ask('να ορίσει το TRUST_PROXY')}`,
  addresses_unseen: `Η υπηρεσία δεν βλέπει τις διευθύνσεις των επισκεπτών. Όλοι μετρούν σαν ένας στα όρια προσπαθειών. ${ask('να ρυθμίσει τα X-Forwarded-For και TRUST_PROXY')}`,
  headers_forgeable: ({ headers }) =>
    `Ένας επισκέπτης μπορεί να κρύψει τη διεύθυνσή του με ψεύτικα στοιχεία. ${ask(`να διορθώσει: ${headers.join(', ')}`)}`,
  scheme_unseen: `Η υπηρεσία δεν βλέπει αν η σύνδεση είναι κρυπτογραφημένη. ${ask('να ρυθμίσει το X-Forwarded-Proto')}`,
  server_silent: ({ reason }) =>
    `Η δημόσια διεύθυνση δεν απάντησε στον διακομιστή. ${ask('να ελέγξει τον ενδιάμεσο διακομιστή, το πιστοποιητικό και το DNS')}${reasonText(reason)}`,
  way_silent: ({ reason }) =>
    `Η υπηρεσία λειτουργεί, αλλά η δημόσια διεύθυνση δεν απάντησε. ${ask('να ελέγξει τον ενδιάμεσο διακομιστή, το πιστοποιητικό και το DNS')}${reasonText(reason)}`,
  answers_with: ({ status }) =>
    `Η δημόσια διεύθυνση απαντά με σφάλμα ${status}. ${ask('να ελέγξει τον ενδιάμεσο διακομιστή')}`,
  portal_silent: 'Η δημόσια διεύθυνση δεν απάντησε στον διακομιστή.',
  not_here: 'Η υπηρεσία δεν μπόρεσε να συγκρίνει τον εαυτό της με τα αρχεία του διακομιστή.',
  server_differs: (finding) =>
    `Εκτελείται με ${finding.parts.map((part) => parts[part]).join(' και ')} από όσα έχουν τα αρχεία του διακομιστή. ${ask('να κάνει επανεκκίνηση της υπηρεσίας')}`,
  setting_misspelt: ({ name, nearest }) =>
    `Η ρύθμιση ${name} δεν υπάρχει. Μάλλον είναι λάθος γραμμένη: ${nearest}. ${ask('να τη διορθώσει')}`,
  not_a_standby: `Η βάση που έχει οριστεί δεν είναι εφεδρική. ${ask('να διορθώσει το DATABASE_READ_URL')}`,
  secret_missing: `Χωρίς αυτό, οι πολίτες δεν συνδέονται σε ιστότοπους συνεργατών. ${ask('να ορίσει το PORTAL_SECRET')}`,
  mails_only_stored: `Τα email δεν στέλνονται. Αποθηκεύονται μόνο στον διακομιστή. ${ask('να ορίσει το SMTP_URL')}`,
  mail_server_refuses: ({ reason }) =>
    `Δεν δέχεται σύνδεση, άρα τα email δεν φεύγουν. ${ask('να ελέγξει το SMTP_URL και τον διακομιστή email')}${reasonText(reason)}`,
  queues_move: ({ queues }) => (queues.length === 0 ? 'Κανένα μήνυμα δεν περιμένει.' : waitingText(queues)),
  queue_stands: ({ queues, minutes }) =>
    `Το παλαιότερο περιμένει ${ageText(minutes)}. ${waitingText(queues)} Αν λειτουργούν ο διακομιστής email και οι συνεργάτες, μιλήστε με τον τεχνικό. Οι αποτυχίες γράφονται στο ημερολόγιο του διακομιστή.`,
  mails_ended: ({ sent, refused, since }) =>
    `Από την τελευταία εκκίνηση (${formatDateTime(since)}): ${counted(sent, 'email στάλθηκε', 'email στάλθηκαν')}, ${counted(refused, 'απορρίφθηκε', 'απορρίφθηκαν')} από τον παραλήπτη.`,
  rate_missing: ({ description, unit, material, day: date }) =>
    `${factsOf[description].name}${material === null ? '' : ` (${material})`}, ανά ${unit === 'litre' ? 'λίτρο' : 'αντικείμενο'}: καμία τιμή από ${day(date)}. Οι παραδόσεις εκείνης της ημέρας θα απορριφθούν. Προσθέστε τιμή.`,
  webhook_refused: ({ partner, failures }) =>
    `${partner}: δεν δέχεται τις ειδοποιήσεις (${counted(failures, 'αποτυχία', 'αποτυχίες')} στη σειρά). Ενημερώστε τον συνεργάτη. Οι ειδοποιήσεις στέλνονται ξανά για τέσσερις ημέρες.`,
  webhooks_accepted: ({ partners }) =>
    partners === 0
      ? 'Κανένας συνεργάτης δεν έχει ζητήσει ειδοποιήσεις.'
      : `${counted(partners, 'συνεργάτης δέχεται', 'συνεργάτες δέχονται')} τις ειδοποιήσεις.`,
  disk_free: ({ bytes }) => `Ελεύθερα: ${sizeText(bytes)}.`,
  disk_full: `Έχει μείνει λιγότερο από 1 GB. ${ask('να ελευθερώσει χώρο')}`,
  backed_up: ({ at, bytes }) => `Έγινε: ${formatDateTime(at)}.${ofSize(bytes)}`,
  backup_old: ({ at, bytes }) =>
    `Το τελευταίο είναι παλιό: ${formatDateTime(at)}.${ofSize(bytes)} ${ask('να ελέγξει γιατί δεν γίνονται πια κάθε μέρα')}`,
  backup_unknown: `Δεν είναι γνωστό κανένα αντίγραφο. ${ask('να ρυθμίσει την εντολή backup να τρέχει κάθε μέρα')} Αν τα αντίγραφα γίνονται με άλλο πρόγραμμα, δεν χρειάζεται.`,
  brand_missing:
    'Η υπηρεσία δείχνει μια φανταστική εταιρεία. Γράψτε τα στοιχεία σας στην ενότητα «Ονομασία και στοιχεία».',
  brand_unchanged: `Η υπηρεσία δείχνει ακόμη τη φανταστική εταιρεία. ${ask('να γράψει τα στοιχεία σας στο αρχείο του BRAND_FILE')}`,
  page_incomplete: ({ page, gaps }) =>
    `«${contentPages.find(({ name }) => name === page)?.label ?? page}»: το κείμενο είναι υπόδειγμα. ${gaps === 0 ? 'Συμπληρώστε ό,τι βρίσκεται σε αγκύλες' : `Στοιχεία που λείπουν: ${gaps}. Συμπληρώστε τα`} στα «Κείμενα».`,
  page_value_wrong: ({ key }) =>
    `«${key}»: η τιμή δεν χρησιμοποιείται ή δεν είναι από τις επιτρεπτές. Διορθώστε τη στα «Κείμενα».`,
  operator_missing:
    'Κανένας λογαριασμός με ρόλο «Διαχείριση» δεν έχει συνθηματικό. Ανοίξτε τον σύνδεσμο του email ή ορίστε άλλον λογαριασμό.',
  second_factor_optional: `Δεν είναι υποχρεωτικό. Ένα κλεμμένο συνθηματικό ανοίγει όλα τα δεδομένα. ${ask('να ορίσει STAFF_SECOND_FACTOR=required')}`,
  check_failed:
    'Ο έλεγχος σταμάτησε με σφάλμα. Πατήστε «Έλεγχος ξανά». Αν συμβεί πάλι, ενημερώστε τον τεχνικό: η αιτία είναι στο ημερολόγιο του διακομιστή.',
  check_slow: ({ seconds }) =>
    `Δεν ήρθε απάντηση σε ${counted(seconds, 'δευτερόλεπτο', 'δευτερόλεπτα')}. Πατήστε «Έλεγχος ξανά». Αν συμβεί πάλι, ενημερώστε τον τεχνικό.`,
}

/** Describes what a check found. */
export function textOf(finding: Finding): string {
  // Each finding has the text of its code.
  const text = texts[finding.code] as string | ((finding: Finding) => string)
  return typeof text === 'string' ? text : text(finding)
}
