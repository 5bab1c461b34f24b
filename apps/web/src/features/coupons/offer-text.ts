import type { giveCoupon, returnCoupon, withdrawGift } from '@portal/contract/coupons.ts'
import { plural } from '@portal/contract/words/plural.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { counted, formatDateTime } from '#web/lib/format.ts'
import { inLanguage } from '#web/lib/language.ts'

/** Texts of coupons of the portal's own offers. */
export const offerText = inLanguage({
  el: {
    taken: 'Το κουπόνι είναι δικό σας',
    takenMeans: (available: number) =>
      `Σας ${plural(available, 'μένει', 'μένουν')} ${counted(available, 'πόντος', 'πόντοι')}.`,
    received: 'Παραλάβατε το κουπόνι',
    receivedMeans: 'Είναι πια στα κουπόνια σας. Ο σύνδεσμος δεν ισχύει για κανέναν άλλον.',
    place: 'Πού ισχύει',
    usedWhere: 'Χρησιμοποιήθηκε σε',
    origin: 'Προέλευση',
    gift: 'Σας το έδωσε άλλος χρήστης',
    giveBackUntil: 'Επιστροφή έως',
    expiry: 'Αν λήξει',
    pointsReturn: 'Οι πόντοι επιστρέφονται',
    pointsLost: 'Οι πόντοι δεν επιστρέφονται',

    actions: 'Δεν θα το χρησιμοποιήσετε;',
    give: 'Δώστε το σε άλλον',
    giveQuestion: 'Να φτιάξουμε σύνδεσμο;',
    giveMeans:
      'Όποιος ανοίξει τον σύνδεσμο και συνδεθεί παίρνει το κουπόνι. Ισχύει μία φορά, για 7 ημέρες το πολύ.',
    giveMeanwhile:
      'Όσο ο σύνδεσμος ισχύει, δεν μπορείτε να χρησιμοποιήσετε το κουπόνι. Μπορείτε να τον ανακαλέσετε.',
    giveFinal: 'Αν κάποιος το παραλάβει, δεν γυρίζει σε εσάς.',
    giveNow: 'Δημιουργία συνδέσμου',
    notGiven: 'Ο σύνδεσμος δεν δημιουργήθηκε',
    open: 'Το κουπόνι περιμένει να το παραλάβουν',
    openMeans: (until: string) =>
      `Ο σύνδεσμος ισχύει έως ${until}. Ως τότε ο κωδικός του κουπονιού δεν ισχύει.`,
    link: 'Σύνδεσμος του κουπονιού',
    linkOnce: 'Στείλτε τον τώρα: δεν θα τον δείξουμε ξανά.',
    linkGone: 'Αν χάσατε τον σύνδεσμο, φτιάξτε νέο. Ο παλιός τότε δεν θα ισχύει.',
    newLink: 'Νέος σύνδεσμος',
    share: 'Αποστολή',
    shared: (title: string) => `Σας δίνω ένα κουπόνι: ${title}`,
    copy: 'Αντιγραφή',
    copied: 'Αντιγράφηκε',
    selected: 'Ο σύνδεσμος επιλέχθηκε. Αντιγράψτε τον.',
    withdraw: 'Ανάκληση συνδέσμου',
    notWithdrawn: 'Ο σύνδεσμος δεν ανακλήθηκε',
    withdrawn: 'Ο σύνδεσμος δεν ισχύει πια. Το κουπόνι είναι πάλι δικό σας.',

    giveBack: 'Επιστροφή του κουπονιού',
    giveBackQuestion: 'Να επιστραφεί το κουπόνι;',
    giveBackMeans: (points: number) =>
      `Το κουπόνι ακυρώνεται και παίρνετε πίσω ${counted(points, 'πόντο', 'πόντους')}. Αυτό δεν αναιρείται.`,
    givenBack: 'Το κουπόνι επιστράφηκε',
    givenBackMeans: (points: number) =>
      `${plural(points, 'Επέστρεψε', 'Επέστρεψαν')} στον λογαριασμό σας ${counted(points, 'πόντος', 'πόντοι')}.`,
    notGivenBack: 'Το κουπόνι δεν επιστράφηκε',
    cancel: 'Όχι τώρα',
  },
  en: {
    taken: 'The coupon is yours',
    takenMeans: (available: number) => `You have ${counted(available, 'point', 'points')} left.`,
    received: 'You received the coupon',
    receivedMeans: 'It is now one of your coupons. The link no longer works for anybody else.',
    place: 'Where it is valid',
    usedWhere: 'Used at',
    origin: 'Origin',
    gift: 'Another user gave it to you',
    giveBackUntil: 'Can be given back until',
    expiry: 'If it expires',
    pointsReturn: 'The points are returned',
    pointsLost: 'The points are not returned',

    actions: 'You will not use it?',
    give: 'Give it to somebody',
    giveQuestion: 'Create a link?',
    giveMeans: 'Whoever opens the link and signs in gets the coupon. It works once, for at most 7 days.',
    giveMeanwhile: 'While the link works, you cannot use the coupon. You can withdraw the link.',
    giveFinal: 'Once somebody has received the coupon, it does not come back to you.',
    giveNow: 'Create the link',
    notGiven: 'The link was not created',
    open: 'The coupon waits for somebody to receive it',
    openMeans: (until: string) =>
      `The link works until ${until}. Until then, the coupon’s code does not work.`,
    link: 'Link to the coupon',
    linkOnce: 'Send it now: it is not shown again.',
    linkGone: 'If you lost the link, create a new one. The old one then no longer works.',
    newLink: 'New link',
    share: 'Send',
    shared: (title: string) => `I give you a coupon: ${title}`,
    copy: 'Copy',
    copied: 'Copied',
    selected: 'The link is selected. Copy it.',
    withdraw: 'Withdraw the link',
    notWithdrawn: 'The link was not withdrawn',
    withdrawn: 'The link no longer works. The coupon is yours again.',

    giveBack: 'Give the coupon back',
    giveBackQuestion: 'Give the coupon back?',
    giveBackMeans: (points: number) =>
      `The coupon is cancelled, and you get ${counted(points, 'point', 'points')} back. You cannot undo this.`,
    givenBack: 'The coupon was given back',
    givenBackMeans: (points: number) => `${counted(points, 'point is', 'points are')} in your account again.`,
    notGivenBack: 'The coupon was not given back',
    cancel: 'Not now',
  },
})

const restricted = inLanguage({
  el: 'Ο λογαριασμός σας έχει περιορισμό. Επικοινωνήστε μαζί μας.',
  en: 'Your account is restricted. Please contact us.',
})
const usedAt = (at: unknown) =>
  typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? formatDateTime(at) : ''

type Changes = SentencesOf<typeof returnCoupon | typeof giveCoupon>

export const changeSentences: Changes = {
  ...inLanguage({
    el: {
      not_signed_in: 'Η σύνδεσή σας έληξε. Συνδεθείτε ξανά.',
      not_found: 'Το κουπόνι δεν είναι πια δικό σας: κάποιος το παρέλαβε με τον σύνδεσμο.',
      coupon_cancelled: 'Το κουπόνι είχε ήδη ακυρωθεί και οι πόντοι επιστράφηκαν.',
      coupon_expired: 'Το κουπόνι έληξε.',
      coupon_not_returnable: 'Αυτό το κουπόνι δεν επιστρέφεται πια.',
      coupon_gift_open: 'Πρώτα ανακαλέστε τον σύνδεσμο που το δίνει σε άλλον.',
    },
    en: {
      not_signed_in: 'You were signed out. Sign in again.',
      not_found: 'The coupon is no longer yours: somebody received it by the link.',
      coupon_cancelled: 'The coupon was already cancelled, and the points were returned.',
      coupon_expired: 'The coupon has expired.',
      coupon_not_returnable: 'This coupon can no longer be given back.',
      coupon_gift_open: 'First withdraw the link that gives it to somebody.',
    },
  }),
  coupon_used: inLanguage({
    el: ({ params }) => `Το κουπόνι χρησιμοποιήθηκε ήδη. ${usedAt(params?.['used_at'])}`.trim(),
    en: ({ params }) => `The coupon was already used. ${usedAt(params?.['used_at'])}`.trim(),
  }),
  processing_restricted: restricted,
}

export const withdrawSentences: SentencesOf<typeof withdrawGift> = {
  not_signed_in: changeSentences.not_signed_in,
  not_found: changeSentences.not_found,
}
