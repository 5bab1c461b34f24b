import type { bindSticker, replaceSticker, reportStickerFound } from '@portal/contract/stickers.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { throttledText } from '#web/api/common-error-text.ts'
import { plural } from '@portal/contract/words/plural.ts'
import { formatNumber, formatSigned } from '#web/lib/format.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Αυτοκόλλητα',
    heading: 'Τα αυτοκόλλητά μου',
    intro:
      'Προσθέστε εδώ τον κωδικό ενός αυτοκόλλητου και κολλήστε το στο καπάκι του μπουκαλιού. Από τον κωδικό καταλαβαίνουμε ότι το μπουκάλι είναι δικό σας και οι πόντοι μπαίνουν στον λογαριασμό σας.',
    failed: 'Τα αυτοκόλλητά σας δεν είναι διαθέσιμα αυτή τη στιγμή.',
    none: 'Δεν έχετε ακόμη αυτοκόλλητο',
    noneHint: 'Γράψτε πιο πάνω τον κωδικό που είναι τυπωμένος στο αυτοκόλλητό σας.',
    list: 'Αυτοκόλλητα στον λογαριασμό σας',

    addHeading: 'Προσθήκη αυτοκόλλητου',
    add: 'Προσθήκη',
    example: 'A4KX-97TE-H2MX',
    hint: 'Γράψτε τον κωδικό όπως είναι τυπωμένος, με μικρά ή κεφαλαία γράμματα. Αν ο κωδικός μοιάζει με το παράδειγμα A4KX-97TE-H2MX, γράφεται και με ελληνικά γράμματα ή χωρίς παύλες.',
    fromLink: 'Ο κωδικός συμπληρώθηκε αυτόματα',
    fromLinkMeans:
      'Συγκρίνετε τον κωδικό με αυτόν που είναι τυπωμένος στο αυτοκόλλητο και πατήστε «Προσθήκη».',
    oddLink: 'Ελέγξτε τον κωδικό',
    oddLinkMeans:
      'Ο κωδικός του συνδέσμου δεν έχει τη συνηθισμένη μορφή. Συγκρίνετέ τον με το αυτοκόλλητο ή γράψτε τον από την αρχή.',
    emptyLinkMeans: 'Ο σύνδεσμος δεν έχει κωδικό. Γράψτε τον όπως είναι τυπωμένος στο αυτοκόλλητο.',
    isYours: (code: string) => `Το αυτοκόλλητο ${code} είναι ήδη στον λογαριασμό σας`,
    notAdded: 'Το αυτοκόλλητο δεν προστέθηκε',

    inUse: (since: string) => `Σε χρήση από ${since}`,
    lost: (since: string) => `Εκτός χρήσης από ${since}`,
    replaced: (by: string) => `Αντικαταστάθηκε με το ${by}.`,
    alreadyWaits: (count: number) =>
      plural(
        count,
        'Μία παράδοση με το χαμένο αυτοκόλλητο περιμένει ήδη: δεν έδωσε πόντους.',
        `${formatNumber(count)} παραδόσεις με το χαμένο αυτοκόλλητο περιμένουν ήδη: δεν έδωσαν πόντους.`,
      ),
    waits:
      'Έχετε δηλώσει το αυτοκόλλητο χαμένο. Οι παραδόσεις με αυτό περιμένουν και δεν δίνουν πόντους, ώσπου να πατήσετε «Το βρήκα» ή να γίνει δεκτή αναφορά παράδοσης.',

    reportLost: 'Το έχασα',
    reportFound: 'Το βρήκα',
    replace: 'Αντικατάσταση',
    cancel: 'Ακύρωση',
    lostQuestion: (code: string) => `Χάσατε το αυτοκόλλητο ${code};`,
    lostMeans:
      'Οι παραδόσεις με αυτό θα περιμένουν χωρίς πόντους, εκτός αν βρείτε το αυτοκόλλητο ή γίνει δεκτή αναφορά παράδοσης. Οι πόντοι που ήδη έχετε δεν χάνονται.',
    lostConfirm: 'Ναι, το έχασα',
    notDone: 'Η αλλαγή δεν έγινε',
    replaceHint: 'Το παλιό αυτοκόλλητο παύει να ισχύει και το καινούριο παίρνει τη θέση του.',
    notReplaced: 'Το αυτοκόλλητο δεν αντικαταστάθηκε',

    added: (code: string) => `Το αυτοκόλλητο ${code} είναι δικό σας`,
    addedMeans: 'Από εδώ και πέρα, τα μπουκάλια που παραδίδετε με αυτό σάς δίνουν πόντους.',
    toPlaces: 'Πού θα παραδώσετε το μπουκάλι',
    isLost: (code: string) => `Το αυτοκόλλητο ${code} δηλώθηκε χαμένο`,
    isLostMeans: 'Αν βρείτε το αυτοκόλλητο, πατήστε «Το βρήκα». Αν έχετε καινούριο, πατήστε «Αντικατάσταση».',
    isFound: (code: string) => `Το αυτοκόλλητο ${code} ισχύει ξανά`,
    isReplaced: (old: string, next: string) => `Το αυτοκόλλητο ${next} πήρε τη θέση του ${old}`,
    credited: (records: number, points: string) =>
      plural(
        records,
        `Πήρατε πόντους για μία παράδοση που περίμενε: ${points}.`,
        `Πήρατε πόντους για ${formatNumber(records)} παραδόσεις που περίμεναν: ${points}.`,
      ),
    points: (points: number) => `${formatSigned(points)} ${plural(points, 'πόντος', 'πόντοι')}`,
  },
  en: {
    title: 'Stickers',
    heading: 'My stickers',
    intro:
      'Add the code of a sticker here and put the sticker on the cap of the bottle. The code tells us that the bottle is yours, and the points go to your account.',
    failed: 'Your stickers are not available right now.',
    none: 'You have no sticker yet',
    noneHint: 'Enter the code that is printed on your sticker in the field above.',
    list: 'Stickers in your account',

    addHeading: 'Add a sticker',
    add: 'Add',
    example: 'A4KX-97TE-H2MX',
    hint: 'Enter the code as printed, in small or capital letters. If it looks like the example A4KX-97TE-H2MX, you can also use Greek letters or leave out the hyphens.',
    fromLink: 'We filled in the code for you',
    fromLinkMeans: 'Compare the code with the one that is printed on the sticker, and press “Add”.',
    oddLink: 'Check the code',
    oddLinkMeans: 'The code in the link looks unusual. Compare it with the sticker or enter it again.',
    emptyLinkMeans: 'The link has no code. Enter it as printed on the sticker.',
    isYours: (code: string) => `The sticker ${code} is already in your account`,
    notAdded: 'The sticker was not added',

    inUse: (since: string) => `In use since ${since}`,
    lost: (since: string) => `Out of use since ${since}`,
    replaced: (by: string) => `Replaced by ${by}.`,
    alreadyWaits: (count: number) =>
      plural(
        count,
        'One drop-off with the lost sticker is already waiting: it gave no points.',
        `${formatNumber(count)} drop-offs with the lost sticker are already waiting: they gave no points.`,
      ),
    waits:
      'You reported the sticker as lost. Drop-offs with it have to wait: they give no points until you press “I found it” or a report of a drop-off is accepted.',

    reportLost: 'I lost it',
    reportFound: 'I found it',
    replace: 'Replace',
    cancel: 'Cancel',
    lostQuestion: (code: string) => `Did you lose the sticker ${code}?`,
    lostMeans:
      'Drop-offs with it will wait without points, unless you find the sticker or a report of a drop-off is accepted. You keep the points that you have.',
    lostConfirm: 'Yes, I lost it',
    notDone: 'Nothing was changed',
    replaceHint: 'The old sticker stops working and the new one takes its place.',
    notReplaced: 'The sticker was not replaced',

    added: (code: string) => `The sticker ${code} is yours`,
    addedMeans: 'From now on, the bottles that you drop off with it give you points.',
    toPlaces: 'Where to drop off the bottle',
    isLost: (code: string) => `The sticker ${code} is reported as lost`,
    isLostMeans: 'If you find the sticker, press “I found it”. If you have a new one, press “Replace”.',
    isFound: (code: string) => `The sticker ${code} works again`,
    isReplaced: (old: string, next: string) => `The sticker ${next} replaces ${old}`,
    credited: (records: number, points: string) =>
      `You received the points of ${plural(records, 'one waiting drop-off', `${formatNumber(records)} waiting drop-offs`)}: ${points}.`,
    points: (points: number) => `${formatSigned(points)} ${plural(points, 'point', 'points')}`,
  },
})

/** Labels of the fields, also used in their error messages. */
export const codeLabels = inLanguage({ el: { code: 'Κωδικός αυτοκόλλητου' }, en: { code: 'Sticker code' } })
export const newCodeLabels = inLanguage({
  el: { new_code: 'Κωδικός του νέου αυτοκόλλητου' },
  en: { new_code: 'Code of the new sticker' },
})

const wrong = inLanguage({
  el: 'Ο κωδικός δεν είναι σωστός. Συγκρίνετέ τον ξανά με το αυτοκόλλητο, χαρακτήρα προς χαρακτήρα.',
  en: 'The code is wrong. Compare it with the sticker again, one character after the other.',
})
const unknown = inLanguage({
  el: 'Δεν βρέθηκε αυτοκόλλητο με αυτόν τον κωδικό. Συγκρίνετέ τον ξανά ή χρησιμοποιήστε άλλο αυτοκόλλητο.',
  en: 'No sticker was found with this code. Compare it again or use another sticker.',
})
const notYours = inLanguage({
  el: 'Αυτό το αυτοκόλλητο δεν είναι πια στον λογαριασμό σας. Ανανεώστε τη σελίδα.',
  en: 'This sticker is no longer in your account. Reload the page.',
})

export const sentences: SentencesOf<typeof bindSticker> = {
  ...textSentences,
  sticker_code_wrong: wrong,
  sticker_unknown: unknown,
  sticker_taken: inLanguage({
    el: 'Αυτό το αυτοκόλλητο ανήκει ήδη σε άλλον λογαριασμό. Ελέγξτε τον κωδικό ή χρησιμοποιήστε άλλο αυτοκόλλητο.',
    en: 'This sticker already belongs to another account. Check the code or use another sticker.',
  }),
  sticker_lost: inLanguage({
    el: 'Αυτό το αυτοκόλλητο το έχετε δηλώσει χαμένο ή το αντικαταστήσατε. Για να ισχύσει ξανά, πατήστε «Το βρήκα» κάτω από τον κωδικό του.',
    en: 'You reported this sticker as lost or replaced it. To use it again, press “I found it” under its code.',
  }),
  throttled: throttledText,
}

export const replaceSentences: SentencesOf<typeof replaceSticker> = {
  ...sentences,
  sticker_taken: inLanguage({
    el: 'Αυτό το αυτοκόλλητο έχει ήδη προστεθεί σε λογαριασμό. Γράψτε τον κωδικό ενός καινούριου.',
    en: 'This sticker was already added to an account. Enter the code of a new one.',
  }),
  sticker_lost: inLanguage({
    el: 'Αυτό το αυτοκόλλητο το έχετε δηλώσει χαμένο ή το αντικαταστήσατε. Γράψτε τον κωδικό ενός καινούριου.',
    en: 'You reported this sticker as lost or replaced it. Enter the code of a new one.',
  }),
  sticker_not_yours: notYours,
}

export const lostSentences: SentencesOf<typeof reportStickerFound> = {
  ...textSentences,
  sticker_code_wrong: wrong,
  sticker_not_yours: notYours,
}
