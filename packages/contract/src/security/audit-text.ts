import type { AuditAction, AuditActorKind } from './audit.ts'
import { lockReasonNames } from './lock-reasons.ts'
import { type Role, roleNames } from './permissions.ts'

/** Greek names of actions, for screens and files. */
export const auditActionNames: Record<AuditAction, string> = {
  'participants.list': 'Άνοιγμα λίστας χρηστών',
  'participants.search': 'Αναζήτηση χρηστών',
  'participants.export': 'Εξαγωγή χρηστών σε Excel',
  'participant.view': 'Προβολή στοιχείων χρήστη',
  'note.add': 'Σημείωση κλήσης',
  'note.delete': 'Διαγραφή σημείωσης κλήσης',
  'points.list': 'Προβολή κινήσεων πόντων',
  'points.export': 'Εξαγωγή κινήσεων σε Excel',
  'points.explain': 'Προβολή προέλευσης πόντων',
  'balance.read': 'Ανάγνωση υπολοίπου',
  'dashboard.read': 'Προβολή αθροισμάτων ημέρας ή δήμου',
  'stickers.read': 'Προβολή αυτοκόλλητων',
  'stickers.issue': 'Έκδοση αυτοκόλλητων',
  'claims.list': 'Προβολή αναφορών παραδόσεων',
  'claim.report': 'Αναφορά παράδοσης που δεν πιστώθηκε',
  'claim.view': 'Προβολή αναφοράς παράδοσης',
  'claim.credit': 'Πίστωση από αναφορά παράδοσης',
  'claim.reject': 'Απόρριψη αναφοράς παράδοσης',
  'account.sign_in': 'Σύνδεση',
  'account.sign_up': 'Εγγραφή',
  'account.activate': 'Ενεργοποίηση λογαριασμού',
  'account.resend_activation': 'Νέο μήνυμα ενεργοποίησης',
  'account.update': 'Αλλαγή στοιχείων λογαριασμού',
  'account.password_change': 'Αλλαγή συνθηματικού',
  'account.disown': 'Αναφορά ξένης εγγραφής',
  'account.lock': 'Κλείδωμα λογαριασμού',
  'account.unlock': 'Ξεκλείδωμα λογαριασμού',
  'session.end': 'Τερματισμός σύνδεσης',
  'sessions.end_all': 'Αποσύνδεση από παντού',
  'second_factor.add': 'Προσθήκη δεύτερου βήματος σύνδεσης',
  'second_factor.remove': 'Αφαίρεση δεύτερου βήματος σύνδεσης',
  'second_factor.reset': 'Επαναφορά δεύτερου βήματος σύνδεσης',
  'recovery_codes.make': 'Έκδοση κωδικών ανάκτησης',
  'staff.add': 'Προσθήκη υπαλλήλου',
  'staff.disable': 'Απενεργοποίηση υπαλλήλου',
  'staff.enable': 'Ενεργοποίηση υπαλλήλου',
  'staff.role': 'Αλλαγή ρόλου υπαλλήλου',
  'staff.anonymize': 'Ανωνυμοποίηση πρώην υπαλλήλου',
  'approver.confirm': 'Επιβεβαίωση μέλους της Εποπτείας',
  'data.export': 'Λήψη αντιγράφου δεδομένων',
  'erasure.request': 'Αίτημα διαγραφής',
  'erasure.cancel': 'Ακύρωση διαγραφής',
  'erasure.execute': 'Διαγραφή προσωπικών δεδομένων',
  'mention.remove': 'Αφαίρεση κειμένου που αναφέρει διαγραμμένο πρόσωπο',
  'mention.keep': 'Διατήρηση κειμένου μετά από διαγραφή προσώπου',
  'retention.warn': 'Προειδοποίηση αδρανούς λογαριασμού',
  'retention.remove': 'Διαγραφή παλιών στοιχείων',
  'consent.give': 'Συγκατάθεση σε συνεργάτη',
  'consent.withdraw': 'Ανάκληση συγκατάθεσης',
  'checks.read': 'Προβολή ελέγχων',
  'flag.resolve': 'Έλεγχος ασυνήθιστων πόντων',
  'approval.request': 'Αίτημα έγκρισης',
  'approval.approve': 'Έγκριση',
  'approval.reject': 'Απόρριψη',
  'points.record_manually': 'Χειροκίνητη κίνηση πόντων',
  'points.import': 'Εισαγωγή κινήσεων',
  'participants.import': 'Εισαγωγή χρηστών',
  'places.import': 'Εισαγωγή σημείων συλλογής',
  'rate.change': 'Αλλαγή τιμής πόντων',
  'partner.change': 'Αλλαγή συνεργάτη',
  'keys.rotate': 'Αλλαγή κλειδιού υπογραφής',
  'audit.read': 'Ανάγνωση ιστορικού ενεργειών',
  'audit.export': 'Εξαγωγή ιστορικού ενεργειών',
}

export const auditActorKindNames: Record<AuditActorKind, string> = {
  visitor: 'Επισκέπτης',
  citizen: 'Χρήστης',
  staff: 'Υπάλληλος',
  partner: 'Συνεργάτης',
  command: 'Εντολή διαχειριστή',
  job: 'Αυτόματη εργασία',
}

const wordsOf: Record<string, string> = {
  firstName: 'όνομα',
  lastName: 'επώνυμο',
  telephone: 'τηλέφωνο',
  municipalityId: 'δήμος',
  openid: 'ταυτότητα λογαριασμού',
  profile: 'ονοματεπώνυμο',
  email: 'email',
  phone: 'τηλέφωνο',
  municipality: 'δήμος',
  points: 'πόντοι',
  'points:redeem': 'εξαργύρωση πόντων',
}
const listOf = (words: string) =>
  words
    .split(' ')
    .map((word) => wordsOf[word] ?? word)
    .join(', ')

const isRole = (text: string): text is Role => Object.hasOwn(roleNames, text)

/** Values of several details. */
const values: Record<string, string> = {
  flags: 'ασυνήθιστοι πόντοι',
  approvals: 'αιτήματα για έγκριση',
  mentions: 'κείμενα για διαγραμμένα πρόσωπα',
  call_note: 'σημείωση κλήσης',
  claim_note: 'σημείωση αναφοράς παράδοσης',
  claim_answer: 'απάντηση σε αναφορά παράδοσης',
  delivery: 'παράδοση σε αναμονή',
  flag_note: 'σημείωση ελέγχου πόντων',
  request_reason: 'αιτιολογία αιτήματος',
  request_note: 'σημείωση αιτήματος',
  batch_note: 'σημείωση παρτίδας αυτοκόλλητων',
  search: 'αναζήτηση υπαλλήλου',
  open: 'εκκρεμείς',
  decided: 'απαντημένες',
  totp: 'εφαρμογή κωδικών',
  passkey: 'κλειδί πρόσβασης',
  requested: 'ζητήθηκε',
  confirmed: 'επιβεβαιώθηκε',
  rate_added: 'νέα τιμή πόντων',
  rate_closed: 'λήξη τιμής πόντων',
  rate_deleted: 'διαγραφή τιμής πόντων',
  rate_replaced: 'αντικατάσταση τιμής πόντων',
  points_imported: 'εισαγωγή πόντων από αρχείο',
  points_added: 'εγγραφή πόντων με το χέρι',
  request: 'από τις ρυθμίσεις',
  letter: 'με έγγραφο αίτημα',
  inactive: 'λόγω αδράνειας',
  ...lockReasonNames,
  already_credited: 'έχει ήδη πιστωθεί',
  not_found: 'δεν βρέθηκε παράδοση',
  not_accepted: 'δεν έγινε δεκτό',
  too_little: 'δεν αρκούν τα στοιχεία',
  other: 'άλλος λόγος',
}
const valueOf = (value: string) => values[value] ?? value

const changes: Record<string, string> = {
  add: 'εγγραφή',
  change: 'αλλαγή ρυθμίσεων',
  'rotate-secret': 'νέο μυστικό',
  disable: 'απενεργοποίηση',
  enable: 'ενεργοποίηση',
  webhook: 'διεύθυνση ειδοποιήσεων',
}

const grouped = (number: string) => number.replace('-', '−').replace(/\B(?=(\d{3})+$)/g, '.')
/** @param day YYYY-MM-DD */
const dayOf = (day: string) => day.split('-').toReversed().join('/')

const inAthens = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Athens' })

/** Greek words for each detail; the other details of an entry are shown as they are. */
const words: Record<string, (value: string) => string | undefined> = {
  first: () => undefined,
  last: () => undefined,
  // The subject of the entry.
  participant: () => undefined,
  subject: () => undefined,
  search: () => undefined,
  note: (id) => `σημείωση ${id}`,
  size: () => 'μόνο το πλήθος',
  page: () => 'τελευταία σελίδα',
  unactivated: () => 'χωρίς ενεργοποίηση',
  from: (from) => `από ${isRole(from) ? roleNames[from] : dayOf(from)}`,
  to: (to) => (isRole(to) ? `σε ${roleNames[to]}` : `έως ${dayOf(to)}`),
  role: (role) => (isRole(role) ? roleNames[role] : role),
  list: valueOf,
  place: valueOf,
  row: (id) => `αρ. ${id}`,
  method: valueOf,
  step: valueOf,
  kind: valueOf,
  reason: valueOf,
  due_at: (time) => `θα γίνει στις ${inAthens.format(new Date(time))}`,
  until: (day) => `έως ${dayOf(day)}`,
  points: (points) => `πόντοι ${grouped(points)}`,
  // The record has it.
  description: () => undefined,
  rate: (id) => `τιμή ${id}`,
  flag: (id) => `ειδοποίηση ${id}`,
  approval: (id) => `αίτημα ${id}`,
  records: (count) => `κινήσεις ${grouped(count)}`,
  deliveries: (count) => `παραδόσεις ${grouped(count)}`,
  stickers: (count) => `αυτοκόλλητα ${grouped(count)}`,
  claims: (count) => `αναφορές ${grouped(count)}`,
  notes: (count) => `σημειώσεις κλήσεων ${grouped(count)}`,
  codes: (count) => `κωδικοί κουπονιών ${grouped(count)}`,
  // Technical counts of an erasure.
  details: () => undefined,
  payloads: () => undefined,
  tokens: () => undefined,
  jobs: () => undefined,
  texts: () => undefined,
  mentions: (count) => `κείμενα για έλεγχο ${grouped(count)}`,
  unlisted: (count) => `κείμενα με συχνή λέξη, χωρίς έλεγχο ${grouped(count)}`,
  sign_ins: (count) => `συνδέσεις ${grouped(count)}`,
  current: (current) => (current === 'true' ? 'αυτή η συσκευή' : 'άλλη συσκευή'),
  format: (format) => (format === 'html' ? 'σελίδα' : 'αρχείο JSON'),
  record: (id) => `κίνηση ${id}`,
  claim: (id) => `αναφορά ${id}`,
  delivery: (id) => `παράδοση ${id}`,
  automatic: () => 'αυτόματα',
  sticker: (code) => `αυτοκόλλητο ${code}`,
  waiting: () => 'παραδόσεις σε αναμονή',
  batch: (id) => `παρτίδα ${id}`,
  file: (file) => (file === 'labels' ? 'ετικέτες PDF' : 'κωδικοί CSV'),
  count: (count) => `πλήθος ${grouped(count)}`,
  added: (count) => `νέα ${grouped(count)}`,
  changed: (count) => `αλλαγμένα ${grouped(count)}`,
  present: () => undefined,
  removed: (count) => `αφαιρέθηκαν ${grouped(count)}`,
  fields: (fields) => `άλλαξαν: ${listOf(fields)}`,
  link: () => 'με σύνδεσμο από email',
  first_approver: () => 'το πρώτο μέλος της Εποπτείας',
  replaced: () => 'στη θέση άλλης',
  second_factor: () => 'το δεύτερο βήμα έμεινε',
  scope: (scope) => `στοιχεία: ${listOf(scope)}`,
  refused: (scope) => `δεν επιτράπηκε: ${listOf(scope)}`,
  // The hash of the words; they are in the person's data.
  words: () => undefined,
  text: (version) => `κείμενο ${dayOf(version)}`,
  language: (language) => (language === 'en' ? 'στα αγγλικά' : 'στα ελληνικά'),
  partner: (partner) => `συνεργάτης ${partner}`,
  change: (change) => changes[change] ?? change,
  export: (id) => `εξαγωγή αρ. ${id}`,
  came_back: () => 'το μήνυμα επέστρεψε',
  at_once: (atOnce) => (atOnce === 'true' ? 'αμέσως' : undefined),
  staff: (id) => `υπάλληλος αρ. ${id}`,
  action: (action) => auditActionNames[action as AuditAction] ?? action,
  actor_kind: (kind) => auditActorKindNames[kind as AuditActorKind] ?? kind,
}

/** Returns the details of an entry in Greek, without the person; '' if there are none. */
export function auditDetailsText({
  details,
  text,
}: {
  details: Readonly<Record<string, string | number | boolean | null>>
  text: string | null
}): string {
  const { first, last } = details
  const parts = Object.entries(details).flatMap(([name, value]) => {
    if (value === null) return []
    const inGreek = words[name]
    return (inGreek ? inGreek(String(value)) : `${name}: ${String(value)}`) ?? []
  })
  if (text !== null) parts.unshift(`«${text}»`)
  else if (details['search']) parts.unshift('με αναζήτηση')
  // The first block is the usual case.
  if (last !== undefined && first !== 1)
    parts.push(`θέσεις ${grouped(String(first))}–${grouped(String(last))}`)
  return parts.join(' · ')
}

/** Details with words of their own, and the codes in them, to compare with other lists. */
export const auditDetails = Object.keys(words)
export const auditCodes = Object.keys(values)
