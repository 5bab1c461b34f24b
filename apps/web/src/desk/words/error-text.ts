import type {
  checkDeskCoupon,
  enrolDevice,
  openDesk,
  readCard,
  sendEntries,
  undoDeskCoupon,
  useDeskCoupon,
} from '@portal/contract/desk/desk.ts'
import type { Endpoint, ErrorOf } from '@portal/contract/endpoint.ts'
import { type ErrorCode, type ErrorDetail } from '@portal/contract/error-codes.ts'
import { plural } from '@portal/contract/words/plural.ts'
import { type Sentence, textOf, throttledText } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'

type Calls =
  | typeof checkDeskCoupon
  | typeof enrolDevice
  | typeof openDesk
  | typeof readCard
  | typeof sendEntries
  | typeof undoDeskCoupon
  | typeof useDeskCoupon
type CodeOf<E extends Endpoint> = E extends Endpoint ? ErrorOf<E> : never

const left = (error: ErrorDetail) => Number(error.params?.['left'] ?? 0)
const internal = inLanguage({
  el: 'Η συσκευή έστειλε κάτι που η υπηρεσία δεν διάβασε. Ανανεώστε τη σελίδα.',
  en: 'The device sent something that the service could not read. Reload the page.',
})

/** The same in both languages, or checked by this page before it sends. */
const common = {
  ...textSentences,
  throttled: throttledText,
  field_unknown: internal,
  moment_invalid: internal,
  list_type: internal,
  list_empty: internal,
  list_too_long: internal,
  uuid_invalid: internal,
  integer_invalid: internal,
  number_invalid: internal,
  choice_invalid: internal,
  decimals: internal,
  litres_or_items: internal,
  too_small: internal,
  too_big: internal,
  reference_conflict: internal,
}

export const sentences: Record<CodeOf<Calls>, Sentence> = {
  ...common,
  ...inLanguage<Record<Exclude<CodeOf<Calls>, keyof typeof common>, Sentence>>({
    el: {
      desk_unknown: 'Η συσκευή δεν είναι πια συνδεδεμένη με τον συνεργάτη.',
      desk_closed: 'Γράψτε πρώτα το PIN της συσκευής.',
      desk_locked: 'Η συσκευή κλειδώθηκε. Ζητήστε από τον διαχειριστή της υπηρεσίας να την ξεκλειδώσει.',
      desk_revoked: 'Η συσκευή αποσύρθηκε. Απευθυνθείτε στον διαχειριστή της υπηρεσίας.',
      desk_not_allowed: 'Η συσκευή δεν έχει αυτό το δικαίωμα. Απευθυνθείτε στον διαχειριστή της υπηρεσίας.',
      desk_code_wrong: 'Ο κωδικός δεν ισχύει: ίσως έληξε ή χρησιμοποιήθηκε. Ζητήστε νέο.',
      desk_link_wrong: 'Ο σύνδεσμος δεν ισχύει πια. Ζητήστε νέο από τον διαχειριστή της υπηρεσίας.',
      pin_invalid: 'Γράψτε 4 έως 6 ψηφία.',
      pin_wrong: (error) =>
        `Το PIN δεν είναι σωστό. ${plural(left(error), 'Απομένει 1 προσπάθεια.', `Απομένουν ${left(error)} προσπάθειες.`)}`,
      pk_unknown: 'Διαλέξτε σημείο συλλογής από τον κατάλογο.',
      card_unknown: 'Δεν υπάρχει κάρτα με αυτόν τον κωδικό. Ελέγξτε τον ξανά.',
      card_expired: 'Η κάρτα ισχύει τρία λεπτά και έληξε. Ζητήστε από τον πολίτη να δείξει τη νέα.',
      card_used: 'Την κάρτα διάβασε ήδη άλλη συσκευή. Ζητήστε από τον πολίτη να δείξει τη νέα.',
      processing_restricted: 'Ο λογαριασμός αυτού του ατόμου δεν δέχεται κινήσεις τώρα.',
      not_found: 'Αυτό το κουπόνι δεν βρέθηκε σε αυτή τη συσκευή.',
      undo_late: 'Πέρασαν δέκα λεπτά: η εξαργύρωση δεν αναιρείται πια.',
      cap_reached: 'Συμπληρώθηκε το ημερήσιο όριο πόντων.',
      description_not_allowed:
        'Ο συνεργάτης δεν έχει δικαίωμα για αυτό. Απευθυνθείτε στον διαχειριστή της υπηρεσίας.',
      entry_too_old: 'Πέρασαν 72 ώρες ώσπου να σταλεί.',
      participant_unknown: 'Ο λογαριασμός αυτού του ατόμου δεν υπάρχει πια.',
      rate_missing: 'Δεν έχουν οριστεί πόντοι για αυτό. Απευθυνθείτε στον διαχειριστή της υπηρεσίας.',
      sticker_code_wrong: 'Ο κωδικός του αυτοκόλλητου δεν είναι σωστός.',
      waiting_full: 'Περιμένουν ήδη πολλές παραδόσεις με αυτό το αυτοκόλλητο.',
    },
    en: {
      desk_unknown: 'The device is no longer enrolled.',
      desk_closed: 'Enter the PIN of the device first.',
      desk_locked: 'The device is locked. Ask the operator of the service to unlock it.',
      desk_revoked: 'The device was revoked. Ask the operator of the service.',
      desk_not_allowed: 'The device may not do this. Ask the operator of the service.',
      desk_code_wrong: 'The code is not valid: it may have expired, or it was used. Ask for a new one.',
      desk_link_wrong: 'The link is no longer valid. Ask the operator of the service for a new one.',
      pin_invalid: 'Enter 4 to 6 digits.',
      pin_wrong: (error) =>
        `The PIN is wrong. ${plural(left(error), '1 attempt left.', `${left(error)} attempts left.`)}`,
      pk_unknown: 'Choose a collection point from the list.',
      card_unknown: 'There is no card with this code. Check it again.',
      card_expired: 'The card is valid for three minutes and expired. Ask the person to show the new one.',
      card_used: 'Another device has read the card. Ask the person to show the new one.',
      processing_restricted: 'The account of this person takes no records now.',
      not_found: 'This coupon was not found on this device.',
      undo_late: 'Ten minutes have passed: the use can no longer be undone.',
      cap_reached: 'The limit of points for a day is reached.',
      description_not_allowed: 'The partner may not do this. Ask the operator of the service.',
      entry_too_old: '72 hours passed before it was sent.',
      participant_unknown: 'The account of this person no longer exists.',
      rate_missing: 'No points are set for this. Ask the operator of the service.',
      sticker_code_wrong: 'The code of the sticker is wrong.',
      waiting_full: 'Many deliveries with this sticker are waiting already.',
    },
  }),
}

const unknownReason = inLanguage({ el: 'Η υπηρεσία δεν τη δέχτηκε.', en: 'The service did not accept it.' })

/** Why an entry was refused. A newer server may have other reasons. */
export function reasonOf(code: string | null, params: ErrorDetail['params'] = {}): string {
  if (code === null || !Object.hasOwn(sentences, code)) return unknownReason
  return textOf(sentences, { code: code as ErrorCode, params })
}
