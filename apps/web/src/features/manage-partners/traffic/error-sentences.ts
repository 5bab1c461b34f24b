import type { addPartner, changePartner, rotatePartnerSecret } from '@portal/contract/manage-partners.ts'
import type { setPartnerWebhook } from '@portal/contract/partner-traffic.ts'
import type { ErrorCode, ErrorDetail } from '@portal/contract/error-codes.ts'
import type { Sentence, SentencesOf } from '#web/api/common-error-text.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'

/** Names the line of a list that has the error. */
const at =
  (sentence: string | ((error: ErrorDetail) => string)): Sentence =>
  (error) => {
    const line = error.params?.['line']
    const said = typeof sentence === 'string' ? sentence : sentence(error)
    return line === undefined ? said : `Γραμμή ${line}: ${said}`
  }

/** The address that the server proposes; its header has numbers only. */
const proposed = ({ message = '' }: ErrorDetail) => / use (\S+)\.$/.exec(message)?.[1]

const number = 'Γράψτε έναν ακέραιο αριθμό, όπως 5000.'
const again = 'Ανανεώστε τη σελίδα και προσπαθήστε ξανά.'

export const sentences: SentencesOf<typeof addPartner | typeof changePartner | typeof rotatePartnerSecret> = {
  ...textSentences,
  list_type: again,
  list_too_long: (_, label) => `Γράψτε λιγότερες γραμμές στο πεδίο «${label}».`,
  invalid: again,
  choice_invalid: again,
  integer_invalid: number,
  too_small: number,
  too_big: (error) => `Γράψτε μικρότερο αριθμό, έως ${String(error.params?.['max'] ?? '')}.`,
  address_unreadable: at('Δεν είναι διεύθυνση ιστοσελίδας, όπως https://oil.example.gr/back.'),
  address_insecure: at('Πρέπει να αρχίζει με https://.'),
  address_with_user: at('Δεν επιτρέπεται όνομα χρήστη ή συνθηματικό μέσα στη διεύθυνση.'),
  address_with_fragment: at('Δεν επιτρέπεται το σύμβολο #.'),
  address_with_wildcard: at('Δεν επιτρέπεται το σύμβολο *. Γράψτε κάθε διεύθυνση ολόκληρη.'),
  address_not_normalized: at((error) => `Γράψτε τη διεύθυνση ως ${proposed(error) ?? 'https://…'}`),
  address_not_origin: at((error) => `Γράψτε μόνο την αρχή της διεύθυνσης: ${proposed(error) ?? 'https://…'}`),
  sentence_invalid: (error) => `Γράψτε μία γραμμή, έως ${String(error.params?.['max'] ?? 300)} χαρακτήρες.`,
  partner_name_invalid: (error) => `Γράψτε όνομα, έως ${String(error.params?.['max'] ?? 100)} χαρακτήρες.`,
  client_id_invalid: 'Γράψτε 3 έως 64 πεζά λατινικά γράμματα, ψηφία ή παύλες. Μην αρχίζετε με παύλα.',
  client_id_taken: 'Το έχει ήδη άλλος συνεργάτης. Γράψτε άλλο.',
  scope_openid_missing: 'Υπάρχουν διευθύνσεις επιστροφής: χρειάζεται και το δικαίωμα «Να συνδέει πολίτες».',
  scope_write_missing: 'Για να γράφει κινήσεις, χρειάζεται και το δικαίωμα «Να γράφει κινήσεις».',
  scope_redeem_missing:
    'Για να εκδίδει κουπόνια τρίτος, χρειάζεται το δικαίωμα «Να παίρνει πόντους για κουπόνια».',
  subject_first_party:
    'Ο συνεργάτης έχει δικά του αναγνωριστικά για τους πολίτες. Δεν μπορεί να γίνει του φορέα μας.',
  subject_final: 'Τα αναγνωριστικά των πολιτών δεν αλλάζουν πίσω.',
  subject_hosts:
    'Οι διευθύνσεις επιστροφής ενός τρίτου πρέπει να είναι σε έναν ιστότοπο. Για άλλον ιστότοπο προσθέστε άλλον συνεργάτη.',
  portal_secret_missing:
    'Ο διαχειριστής του συστήματος πρέπει πρώτα να ορίσει τη ρύθμιση PORTAL_SECRET στον διακομιστή.',
  not_found: 'Ο συνεργάτης δεν υπάρχει. Ανανεώστε τη σελίδα.',
  changed_meanwhile:
    'Κάποιος άλλος άλλαξε τον συνεργάτη στο μεταξύ. Όσα γράψατε διατηρούνται: ελέγξτε τα και αποθηκεύστε ξανά.',
}

export const webhookSentences: SentencesOf<typeof setPartnerWebhook> = {
  ...sentences,
  address_private: 'Η διεύθυνση είναι σε εσωτερικό δίκτυο. Γράψτε μία που υπάρχει στο διαδίκτυο.',
  not_found: 'Δεν υπάρχει πια. Ανανεώστε τη σελίδα.',
}

const rejected: Partial<Record<ErrorCode, string>> = {
  participant_unknown: 'Άγνωστος χρήστης',
  participant_one: 'Ο χρήστης δηλώθηκε με περισσότερους τρόπους ή καθόλου',
  consent_missing: 'Ο χρήστης δεν έχει δώσει τη συγκατάθεσή του',
  processing_restricted: 'Τα δεδομένα του χρήστη έχουν περιορισμό',
  cap_reached: 'Ξεπεράστηκε το όριο πόντων της ημέρας',
  description_not_allowed: 'Ο συνεργάτης δεν επιτρέπεται να γράφει αυτό το είδος κίνησης',
  rate_missing: 'Δεν υπάρχει τιμή πόντων για εκείνη την ημέρα',
  sticker_code_wrong: 'Λάθος κωδικός αυτοκόλλητου',
  sticker_only_adds: 'Με αυτοκόλλητο επιτρέπεται μόνο προσθήκη πόντων',
  waiting_full: 'Πάρα πολλές παραδόσεις περιμένουν τον κάτοχο του αυτοκόλλητου',
  points_insufficient: 'Οι πόντοι του χρήστη δεν φτάνουν',
  points_not_given: 'Αφαίρεση περισσότερων πόντων από όσους έδωσε',
  points_spent: 'Οι πόντοι έχουν ήδη εξαργυρωθεί',
  points_sign: 'Λάθος πρόσημο πόντων',
  reference_conflict: 'Ο ίδιος αριθμός με άλλα στοιχεία',
  reference_unknown: 'Άγνωστος αριθμός κίνησης',
  reversal_only: 'Οι πόντοι κουπονιού επιστρέφονται μόνο με ακύρωση',
  reversal_kind: 'Η ακύρωση δεν ταιριάζει με την κίνηση',
  reversal_exceeds: 'Ακύρωση περισσότερων πόντων από όσους μένουν',
  already_reversed: 'Η κίνηση έχει ήδη ακυρωθεί',
  moment_invalid: 'Λάθος ημερομηνία ή ώρα',
  moment_future: 'Ώρα στο μέλλον',
  moment_past: 'Ημερομηνία πριν από το 2000',
  moment_too_old: 'Πολύ παλιά ημερομηνία',
  moment_before_record: 'Ώρα πριν από την αρχική κίνηση',
  coupon_unknown: 'Άγνωστο κουπόνι',
}

/** Why a record was rejected. The code beside it is for the partner's engineers. */
export const rejectionText = (code: string): string =>
  (rejected as Record<string, string>)[code] ?? 'Λάθος στα στοιχεία της κίνησης'
