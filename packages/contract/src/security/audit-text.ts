import { factsOf, isDescription } from '../words/descriptions.ts'
import { type AuditAction, auditActionNames, type AuditActorKind } from './audit.ts'
import { brandWords } from './audit-brand-text.ts'
import { deskWords } from './audit-desk-text.ts'
import { legalTextWords } from './audit-legal-text.ts'
import { offerWords } from './audit-offer-text.ts'
import { placeWords } from './audit-place-text.ts'
import { factorResetReasonNames, lockReasonNames } from './lock-reasons.ts'
import { type Role, roleNames } from './permissions.ts'

export const auditActorKindNames: Record<AuditActorKind, string> = {
  visitor: 'Επισκέπτης',
  citizen: 'Χρήστης',
  staff: 'Υπάλληλος',
  partner: 'Συνεργαζόμενος ιστότοπος',
  device: 'Συσκευή συνεργάτη',
  command: 'Εντολή διαχειριστή',
  job: 'Αυτόματη εργασία',
}

const wordsOf: Record<string, string> = {
  firstName: 'όνομα',
  lastName: 'επώνυμο',
  telephone: 'τηλέφωνο',
  municipalityId: 'δήμος',
  openid: 'κωδικός αναγνώρισης',
  profile: 'ονοματεπώνυμο',
  email: 'διεύθυνση email',
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
  flags: 'ασυνήθιστοι πόντοι και προβολές στοιχείων',
  approvals: 'αιτήματα για έγκριση',
  mentions: 'κείμενα για χρήστες που διαγράφηκαν',
  requests: 'αιτήματα για προσωπικά δεδομένα',
  restriction: 'περιορισμός επεξεργασίας',
  objection: 'εναντίωση',
  rectification: 'διόρθωση στοιχείων',
  municipalities: 'δήμοι',
  participants: 'χρήστες',
  points: 'κινήσεις πόντων',
  stickers: 'αυτοκόλλητα',
  imported: 'ολοκληρώθηκε',
  awaits_approval: 'περιμένει έγκριση',
  import_failed: 'δεν έγινε',
  done: 'έγινε δεκτό',
  refused: 'δεν έγινε δεκτό',
  call_note: 'σημείωση κλήσης',
  claim_note: 'σημείωση σε αναφορά παράδοσης',
  claim_answer: 'απάντηση σε αναφορά παράδοσης',
  delivery: 'παράδοση σε αναμονή',
  flag_note: 'σημείωση ελέγχου',
  request_reason: 'αιτιολογία αιτήματος',
  request_note: 'σημείωση αιτήματος',
  batch_note: 'σημείωση παρτίδας αυτοκόλλητων',
  search: 'αναζήτηση από υπάλληλο',
  open: 'εκκρεμείς',
  decided: 'απαντημένες',
  totp: 'εφαρμογή κωδικών',
  passkey: 'κλειδί πρόσβασης',
  requested: 'ζητήθηκε',
  approved: 'εγκρίθηκε',
  confirmed: 'επιβεβαιώθηκε',
  rate_added: 'νέα τιμή πόντων',
  rate_closed: 'λήξη τιμής πόντων',
  rate_deleted: 'διαγραφή τιμής πόντων',
  rate_replaced: 'αντικατάσταση τιμής πόντων',
  points_imported: 'εισαγωγή κινήσεων από αρχείο',
  points_added: 'κίνηση πόντων με το χέρι',
  email_changed: 'αλλαγή διεύθυνσης email',
  request: 'από τις ρυθμίσεις',
  letter: 'με έγγραφο αίτημα',
  inactive: 'ανενεργός λογαριασμός',
  repeated: 'επανάληψη μετά από επαναφορά αντιγράφου',
  ...lockReasonNames,
  ...factorResetReasonNames,
  already_credited: 'οι πόντοι είχαν ήδη δοθεί',
  not_found: 'η παράδοση δεν βρέθηκε',
  not_accepted: 'το περιεχόμενο δεν έγινε δεκτό',
  too_little: 'τα στοιχεία δεν αρκούσαν',
  other: 'άλλος λόγος',
}
const valueOf = (value: string) => values[value] ?? value

const changes: Record<string, string> = {
  add: 'προσθήκη',
  change: 'αλλαγή ρυθμίσεων',
  'rotate-secret': 'νέος μυστικός κωδικός',
  disable: 'απενεργοποίηση',
  enable: 'ενεργοποίηση',
  webhook: 'διεύθυνση ειδοποιήσεων',
  'test-webhook': 'δοκιμαστική ειδοποίηση',
  'retry-webhook': 'αποστολή των ειδοποιήσεων σε αναμονή',
  rename: 'νέο όνομα',
  remove: 'αφαίρεση',
}

/** Settings of a partner. */
const settings: Record<string, string> = {
  name: 'όνομα',
  home_url: 'διεύθυνση',
  redirect_uris: 'διευθύνσεις επιστροφής',
  post_logout_redirect_uris: 'διευθύνσεις μετά την αποσύνδεση',
  backchannel_logout_uri: 'διεύθυνση για αποσυνδέσεις',
  initiate_login_uri: 'σελίδα σύνδεσης',
  scopes: 'δικαιώματα',
  descriptions: 'είδη κινήσεων',
  origins: 'ιστοσελίδες',
  first_party: 'δικός μας ιστότοπος',
  daily_cap: 'όριο πόντων ανά ημέρα',
  person_cap: 'όριο πόντων ανά χρήστη',
  company: 'επωνυμία',
  purpose: 'σκοπός',
  purpose_en: 'σκοπός στα αγγλικά',
  privacy_url: 'ενημέρωση για προσωπικά δεδομένα',
  subject_type: 'αναγνωριστικά χρηστών',
  webhook_url: 'διεύθυνση ειδοποιήσεων',
}
const choices: Record<string, string> = { yes: 'ναι', no: 'όχι', public: 'κοινά', pairwise: 'δικά του' }

/** @param lines `setting: value`, one a line */
const settingsText = (lines: string) =>
  lines
    .split('\n')
    .map((line) => {
      const [, name = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? ['', '', line]
      return name ? `${settings[name] ?? name}: ${choices[value] ?? value}` : value
    })
    .join(', ')

const decimal = (number: string) => number.replace('.', ',')
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
  note: (id) => `σημείωση αρ. ${id}`,
  size: () => 'φάνηκε μόνο αν υπάρχουν αποτελέσματα ή πόσα είναι',
  page: () => 'τελευταία σελίδα',
  unactivated: () => 'λογαριασμοί χωρίς ενεργοποίηση',
  from: (from) => `από ${isRole(from) ? roleNames[from] : dayOf(from)}`,
  to: (to) => (isRole(to) ? `σε ${roleNames[to]}` : `έως ${dayOf(to)}`),
  offer: (id) => `προσφορά αρ. ${id}`,
  ...offerWords,
  ...placeWords,
  ...brandWords,
  ...deskWords,
  ...legalTextWords,
  role: (role) => (isRole(role) ? roleNames[role] : role),
  list: valueOf,
  place: valueOf,
  row: (id) => `αρ. ${id}`,
  method: valueOf,
  step: valueOf,
  kind: valueOf,
  reason: valueOf,
  due_at: (time) => `θα γίνει: ${inAthens.format(new Date(time))}`,
  until: (day) => `έως ${dayOf(day)}`,
  points: (points) => `πόντοι: ${grouped(points)}`,
  // The record has it.
  description: () => undefined,
  rate: (id) => `τιμή αρ. ${id}`,
  municipality: (id) => `δήμος αρ. ${id}`,
  of: (description) => (isDescription(description) ? factsOf[description].name : description),
  price: (points) => `πόντοι ανά μονάδα: ${decimal(points)}`,
  price_before: (points) => `πόντοι ανά μονάδα πριν: ${decimal(points)}`,
  last_day: (day) => `τελευταία ημέρα: ${dayOf(day)}`,
  last_day_before: (day) => `τελευταία ημέρα πριν: ${dayOf(day)}`,
  flag: (id) => `έλεγχος αρ. ${id}`,
  approval: (id) => `αίτημα αρ. ${id}`,
  request: (id) => `αίτημα αρ. ${id}`,
  reference: (reference) => `αίτημα στο χαρτί: ${reference}`,
  requests: (count) => `αιτήματα για προσωπικά δεδομένα: ${grouped(count)}`,
  outcome: valueOf,
  records: (count) => `κινήσεις που μένουν χωρίς όνομα: ${grouped(count)}`,
  deliveries: (count) => `παραδόσεις: ${grouped(count)}`,
  stickers: (count) => `αυτοκόλλητα: ${grouped(count)}`,
  claims: (count) => `αναφορές: ${grouped(count)}`,
  notes: (count) => `σημειώσεις κλήσεων: ${grouped(count)}`,
  codes: (count) => `κωδικοί κουπονιών: ${grouped(count)}`,
  flags: (count) => `έλεγχοι πόντων και προβολών: ${grouped(count)}`,
  approvals: (count) => `αιτήματα για έγκριση: ${grouped(count)}`,
  appointments: (count) => `ορισμοί στην Εποπτεία: ${grouped(count)}`,
  exports: (count) => `εξαγωγές: ${grouped(count)}`,
  entries: (count) => `ενέργειες: ${grouped(count)}`,
  former: (count) => `ονόματα πρώην υπαλλήλων: ${grouped(count)}`,
  // Technical counts of an erasure.
  details: () => undefined,
  payloads: () => undefined,
  tokens: () => undefined,
  jobs: () => undefined,
  texts: () => undefined,
  mentions: (count) => `κείμενα για έλεγχο: ${grouped(count)}`,
  unlisted: (count) => `κείμενα με συχνή λέξη, χωρίς έλεγχο: ${grouped(count)}`,
  sign_ins: (count) => `συνδέσεις: ${grouped(count)}`,
  current: (current) => (current === 'true' ? 'η συσκευή από την οποία έγινε η αποσύνδεση' : 'άλλη συσκευή'),
  format: (format) => (format === 'html' ? 'σελίδα' : 'αρχείο JSON'),
  record: (id) => `κίνηση αρ. ${id}`,
  claim: (id) => `αναφορά αρ. ${id}`,
  delivery: (id) => `παράδοση αρ. ${id}`,
  automatic: () => 'αυτόματα',
  sticker: (code) => `αυτοκόλλητο ${code}`,
  waiting: () => 'παραδόσεις σε αναμονή',
  batch: (id) => `παρτίδα αρ. ${id}`,
  file: (file) => (file === 'labels' ? 'λήψη ετικετών PDF' : 'λήψη κωδικών CSV'),
  count: (count) => `πλήθος: ${grouped(count)}`,
  added: (count) => `προσθήκες: ${grouped(count)}`,
  changed: (count) => `αλλαγές: ${grouped(count)}`,
  present: () => undefined,
  import: (id) => `εισαγωγή αρ. ${id}`,
  rows: (count) => `γραμμές: ${grouped(count)}`,
  left_out: (count) => `έμειναν εκτός: ${grouped(count)}`,
  strict: (strict) => (strict === 'true' ? 'όλες οι γραμμές ή καμία' : undefined),
  // Enough to compare two files; the entry has all of it.
  sha256: (sum) => `αποτύπωμα αρχείου: ${sum.slice(0, 12).toUpperCase()}`,
  removed: (count) => `αφαιρέσεις: ${grouped(count)}`,
  fields: (fields) => `τι άλλαξε: ${listOf(fields)}`,
  link: () => 'με σύνδεσμο μίας χρήσης',
  first_approver: () => 'το πρώτο μέλος της Εποπτείας',
  replaced: () => 'στη θέση άλλης εφαρμογής',
  second_factor: () => 'το δεύτερο βήμα σύνδεσης διατηρήθηκε',
  scope: (scope) => `στοιχεία: ${listOf(scope)}`,
  refused: (scope) => `δεν επιτράπηκε: ${listOf(scope)}`,
  // The hash of the words; they are in the person's data.
  words: () => undefined,
  text: (version) => `έκδοση κειμένου: ${dayOf(version)}`,
  language: (language) => (language === 'en' ? 'στα αγγλικά' : 'στα ελληνικά'),
  partner: (partner) => `ιστότοπος ${partner}`,
  before: (settings) => (settings === '' ? undefined : `πριν: ${settingsText(settings)}`),
  after: (settings) => (settings === '' ? undefined : `μετά: ${settingsText(settings)}`),
  secret: () => undefined,
  keep_old_for: (hours) => (hours === '0' ? 'ο παλιός έπαψε αμέσως' : `ο παλιός ισχύει ακόμη ${hours} ώρες`),
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
  // PostgreSQL stores shorter keys first.
  const { after, ...others } = details
  const parts = Object.entries(after === undefined ? others : { ...others, after }).flatMap(
    ([name, value]) => {
      if (value === null) return []
      const inGreek = words[name]
      return (inGreek ? inGreek(String(value)) : `${name}: ${String(value)}`) ?? []
    },
  )
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
