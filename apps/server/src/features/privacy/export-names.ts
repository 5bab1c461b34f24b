import type { RejectionReason } from '@portal/contract/words/claim-facts.ts'
import type { NoticePage } from '@portal/contract/public-pages.ts'
import type { identityScopes } from '@portal/contract/partners.ts'
import { actionsForPerson } from '@portal/contract/security/audit-person-text.ts'
import { auditActionNames, type AuditActorKind } from '@portal/contract/security/audit.ts'
import type { FactorResetReason, LockReason } from '@portal/contract/security/lock-reasons.ts'
import type { DataRequestKind, DataRequestOutcome } from '@portal/contract/security/request-kinds.ts'
import { type Role, roleNames } from '@portal/contract/security/permissions.ts'
import { type Language, sideBySide, type Texts } from '@portal/contract/words/language.ts'
import type { Database } from '#server/db/schema.ts'
import type { ErasureReason } from './erase-service.ts'
import type { MailKind } from '#server/features/accounts/owner-mail-service.ts'
import { auditActorKindNames } from '@portal/contract/security/audit-text.ts'
import { brandWords } from '@portal/contract/security/audit-brand-text.ts'
import { legalTextWords } from '@portal/contract/security/audit-legal-text.ts'
import { offerWords } from '@portal/contract/security/audit-offer-text.ts'
import { placeWords } from '@portal/contract/security/audit-place-text.ts'

type MailState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'

const rejections = {
  already_credited: ['είχατε ήδη πάρει τους πόντους', 'you had already received the points'],
  not_found: ['η παράδοση δεν βρέθηκε', 'the drop-off was not found'],
  not_accepted: ['το περιεχόμενο δεν έγινε δεκτό', 'the content was not accepted'],
  too_little: ['τα στοιχεία δεν αρκούσαν', 'too few details'],
  no_mistake: ['δεν βρήκαμε λάθος', 'we found no mistake'],
  already_undone: ['είχε ήδη αναιρεθεί', 'it had already been taken back'],
  points_spent: ['οι πόντοι είχαν εξαργυρωθεί', 'the points had been spent'],
  coupon_over: ['το κουπόνι δεν ισχύει πια', 'the coupon is not valid any more'],
  other: ['άλλος λόγος', 'another reason'],
} as const

const factorResets = {
  device_lost: ['χάσατε τη συσκευή σας', 'you lost your device'],
  device_changed: ['αλλάξατε συσκευή', 'you changed your device'],
  factor_broken: ['το δεύτερο βήμα δεν λειτουργούσε', 'the second step did not work'],
} as const

const locks = {
  own_request: ['το ζητήσατε εσείς', 'you asked for it'],
  stolen: ['υποψία ότι τον λογαριασμό χρησιμοποιεί άλλος', 'another person may be using the account'],
  misuse: ['έλεγχος αν τηρήθηκαν οι όροι χρήσης', 'check whether the terms of use were kept'],
} as const

/** Names of the codes of the machine-readable export, by the column that has them. A code without a name is a type error. */
export const names = {
  by: sideBySide<AuditActorKind>({
    visitor: ['επισκέπτης που δεν είχε συνδεθεί', 'visitor who was not signed in'],
    citizen: ['εσείς', 'you'],
    staff: ['υπάλληλος', 'staff'],
    partner: ['συνεργαζόμενος ιστότοπος', 'partner site'],
    device: ['συσκευή συνεργάτη', 'device of a partner'],
    command: ['διαχειριστής του συστήματος', 'system administrator'],
    job: ['αυτόματη εργασία', 'automatic task'],
  }),
  role: { el: roleNames, en: { clerk: 'clerk', manager: 'manager', operator: 'operator' } } satisfies Texts<
    Record<Role, string>
  >,
  language: sideBySide<Language>({
    el: ['ελληνικά', 'Greek'],
    en: ['αγγλικά', 'English'],
  }),
  points_mails: sideBySide<Database['pointsMails']['mode']>({
    at_once: ['αμέσως', 'at once'],
    daily: ['μία φορά την ημέρα', 'once a day'],
  }),
  lock_reason: sideBySide<LockReason>(locks),
  /** Of claims, and of queued mails. */
  state: sideBySide<'open' | 'approval' | 'credited' | 'undone' | 'rejected' | MailState>({
    open: ['εξετάζεται', 'being checked'],
    approval: ['εξετάζεται', 'being checked'],
    credited: ['πήρατε πόντους', 'points added'],
    undone: ['αναιρέθηκε', 'taken back'],
    rejected: ['δεν έγινε δεκτό', 'rejected'],
    created: ['περιμένει', 'waiting'],
    retry: ['θα γίνει νέα προσπάθεια', 'will be tried again'],
    active: ['στέλνεται', 'being sent'],
    completed: ['στάλθηκε ή δεν χρειαζόταν πια', 'sent, or no longer needed'],
    cancelled: ['ακυρώθηκε', 'cancelled'],
    failed: ['δεν στάλθηκε', 'not sent'],
  }),
  reason: sideBySide<RejectionReason | LockReason | FactorResetReason | ErasureReason>({
    ...rejections,
    ...locks,
    ...factorResets,
    request: ['αίτημα από τις ρυθμίσεις', 'request in the settings'],
    letter: ['έγγραφο αίτημα', 'written request'],
    inactive: ['ανενεργός λογαριασμός', 'account not used'],
    repeated: ['επανάληψη μετά από επαναφορά αντιγράφου', 'repeated after a backup was restored'],
  }),
  decision: sideBySide<'approved' | 'rejected'>({
    approved: ['εγκρίθηκε', 'approved'],
    rejected: ['απορρίφθηκε', 'rejected'],
  }),
  purpose: sideBySide<Database['accountTokens']['purpose']>({
    activation: ['ενεργοποίηση λογαριασμού', 'activation of the account'],
    password: ['νέο συνθηματικό', 'new password'],
    disown: ['δήλωση ότι δεν κάνατε εσείς την εγγραφή', 'report that you did not sign up'],
    erasure: ['επιβεβαίωση διαγραφής', 'confirmation of the deletion'],
    erasure_cancel: ['ακύρωση διαγραφής', 'cancellation of the deletion'],
    email_change: ['επιβεβαίωση νέας διεύθυνσης email', 'confirmation of a new email address'],
    email_restore: ['επαναφορά παλιάς διεύθυνσης email', 'return to the old email address'],
  }),
  /** Of mails, and of requests about the own data. */
  kind: sideBySide<MailKind | DataRequestKind>({
    activation: ['ενεργοποίηση λογαριασμού', 'activation of the account'],
    'activation-again': ['ενεργοποίηση λογαριασμού', 'activation of the account'],
    reset: ['νέο συνθηματικό', 'new password'],
    'password-changed': ['αλλαγή συνθηματικού', 'password changed'],
    'new-sign-in': ['νέα σύνδεση στον λογαριασμό σας', 'new sign-in to your account'],
    'second-factor-added': ['προσθήκη δεύτερου βήματος σύνδεσης', 'second sign-in step added'],
    'second-factor-replaced': ['αλλαγή δεύτερου βήματος σύνδεσης', 'second sign-in step changed'],
    'second-factor-removed': ['αφαίρεση δεύτερου βήματος σύνδεσης', 'second sign-in step removed'],
    'second-factor-reset': ['αφαίρεση δεύτερου βήματος σύνδεσης', 'second sign-in step removed'],
    'second-factor-kept': ['το δεύτερο βήμα σύνδεσης ισχύει ακόμη', 'second sign-in step still applies'],
    'second-factor-wrong': ['λάθη στο δεύτερο βήμα σύνδεσης', 'failures at the second sign-in step'],
    'recovery-codes-made': ['νέοι κωδικοί ανάκτησης', 'new recovery codes'],
    'recovery-code-used': ['χρήση κωδικού ανάκτησης', 'recovery code used'],
    'erasure-requested': ['αίτημα διαγραφής', 'deletion requested'],
    'erasure-scheduled': ['ημερομηνία της διαγραφής', 'date of the deletion'],
    'email-change': ['επιβεβαίωση νέας διεύθυνσης email', 'confirmation of a new email address'],
    'email-changed': ['αλλαγή διεύθυνσης email', 'email address changed'],
    'email-restored': ['επαναφορά παλιάς διεύθυνσης email', 'return to the old email address'],
    'retention-warning': ['ανενεργός λογαριασμός', 'account not used'],
    access: [
      'κλείδωμα ή ξεκλείδωμα του λογαριασμού, αποσύνδεση συσκευών',
      'lock or unlock of the account, sign-out of devices',
    ],
    claim: ['αναφορά παράδοσης ή κίνησης στο ταμείο', 'report of a drop-off'],
    points: ['νέες κινήσεις πόντων', 'new points records'],
    'data-request': [
      'αίτημα για τα δεδομένα σας ή περιορισμός της επεξεργασίας',
      'request about your data, or restriction of processing',
    ],
    restriction: ['περιορισμός της επεξεργασίας', 'restriction of processing'],
    objection: ['εναντίωση στην επεξεργασία', 'objection to processing'],
    rectification: ['διόρθωση στοιχείων', 'correction of data'],
    notice: ['αλλαγή κειμένου', 'changed text'],
    'staff-link': ['ορισμός συνθηματικού υπαλλήλου', 'link to set the password of staff'],
    'staff-role': ['αλλαγή ρόλου', 'role changed'],
    test: ['δοκιμαστικό μήνυμα', 'test message'],
    'staff-change': ['αλλαγή στο προσωπικό', 'change of the staff'],
  }),
  page: sideBySide<NoticePage>({
    privacy: ['ενημέρωση για τα προσωπικά δεδομένα', 'privacy notice'],
    terms: ['όροι χρήσης', 'terms of use'],
    'privacy-staff': ['ενημέρωση του προσωπικού', 'notice for staff'],
  }),
  action: actionsForPerson,
  scopes: sideBySide<(typeof identityScopes)[number]>({
    openid: ['να σας αναγνωρίζει', 'recognise you'],
    profile: ['να βλέπει το ονοματεπώνυμό σας', 'see your full name'],
    email: ['να βλέπει τη διεύθυνση email σας', 'see your email address'],
    phone: ['να βλέπει το τηλέφωνό σας', 'see your telephone number'],
    municipality: ['να βλέπει τον δήμο σας', 'see your municipality'],
    points: ['να βλέπει τους πόντους σας', 'see your points'],
    'points:redeem': ['να παίρνει πόντους σας για κουπόνια', 'take your points for coupons'],
  }),
  subject: sideBySide<Database['exports']['subject']>({
    participants: ['χρήστες', 'users'],
    points: ['κινήσεις πόντων', 'points records'],
    audit: ['ιστορικό ενεργειών', 'log of accesses'],
  }),
  /** Of exports by staff, and of requests. */
  outcome: sideBySide<Database['exportEnds']['outcome'] | DataRequestOutcome>({
    complete: ['ολοκληρώθηκε', 'completed'],
    aborted: ['διακόπηκε', 'stopped'],
    failed: ['απέτυχε', 'failed'],
    done: ['έγινε δεκτό', 'accepted'],
    refused: ['δεν έγινε δεκτό', 'not accepted'],
    withdrawn: ['ανακλήθηκε', 'withdrawn'],
  }),
}

/** Details of audit entries that say nothing to the person: positions in lists and technical counts. */
export const hiddenDetails = new Set([
  'first',
  'last',
  'size',
  'page',
  'description',
  'details',
  'payloads',
  'tokens',
  'jobs',
  'texts',
  'present',
  'row',
  // Of an imported file.
  'sha256',
  // The hash of the words of a consent, which are among the consents.
  'words',
  // Of changes of partners.
  'before',
  'after',
  'secret',
  'keep_old_for',
  // The name of the site is beside it.
  'partner',
  'device',
  // Of a partner, not of people.
  'device_link',
  'month',
  // Of files with the data of many people.
  'import',
  'rows',
  'left_out',
  'strict',
  // Of collection points and offers, not of people.
  ...Object.keys(placeWords),
  ...Object.keys(offerWords),
  // Of the company.
  ...Object.keys(brandWords),
  ...Object.keys(legalTextWords),
  // Of a rate or a municipality, which is not about a person.
  'municipality',
  'of',
  'price',
  'price_before',
  'last_day',
  'last_day_before',
])

/** Labels of the other details of audit entries. */
export const detailLabels: Texts<Record<string, string>> = sideBySide({
  accepted: ['Έγινε δεκτό', 'Accepted'],
  entry: ['Τι καταχωρίστηκε', 'What was recorded'],
  held: ['Κρατήθηκε για έλεγχο', 'Held for a check'],
  printed_card: ['Με τυπωμένη κάρτα', 'With a printed card'],
  action: ['Ενέργεια', 'Action'],
  actor_kind: ['Ποιος', 'Who'],
  added: ['Προστέθηκαν', 'Added'],
  appointments: ['Ορισμοί στην Εποπτεία', 'Appointments of managers'],
  approval: ['Αριθμός αιτήματος', 'Number of the request'],
  approvals: ['Αιτήματα για έγκριση', 'Requests for approval'],
  at_once: ['Αμέσως', 'At once'],
  automatic: ['Αυτόματα', 'Automatic'],
  batch: ['Παρτίδα αυτοκόλλητων', 'Batch of stickers'],
  came_back: ['Το μήνυμα επέστρεψε', 'The email came back'],
  change: ['Αλλαγή', 'Change'],
  changed: ['Άλλαξαν', 'Changed'],
  claim: ['Αριθμός αναφοράς', 'Number of the report'],
  claims: ['Αναφορές παραδόσεων', 'Reports of drop-offs'],
  codes: ['Κωδικοί κουπονιών', 'Coupon codes'],
  count: ['Πλήθος', 'Number'],
  current: ['Η συσκευή που χρησιμοποιούσατε', 'The device that you were using'],
  deliveries: ['Παραδόσεις', 'Drop-offs'],
  delivery: ['Αριθμός παράδοσης', 'Number of the drop-off'],
  due_at: ['Θα γίνει', 'Due'],
  entries: ['Παλιές ενέργειες', 'Old actions'],
  export: ['Αριθμός αρχείου', 'Number of the file'],
  exports: ['Αρχεία που κατέβηκαν', 'Downloaded files'],
  fields: ['Τι άλλαξε', 'What changed'],
  file: ['Αρχείο', 'File'],
  first_approver: ['Πρώτο μέλος της Εποπτείας', 'First manager'],
  flag: ['Αριθμός ελέγχου', 'Number of the check'],
  flags: ['Έλεγχοι πόντων και προβολών', 'Checks of points and views'],
  format: ['Μορφή', 'Format'],
  former: ['Πρώην υπάλληλοι', 'Former staff'],
  from: ['Από', 'From'],
  kind: ['Είδος', 'Kind'],
  language: ['Γλώσσα', 'Language'],
  link: ['Με σύνδεσμο μίας χρήσης', 'By a one-time link'],
  list: ['Κατάλογος', 'List'],
  mentions: ['Κείμενα για έλεγχο', 'Texts to check'],
  method: ['Τρόπος', 'Method'],
  note: ['Αριθμός σημείωσης', 'Number of the note'],
  notes: ['Σημειώσεις κλήσεων', 'Notes of calls'],
  participant: ['Αριθμός χρήστη', 'Number of the user'],
  place: ['Πού ήταν το κείμενο', 'Where the text was'],
  points: ['Πόντοι', 'Points'],
  rate: ['Αριθμός τιμής', 'Number of the rate'],
  reason: ['Λόγος', 'Reason'],
  record: ['Αριθμός κίνησης', 'Number of the record'],
  records: ['Κινήσεις', 'Records'],
  reference: ['Αίτημα στο χαρτί', 'Request on paper'],
  refused: ['Δεν επιτράπηκε', 'Not allowed'],
  removed: ['Αφαιρέθηκαν', 'Removed'],
  replaced: ['Στη θέση άλλης εφαρμογής', 'Instead of another app'],
  request: ['Αριθμός αιτήματος', 'Number of the request'],
  requests: ['Αιτήματα για προσωπικά δεδομένα', 'Requests about personal data'],
  offer: ['Αριθμός προσφοράς', 'Number of the offer'],
  outcome: ['Αποτέλεσμα', 'Result'],
  role: ['Ρόλος', 'Role'],
  scope: ['Πρόσβαση', 'Access'],
  search: ['Με αναζήτηση', 'With a search'],
  second_factor: ['Δεύτερο βήμα σύνδεσης', 'Second sign-in step'],
  subject: ['Αριθμός χρήστη', 'Number of the user'],
  sign_ins: ['Συνδέσεις που τερματίστηκαν', 'Sign-ins that ended'],
  site: ['Ιστότοπος', 'Site'],
  staff: ['Αριθμός υπαλλήλου', 'Number of the staff account'],
  step: ['Στάδιο', 'Step'],
  sticker: ['Αυτοκόλλητο', 'Sticker'],
  stickers: ['Αυτοκόλλητα', 'Stickers'],
  text: ['Το κείμενο της συγκατάθεσης ισχύει από', 'The text of the consent applies from'],
  to: ['Έως', 'To'],
  unactivated: ['Λογαριασμοί χωρίς ενεργοποίηση', 'Accounts that are not activated'],
  unlisted: ['Κείμενα με συχνή λέξη, χωρίς έλεγχο', 'Texts with a common word, not checked'],
  until: ['Έως', 'Until'],
  waiting: ['Παραδόσεις σε αναμονή', 'Waiting drop-offs'],
})

/** Names of the codes in details, by the detail; those of `reason`, `role` and others are above. */
export const detailNames: Record<string, Texts<Record<string, string>>> = {
  // Of filters that staff chose: about any person.
  action: { el: auditActionNames, en: actionsForPerson.en },
  actor_kind: { el: auditActorKindNames, en: names.by.en },
  method: sideBySide({
    totp: ['εφαρμογή κωδικών', 'code app'],
    passkey: ['κλειδί πρόσβασης', 'passkey'],
  }),
  step: sideBySide({
    requested: ['ζητήθηκε', 'requested'],
    approved: ['εγκρίθηκε', 'approved'],
    confirmed: ['επιβεβαιώθηκε', 'confirmed'],
  }),
  format: sideBySide({
    html: ['σελίδα', 'page'],
    json: ['αρχείο για προγράμματα', 'file for programs'],
  }),
  second_factor: sideBySide({
    kept: ['έμεινε', 'kept'],
  }),
  fields: sideBySide({
    firstName: ['όνομα', 'first name'],
    lastName: ['επώνυμο', 'last name'],
    telephone: ['τηλέφωνο', 'telephone number'],
    municipalityId: ['δήμος', 'municipality'],
  }),
  file: sideBySide({
    labels: ['ετικέτες', 'labels'],
    codes: ['κωδικοί', 'codes'],
  }),
  entry: sideBySide({
    brought: ['αντικείμενα που δώσατε', 'items that you gave'],
    took: ['αντικείμενα που πήρατε', 'items that you took'],
    oil: ['λίτρα λαδιού', 'litres of oil'],
  }),
  list: sideBySide({
    flags: ['ασυνήθιστοι πόντοι και προβολές στοιχείων', 'unusual points and views of data'],
    approvals: ['αιτήματα για έγκριση', 'requests for approval'],
    mentions: ['κείμενα για χρήστες που διαγράφηκαν', 'texts about deleted people'],
    requests: ['αιτήματα για προσωπικά δεδομένα', 'requests about personal data'],
    open: ['εκκρεμείς', 'open'],
    decided: ['απαντημένες', 'answered'],
  }),
  kind: sideBySide({
    rate_added: ['νέα τιμή πόντων', 'new rate'],
    rate_closed: ['λήξη τιμής πόντων', 'end of a rate'],
    rate_deleted: ['διαγραφή τιμής πόντων', 'rate deleted'],
    rate_replaced: ['αντικατάσταση τιμής πόντων', 'rate changed'],
    points_imported: ['εισαγωγή κινήσεων από αρχείο', 'points imported from a file'],
    points_added: ['κίνηση πόντων με το χέρι', 'points recorded by hand'],
    restriction: ['περιορισμός της επεξεργασίας', 'restriction of processing'],
    objection: ['εναντίωση στην επεξεργασία', 'objection to processing'],
    rectification: ['διόρθωση στοιχείων', 'correction of data'],
    email_changed: ['αλλαγή διεύθυνσης email', 'change of the email address'],
    municipalities: ['δήμοι', 'municipalities'],
    participants: ['χρήστες', 'people'],
    points: ['κινήσεις πόντων', 'points records'],
    stickers: ['αυτοκόλλητα', 'stickers'],
  }),
  outcome: sideBySide({
    done: ['έγινε δεκτό', 'accepted'],
    refused: ['δεν έγινε δεκτό', 'not accepted'],
    imported: ['ολοκληρώθηκε', 'finished'],
    awaits_approval: ['περιμένει έγκριση', 'waits for approval'],
    import_failed: ['δεν έγινε', 'not done'],
  }),
  place: sideBySide({
    call_note: ['σημείωση κλήσης', 'note of a call'],
    claim_note: ['σημείωση σε αναφορά παράδοσης', 'note in a report of a drop-off'],
    claim_answer: ['απάντηση σε αναφορά παράδοσης', 'answer to a report of a drop-off'],
    delivery: ['παράδοση σε αναμονή', 'waiting drop-off'],
    flag_note: ['σημείωση ελέγχου', 'note of a check of points'],
    request_reason: ['αιτιολογία αιτήματος', 'reason of a request'],
    request_note: ['σημείωση αιτήματος', 'note of a request'],
    batch_note: ['σημείωση για αυτοκόλλητα', 'note about stickers'],
    search: ['αναζήτηση από υπάλληλο', 'search by staff'],
  }),
}
