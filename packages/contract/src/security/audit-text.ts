import type { AuditAction, AuditActorKind } from './audit.ts'

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
  'account.password_change': 'Αλλαγή κωδικού πρόσβασης',
  'account.disown': 'Αναφορά ξένης εγγραφής',
  'session.end': 'Τερματισμός σύνδεσης',
  'sessions.end_all': 'Αποσύνδεση από παντού',
  'second_factor.add': 'Προσθήκη δεύτερου παράγοντα',
  'second_factor.remove': 'Αφαίρεση δεύτερου παράγοντα',
  'second_factor.reset': 'Επαναφορά δεύτερου παράγοντα',
  'recovery_codes.make': 'Έκδοση κωδικών ανάκτησης',
  'staff.add': 'Προσθήκη υπαλλήλου',
  'staff.disable': 'Απενεργοποίηση υπαλλήλου',
  'staff.enable': 'Ενεργοποίηση υπαλλήλου',
  'staff.role': 'Αλλαγή ρόλου υπαλλήλου',
  'data.export': 'Λήψη αντιγράφου δεδομένων',
  'erasure.request': 'Αίτημα διαγραφής',
  'erasure.cancel': 'Ακύρωση διαγραφής',
  'erasure.execute': 'Διαγραφή προσωπικών δεδομένων',
  'retention.warn': 'Προειδοποίηση αδρανούς λογαριασμού',
  'consent.withdraw': 'Ανάκληση συγκατάθεσης',
  'checks.read': 'Προβολή ελέγχων',
  'flag.resolve': 'Κλείσιμο επισήμανσης',
  'approval.request': 'Αίτημα έγκρισης',
  'approval.approve': 'Έγκριση',
  'approval.reject': 'Απόρριψη',
  'points.record_manually': 'Χειροκίνητη κίνηση πόντων',
  'points.import': 'Εισαγωγή κινήσεων',
  'participants.import': 'Εισαγωγή χρηστών',
  'places.import': 'Εισαγωγή σημείων συλλογής',
  'rate.change': 'Αλλαγή αντιστοιχίας πόντων',
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
}
const listOf = (words: string) =>
  words
    .split(' ')
    .map((word) => wordsOf[word] ?? word)
    .join(', ')

const changes: Record<string, string> = {
  add: 'εγγραφή',
  change: 'αλλαγή ρυθμίσεων',
  'rotate-secret': 'νέο μυστικό',
  disable: 'απενεργοποίηση',
  enable: 'ενεργοποίηση',
  webhook: 'διεύθυνση ειδοποιήσεων',
}

const grouped = (number: string) => number.replace(/\B(?=(\d{3})+$)/g, '.')
const dayOf = (day: string) => day.split('-').toReversed().join('/')

/** Greek words for each detail; the other details of an entry are shown as they are. */
const words: Record<string, (value: string) => string | undefined> = {
  first: () => undefined,
  last: () => undefined,
  // The subject of the entry.
  participant: () => undefined,
  subject: () => undefined,
  search: () => undefined,
  note: (id) => `σημείωση ${id}`,
  unactivated: () => 'χωρίς ενεργοποίηση',
  from: (day) => `από ${dayOf(day)}`,
  to: (day) => `έως ${dayOf(day)}`,
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
  scope: (scope) => `στοιχεία: ${listOf(scope)}`,
  partner: (partner) => `συνεργάτης ${partner}`,
  change: (change) => changes[change] ?? change,
  export: (id) => `εξαγωγή αρ. ${id}`,
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
