import type { RejectionReason } from '@portal/contract/words/claim-facts.ts'
import type { NoticePage } from '@portal/contract/public-pages.ts'
import type { identityScopes } from '@portal/contract/partners.ts'
import { actionsForPerson } from '@portal/contract/security/audit-person-text.ts'
import type { AuditAction, AuditActorKind } from '@portal/contract/security/audit.ts'
import type { FactorResetReason, LockReason } from '@portal/contract/security/lock-reasons.ts'
import type { DataRequestKind, DataRequestOutcome } from '@portal/contract/security/request-kinds.ts'
import { type Role, roleNames } from '@portal/contract/security/permissions.ts'
import type { Language, Texts } from '@portal/contract/words/language.ts'
import type { Database } from '#server/db/schema.ts'
import type { ErasureReason } from './erase-service.ts'
import type { MailKind } from '#server/features/accounts/owner-mail-service.ts'

type Names = {
  by: Record<AuditActorKind, string>
  role: Record<Role, string>
  language: Record<Language, string>
  points_mails: Record<Database['pointsMails']['mode'], string>
  lock_reason: Record<LockReason, string>
  /** Of claims, and of queued mails. */
  state: Record<'open' | 'approval' | 'credited' | 'undone' | 'rejected' | MailState, string>
  reason: Record<RejectionReason | LockReason | FactorResetReason | ErasureReason, string>
  decision: Record<'approved' | 'rejected', string>
  purpose: Record<Database['accountTokens']['purpose'], string>
  /** Of mails, and of requests about the own data. */
  kind: Record<MailKind | DataRequestKind, string>
  page: Record<NoticePage, string>
  action: Record<AuditAction, string>
  scopes: Record<(typeof identityScopes)[number], string>
  subject: Record<Database['exports']['subject'], string>
  /** Of exports by staff, and of requests. */
  outcome: Record<Database['exportEnds']['outcome'] | DataRequestOutcome, string>
}
type MailState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'

const rejections = {
  el: {
    already_credited: 'είχατε ήδη πάρει τους πόντους',
    not_found: 'η παράδοση δεν βρέθηκε',
    not_accepted: 'το περιεχόμενο δεν έγινε δεκτό',
    too_little: 'τα στοιχεία δεν αρκούσαν',
    no_mistake: 'δεν βρήκαμε λάθος',
    already_undone: 'είχε ήδη αναιρεθεί',
    points_spent: 'οι πόντοι είχαν εξαργυρωθεί',
    coupon_over: 'το κουπόνι δεν ισχύει πια',
    other: 'άλλος λόγος',
  },
  en: {
    already_credited: 'you had already received the points',
    not_found: 'the drop-off was not found',
    not_accepted: 'the content was not accepted',
    too_little: 'too few details',
    no_mistake: 'we found no mistake',
    already_undone: 'it had already been taken back',
    points_spent: 'the points had been spent',
    coupon_over: 'the coupon is not valid any more',
    other: 'another reason',
  },
}

const factorResets = {
  el: {
    device_lost: 'χάσατε τη συσκευή σας',
    device_changed: 'αλλάξατε συσκευή',
    factor_broken: 'το δεύτερο βήμα δεν λειτουργούσε',
  },
  en: {
    device_lost: 'you lost your device',
    device_changed: 'you changed your device',
    factor_broken: 'the second step did not work',
  },
}

const locks = {
  el: {
    own_request: 'το ζητήσατε εσείς',
    stolen: 'υποψία ότι τον λογαριασμό χρησιμοποιεί άλλος',
    misuse: 'έλεγχος αν τηρήθηκαν οι όροι χρήσης',
  },
  en: {
    own_request: 'you asked for it',
    stolen: 'another person may be using the account',
    misuse: 'check whether the terms of use were kept',
  },
}

/** Names of the codes of the machine-readable export, by the column that has them. A code without a name is a type error. */
export const names: Texts<Names> = {
  el: {
    by: {
      visitor: 'επισκέπτης που δεν είχε συνδεθεί',
      citizen: 'εσείς',
      staff: 'υπάλληλος',
      partner: 'συνεργαζόμενος ιστότοπος',
      device: 'συσκευή συνεργάτη',
      command: 'διαχειριστής του συστήματος',
      job: 'αυτόματη εργασία',
    },
    role: roleNames,
    language: { el: 'ελληνικά', en: 'αγγλικά' },
    points_mails: { at_once: 'αμέσως', daily: 'μία φορά την ημέρα' },
    lock_reason: locks.el,
    state: {
      open: 'εξετάζεται',
      approval: 'εξετάζεται',
      credited: 'πήρατε πόντους',
      undone: 'αναιρέθηκε',
      rejected: 'δεν έγινε δεκτό',
      created: 'περιμένει',
      retry: 'θα γίνει νέα προσπάθεια',
      active: 'στέλνεται',
      completed: 'στάλθηκε ή δεν χρειαζόταν πια',
      cancelled: 'ακυρώθηκε',
      failed: 'δεν στάλθηκε',
    },
    reason: {
      ...rejections.el,
      ...locks.el,
      ...factorResets.el,
      request: 'αίτημα από τις ρυθμίσεις',
      letter: 'έγγραφο αίτημα',
      inactive: 'ανενεργός λογαριασμός',
      repeated: 'επανάληψη μετά από επαναφορά αντιγράφου',
    },
    decision: { approved: 'εγκρίθηκε', rejected: 'απορρίφθηκε' },
    purpose: {
      activation: 'ενεργοποίηση λογαριασμού',
      password: 'νέο συνθηματικό',
      disown: 'δήλωση ότι δεν κάνατε εσείς την εγγραφή',
      erasure: 'επιβεβαίωση διαγραφής',
      erasure_cancel: 'ακύρωση διαγραφής',
      email_change: 'επιβεβαίωση νέας διεύθυνσης email',
      email_restore: 'επαναφορά παλιάς διεύθυνσης email',
    },
    page: {
      privacy: 'ενημέρωση για τα προσωπικά δεδομένα',
      terms: 'όροι χρήσης',
      'privacy-staff': 'ενημέρωση του προσωπικού',
    },
    kind: {
      activation: 'ενεργοποίηση λογαριασμού',
      'activation-again': 'ενεργοποίηση λογαριασμού',
      reset: 'νέο συνθηματικό',
      'password-changed': 'αλλαγή συνθηματικού',
      'new-sign-in': 'νέα σύνδεση στον λογαριασμό σας',
      'second-factor-added': 'προσθήκη δεύτερου βήματος σύνδεσης',
      'second-factor-replaced': 'αλλαγή δεύτερου βήματος σύνδεσης',
      'second-factor-removed': 'αφαίρεση δεύτερου βήματος σύνδεσης',
      'second-factor-reset': 'αφαίρεση δεύτερου βήματος σύνδεσης',
      'second-factor-kept': 'το δεύτερο βήμα σύνδεσης ισχύει ακόμη',
      'second-factor-wrong': 'λάθη στο δεύτερο βήμα σύνδεσης',
      'recovery-codes-made': 'νέοι κωδικοί ανάκτησης',
      'recovery-code-used': 'χρήση κωδικού ανάκτησης',
      'erasure-requested': 'αίτημα διαγραφής',
      'erasure-scheduled': 'ημερομηνία της διαγραφής',
      'email-change': 'επιβεβαίωση νέας διεύθυνσης email',
      'email-changed': 'αλλαγή διεύθυνσης email',
      'email-restored': 'επαναφορά παλιάς διεύθυνσης email',
      'retention-warning': 'ανενεργός λογαριασμός',
      access: 'κλείδωμα ή ξεκλείδωμα του λογαριασμού, αποσύνδεση συσκευών',
      claim: 'αναφορά παράδοσης ή κίνησης στο ταμείο',
      points: 'νέες κινήσεις πόντων',
      'data-request': 'αίτημα για τα δεδομένα σας ή περιορισμός της επεξεργασίας',
      restriction: 'περιορισμός της επεξεργασίας',
      objection: 'εναντίωση στην επεξεργασία',
      rectification: 'διόρθωση στοιχείων',
      notice: 'αλλαγή κειμένου',
      'staff-link': 'ορισμός συνθηματικού υπαλλήλου',
      'staff-role': 'αλλαγή ρόλου',
      test: 'δοκιμαστικό μήνυμα',
      'staff-change': 'αλλαγή στο προσωπικό',
    },
    action: actionsForPerson.el,
    scopes: {
      openid: 'να σας αναγνωρίζει',
      profile: 'να βλέπει το ονοματεπώνυμό σας',
      email: 'να βλέπει τη διεύθυνση email σας',
      phone: 'να βλέπει το τηλέφωνό σας',
      municipality: 'να βλέπει τον δήμο σας',
      points: 'να βλέπει τους πόντους σας',
      'points:redeem': 'να παίρνει πόντους σας για κουπόνια',
    },
    subject: { participants: 'χρήστες', points: 'κινήσεις πόντων', audit: 'ιστορικό ενεργειών' },
    outcome: {
      complete: 'ολοκληρώθηκε',
      aborted: 'διακόπηκε',
      failed: 'απέτυχε',
      done: 'έγινε δεκτό',
      refused: 'δεν έγινε δεκτό',
      withdrawn: 'ανακλήθηκε',
    },
  },
  en: {
    by: {
      visitor: 'visitor who was not signed in',
      citizen: 'you',
      staff: 'staff',
      partner: 'partner site',
      device: 'device of a partner',
      command: 'system administrator',
      job: 'automatic task',
    },
    role: { clerk: 'clerk', manager: 'manager', operator: 'operator' },
    language: { el: 'Greek', en: 'English' },
    points_mails: { at_once: 'at once', daily: 'once a day' },
    lock_reason: locks.en,
    state: {
      open: 'being checked',
      approval: 'being checked',
      credited: 'points added',
      undone: 'taken back',
      rejected: 'rejected',
      created: 'waiting',
      retry: 'will be tried again',
      active: 'being sent',
      completed: 'sent, or no longer needed',
      cancelled: 'cancelled',
      failed: 'not sent',
    },
    reason: {
      ...rejections.en,
      ...locks.en,
      ...factorResets.en,
      request: 'request in the settings',
      letter: 'written request',
      inactive: 'account not used',
      repeated: 'repeated after a backup was restored',
    },
    decision: { approved: 'approved', rejected: 'rejected' },
    purpose: {
      activation: 'activation of the account',
      password: 'new password',
      disown: 'report that you did not sign up',
      erasure: 'confirmation of the deletion',
      erasure_cancel: 'cancellation of the deletion',
      email_change: 'confirmation of a new email address',
      email_restore: 'return to the old email address',
    },
    page: { privacy: 'privacy notice', terms: 'terms of use', 'privacy-staff': 'notice for staff' },
    kind: {
      activation: 'activation of the account',
      'activation-again': 'activation of the account',
      reset: 'new password',
      'password-changed': 'password changed',
      'new-sign-in': 'new sign-in to your account',
      'second-factor-added': 'second sign-in step added',
      'second-factor-replaced': 'second sign-in step changed',
      'second-factor-removed': 'second sign-in step removed',
      'second-factor-reset': 'second sign-in step removed',
      'second-factor-kept': 'second sign-in step still applies',
      'second-factor-wrong': 'failures at the second sign-in step',
      'recovery-codes-made': 'new recovery codes',
      'recovery-code-used': 'recovery code used',
      'erasure-requested': 'deletion requested',
      'erasure-scheduled': 'date of the deletion',
      'email-change': 'confirmation of a new email address',
      'email-changed': 'email address changed',
      'email-restored': 'return to the old email address',
      'retention-warning': 'account not used',
      access: 'lock or unlock of the account, sign-out of devices',
      claim: 'report of a drop-off',
      points: 'new points records',
      'data-request': 'request about your data, or restriction of processing',
      restriction: 'restriction of processing',
      objection: 'objection to processing',
      rectification: 'correction of data',
      notice: 'changed text',
      'staff-link': 'link to set the password of staff',
      'staff-role': 'role changed',
      test: 'test message',
      'staff-change': 'change of the staff',
    },
    action: actionsForPerson.en,
    scopes: {
      openid: 'recognise you',
      profile: 'see your full name',
      email: 'see your email address',
      phone: 'see your telephone number',
      municipality: 'see your municipality',
      points: 'see your points',
      'points:redeem': 'take your points for coupons',
    },
    subject: { participants: 'users', points: 'points records', audit: 'log of accesses' },
    outcome: {
      complete: 'completed',
      aborted: 'stopped',
      failed: 'failed',
      done: 'accepted',
      refused: 'not accepted',
      withdrawn: 'withdrawn',
    },
  },
}
