import type * as devices from '@portal/contract/desk/manage-devices.ts'
import { type SentencesOf, throttledText } from '#web/api/common-error-text.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'

const again = 'Ανανεώστε τη σελίδα και προσπαθήστε ξανά.'
const chooseUse = 'Επιλέξτε τουλάχιστον ένα.'
const gone = 'Δεν υπάρχει πια. Ανανεώστε τη σελίδα.'

export const deviceSentences: SentencesOf<
  | typeof devices.addDevice
  | typeof devices.changeDevice
  | typeof devices.enrolDeviceAgain
  | typeof devices.unlockDevice
  | typeof devices.revokeDevice
> = {
  ...textSentences,
  not_found: 'Η συσκευή δεν υπάρχει πια. Ανανεώστε τη σελίδα.',
  pk_type: again,
  pk_unknown: 'Αυτό το σημείο δεν υπάρχει πια. Επιλέξτε άλλο.',
  list_type: again,
  list_empty: chooseUse,
  list_too_long: again,
  choice_invalid: again,
  integer_invalid: again,
  changed_meanwhile:
    'Κάποιος άλλος άλλαξε τη συσκευή στο μεταξύ. Όσα γράψατε διατηρούνται: ελέγξτε τα και αποθηκεύστε ξανά.',
  device_revoked: 'Η συσκευή έχει αποσυρθεί. Προσθέστε νέα.',
  throttled: throttledText,
}

const number = 'Γράψτε έναν αριθμό, από 1 έως 20.'

export const linkSentences: SentencesOf<typeof devices.addDeviceLink | typeof devices.withdrawDeviceLink> = {
  not_found: gone,
  required: number,
  null: number,
  list_type: again,
  list_empty: chooseUse,
  list_too_long: again,
  choice_invalid: again,
  integer_invalid: number,
  too_small: number,
  too_big: number,
  throttled: throttledText,
}

export const heldSentences: SentencesOf<typeof devices.decideHeldEntry> = {
  not_found: gone,
  required: again,
  null: again,
  invalid: again,
  already_decided: 'Κάποιος άλλος αποφάσισε στο μεταξύ.',
  rate_missing:
    'Δεν υπάρχει τιμή πόντων για εκείνη την ημέρα. Προσθέστε την πρώτα, ή απορρίψτε την καταχώριση.',
  cap_reached: 'Ξεπερνά το όριο πόντων εκείνης της ημέρας.',
  waiting_full: 'Πάρα πολλές παραδόσεις περιμένουν τον κάτοχο του αυτοκόλλητου.',
  points_spent: 'Οι πόντοι του πολίτη έχουν ήδη εξαργυρωθεί.',
  points_not_given: 'Ο συνεργάτης δεν έχει δώσει τόσους πόντους στον πολίτη.',
  processing_restricted: 'Τα δεδομένα του πολίτη έχουν περιορισμό.',
  participant_unknown: 'Ο λογαριασμός του πολίτη δεν υπάρχει πια.',
  description_not_allowed: 'Ο συνεργάτης δεν επιτρέπεται να γράφει αυτό το είδος κίνησης.',
  sticker_code_wrong: 'Ο κωδικός του αυτοκόλλητου δεν είναι σωστός.',
  moment_too_old: 'Είναι πολύ παλιά για να καταχωριστεί.',
  too_big: 'Η ποσότητα είναι πολύ μεγάλη.',
}
