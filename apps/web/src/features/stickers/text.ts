import type { bindSticker, replaceSticker, reportStickerFound } from '@portal/contract/stickers.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'
import type { SentencesOf } from '#web/api/error-text.ts'
import { throttledText } from '#web/api/error-text.ts'

export const text = {
  title: 'Αυτοκόλλητα',
  heading: 'Τα αυτοκόλλητά μου',
  intro:
    'Κολλήστε ένα αυτοκόλλητο στο καπάκι του μπουκαλιού. Το μηχάνημα διαβάζει τον κωδικό του και οι πόντοι μπαίνουν στον λογαριασμό σας.',
  loading: 'Φόρτωση…',
  failed: 'Τα αυτοκόλλητά σας δεν είναι διαθέσιμα αυτή τη στιγμή.',
  none: 'Δεν έχετε ακόμη αυτοκόλλητο',
  noneHint: 'Γράψτε πιο πάνω τον κωδικό που είναι τυπωμένος στο αυτοκόλλητό σας.',
  list: 'Στον λογαριασμό σας',

  addHeading: 'Προσθήκη αυτοκόλλητου',
  add: 'Προσθήκη',
  example: 'A4KX-97TE-H2M6',
  hint: 'Όπως είναι τυπωμένος. Μικρά ή κεφαλαία, ελληνικά ή λατινικά, με ή χωρίς παύλες: όλα γίνονται δεκτά.',
  fromLink: 'Ο κωδικός συμπληρώθηκε από το αυτοκόλλητο',
  fromLinkMeans: 'Συγκρίνετέ τον με τον τυπωμένο και πατήστε «Προσθήκη».',
  oddLink: 'Ελέγξτε τον κωδικό',
  oddLinkMeans:
    'Ο κωδικός του συνδέσμου δεν έχει τη συνηθισμένη μορφή. Συγκρίνετέ τον με το αυτοκόλλητο ή γράψτε τον από την αρχή.',
  emptyLinkMeans: 'Ο σύνδεσμος δεν έχει κωδικό. Γράψτε τον όπως είναι τυπωμένος στο αυτοκόλλητο.',
  isYours: (code: string) => `Το αυτοκόλλητο ${code} είναι ήδη στον λογαριασμό σας`,
  notAdded: 'Το αυτοκόλλητο δεν προστέθηκε',

  inUse: (since: string) => `Σε χρήση από ${since}`,
  lost: (since: string) => `Χαμένο από ${since}`,
  replaced: (by: string) => `Στη θέση του έχετε το ${by}.`,
  alreadyWaits: (count: string, one: boolean) =>
    one ? 'Μία παράδοση περιμένει ήδη.' : `${count} παραδόσεις περιμένουν ήδη.`,
  waits: 'Όσα μπουκάλια παραδοθούν με αυτό περιμένουν: δεν δίνουν πόντους σε κανέναν.',

  reportLost: 'Το έχασα',
  reportFound: 'Το βρήκα',
  replace: 'Αντικατάσταση',
  cancel: 'Ακύρωση',
  lostQuestion: (code: string) => `Χάσατε το αυτοκόλλητο ${code};`,
  lostMeans:
    'Όσα μπουκάλια παραδοθούν με αυτό από εδώ και πέρα δεν θα σας δίνουν πόντους, εκτός αν το ξαναβρείτε. Οι πόντοι που έχετε ήδη μένουν.',
  lostConfirm: 'Ναι, το έχασα',
  notDone: 'Η αλλαγή δεν έγινε',
  replaceHint: 'Το παλιό παύει να ισχύει και το καινούριο παίρνει τη θέση του.',
  notReplaced: 'Το αυτοκόλλητο δεν αντικαταστάθηκε',

  added: (code: string) => `Το αυτοκόλλητο ${code} είναι δικό σας`,
  addedMeans: 'Από εδώ και πέρα ό,τι παραδίδετε με αυτό σας δίνει πόντους.',
  isLost: (code: string) => `Το αυτοκόλλητο ${code} δηλώθηκε χαμένο`,
  isLostMeans: 'Αν το βρείτε, πατήστε «Το βρήκα». Αν έχετε άλλο, πατήστε «Αντικατάσταση».',
  isFound: (code: string) => `Το αυτοκόλλητο ${code} ισχύει ξανά`,
  isReplaced: (old: string, next: string) => `Το ${next} πήρε τη θέση του ${old}`,
  oneCredited: (points: string) => `Μία παράδοση που περίμενε πιστώθηκε: ${points}.`,
  credited: (records: string, points: string) => `${records} παραδόσεις που περίμεναν πιστώθηκαν: ${points}.`,
  points: (figure: string, one: boolean) => `${figure} ${one ? 'πόντος' : 'πόντοι'}`,

  back: 'Επιστροφή στις ρυθμίσεις',
}

/** Labels of the fields, also used in their error messages. */
export const codeLabels = { code: 'Κωδικός αυτοκόλλητου' }
export const newCodeLabels = { new_code: 'Κωδικός του νέου αυτοκόλλητου' }

const wrong = 'Ο κωδικός δεν είναι σωστός. Συγκρίνετέ τον ξανά με το αυτοκόλλητο, χαρακτήρα προς χαρακτήρα.'
const unknown = 'Δεν υπάρχει αυτοκόλλητο με αυτόν τον κωδικό. Συγκρίνετέ τον ξανά με το αυτοκόλλητο.'
const notYours = 'Αυτό το αυτοκόλλητο δεν είναι πια στον λογαριασμό σας. Ανανεώστε τη σελίδα.'

export const sentences: SentencesOf<typeof bindSticker> = {
  ...textSentences,
  sticker_code_wrong: wrong,
  sticker_unknown: unknown,
  sticker_taken: 'Αυτό το αυτοκόλλητο ανήκει ήδη σε άλλον λογαριασμό.',
  sticker_lost:
    'Αυτό το αυτοκόλλητο το έχετε δηλώσει χαμένο. Αν το βρήκατε, πατήστε «Το βρήκα» πιο κάτω, δίπλα στον κωδικό του.',
  throttled: throttledText,
}

export const replaceSentences: SentencesOf<typeof replaceSticker> = {
  ...sentences,
  sticker_taken: 'Αυτό το αυτοκόλλητο χρησιμοποιείται ήδη. Γράψτε τον κωδικό ενός καινούριου.',
  sticker_lost: 'Αυτό το αυτοκόλλητο έχει δηλωθεί χαμένο. Γράψτε τον κωδικό ενός καινούριου.',
  sticker_not_yours: notYours,
}

export const lostSentences: SentencesOf<typeof reportStickerFound> = {
  ...textSentences,
  sticker_code_wrong: wrong,
  sticker_not_yours: notYours,
}
