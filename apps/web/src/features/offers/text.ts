import type { OfferObstacle, takeOffer } from '@portal/contract/offers.ts'
import { type SentencesOf, throttledText } from '#web/api/common-error-text.ts'
import { counted, formatNumber } from '#web/lib/format.ts'
import { inLanguage } from '#web/lib/language.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { plural } from '@portal/contract/words/plural.ts'

const points = (count: number) => counted(count, 'πόντο', 'πόντους')
const englishPoints = (count: number) => counted(count, 'point', 'points')

export const text = inLanguage({
  el: {
    title: 'Προσφορές',
    intro: 'Εξαργυρώστε τους πόντους σας σε καταστήματα της περιοχής ή δωρίστε τους.',
    available: (count: number) => `Έχετε ${points(count)}.`,
    failed: 'Οι προσφορές δεν είναι διαθέσιμες αυτή τη στιγμή.',
    none: 'Δεν υπάρχουν προσφορές αυτή τη στιγμή',
    noneMeans: 'Οι πόντοι σας μένουν στον λογαριασμό σας. Κοιτάξτε ξανά σε λίγες ημέρες.',
    now: 'Μπορείτε να τις πάρετε τώρα',
    noneNow: 'Δεν έχετε ακόμη αρκετούς πόντους για κάποια προσφορά.',
    later: 'Χρειάζονται περισσότεροι πόντοι',
    notNow: 'Δεν είναι διαθέσιμες τώρα',
    donation: 'Δωρεά',

    points: (count: number) => counted(count, 'πόντος', 'πόντοι'),
    atLeast: (count: number) => `από ${points(count)}`,
    missing: (count: number) =>
      `Σας ${plural(count, 'λείπει', 'λείπουν')} ${counted(count, 'πόντος', 'πόντοι')}`,
    left: (count: number) => `${plural(count, 'Απομένει', 'Απομένουν')} ${formatNumber(count)}`,
    leftToday: (count: number) =>
      `${plural(count, 'Απομένει', 'Απομένουν')} ${formatNumber(count)} για σήμερα`,
    until: (day: string) => `Έως\u{a0}${day}`,
    raised: (count: number) =>
      `${plural(count, 'Έχει', 'Έχουν')} μαζευτεί ${counted(count, 'πόντος', 'πόντοι')}`,

    back: 'Όλες οι προσφορές',
    oneFailed: 'Η προσφορά δεν είναι διαθέσιμη αυτή τη στιγμή.',
    ended: 'Η προσφορά έληξε',
    notFound: 'Η προσφορά δεν βρέθηκε ή δεν είναι για τον δήμο σας',
    cost: 'Κόστος',
    shop: 'Κατάστημα',
    receiver: 'Για',
    place: 'Πού',
    validity: 'Ισχύς',
    valid: (days: number, until: string) =>
      `${counted(days, 'ημέρα', 'ημέρες')}: αν το πάρετε σήμερα, έως ${until}`,
    giveBack: 'Επιστροφή',
    returnable: (until: string) => `Αν το πάρετε σήμερα και δεν το χρησιμοποιήσετε, έως ${until}`,
    notReturnable: 'Δεν επιστρέφεται',
    expiry: 'Αν λήξει',
    pointsReturn: 'Οι πόντοι σας επιστρέφονται',
    pointsLost: 'Οι πόντοι δεν επιστρέφονται',
    limit: 'Όριο',
    atMost: (count: number, days: number | null) =>
      `Έως ${counted(count, 'φορά', 'φορές')} ανά άτομο${days === null ? '' : days === 1 ? ' την ημέρα' : ` σε ${formatNumber(days)} ημέρες`}`,
    stock: 'Διαθέσιμα',
    period: 'Τελευταία ημέρα',
    collected: 'Μαζεύτηκαν',
    howToEarn: 'Πού μαζεύω πόντους',

    take: 'Εξαργύρωση',
    donate: 'Δωρεά πόντων',
    takeQuestion: (count: number) => `Θέλετε να εξαργυρώσετε ${points(count)};`,
    donateQuestion: 'Πόσους πόντους δωρίζετε;',
    after: 'Σας μένουν μετά',
    validUntil: 'Ισχύει έως',
    returnUntil: (until: string) => `Αν δεν το χρησιμοποιήσετε, έως ${until}`,
    amount: 'Πόντοι',
    amountHint: (least: number, available: number) =>
      `Τουλάχιστον ${formatNumber(least)}. Έχετε ${points(available)}.`,
    donationFinal: 'Η δωρεά δεν αναιρείται.',
    cancel: 'Όχι τώρα',
    confirm: 'Εξαργύρωση τώρα',
    confirmDonation: 'Δωρεά τώρα',
    again: 'Νέα προσπάθεια',
    failedTake: 'Η εξαργύρωση δεν έγινε',
    failedDonation: 'Η δωρεά δεν έγινε',
    unsure: 'Δεν πήραμε απάντηση',
    unsureMeans: 'Ίσως ολοκληρώθηκε. Πατήστε «Νέα προσπάθεια»: οι πόντοι δεν θα αφαιρεθούν δεύτερη φορά.',
    thanks: 'Σας ευχαριστούμε!',
    donated: (count: number, shop: string) => `Δωρίσατε ${points(count)}. Αποδέκτης: ${shop}.`,
    raisedNow: (count: number) =>
      `Μαζί με τη δική σας δωρεά ${plural(count, 'έχει', 'έχουν')} μαζευτεί ${counted(count, 'πόντος', 'πόντοι')}.`,
    remaining: (count: number) =>
      `Σας ${plural(count, 'μένει', 'μένουν')} ${counted(count, 'πόντος', 'πόντοι')}.`,
    close: 'Κλείσιμο',
  },
  en: {
    title: 'Offers',
    intro: 'Use your points in shops of the region, or donate them.',
    available: (count: number) => `You have ${englishPoints(count)}.`,
    failed: 'The offers are not available right now.',
    none: 'There are no offers right now',
    noneMeans: 'Your points stay in your account. Look again in a few days.',
    now: 'You can take them now',
    noneNow: 'You do not have enough points for an offer yet.',
    later: 'You need more points for these',
    notNow: 'Not available now',
    donation: 'Donation',

    points: englishPoints,
    atLeast: (count: number) => `from ${englishPoints(count)}`,
    missing: (count: number) => `You need ${counted(count, 'more point', 'more points')}`,
    left: (count: number) => `${formatNumber(count)} left`,
    leftToday: (count: number) => `${formatNumber(count)} left for today`,
    until: (day: string) => `Until\u{a0}${day}`,
    raised: (count: number) => `${englishPoints(count)} collected so far`,

    back: 'All offers',
    oneFailed: 'The offer is not available right now.',
    ended: 'The offer has ended',
    notFound: 'The offer was not found, or it is not for your municipality',
    cost: 'Cost',
    shop: 'Shop',
    receiver: 'For',
    place: 'Where',
    validity: 'Validity',
    valid: (days: number, until: string) =>
      `${counted(days, 'day', 'days')}: if you take it today, until ${until}`,
    giveBack: 'Giving back',
    returnable: (until: string) => `If you take it today and do not use it, until ${until}`,
    notReturnable: 'Cannot be given back',
    expiry: 'If it expires',
    pointsReturn: 'Your points are returned',
    pointsLost: 'The points are not returned',
    limit: 'Limit',
    atMost: (count: number, days: number | null) =>
      `At most ${counted(count, 'time', 'times')} per person${days === null ? '' : days === 1 ? ' a day' : ` in ${formatNumber(days)} days`}`,
    stock: 'Available',
    period: 'Last day',
    collected: 'Collected',
    howToEarn: 'Where to earn points',

    take: 'Redeem',
    donate: 'Donate points',
    takeQuestion: (count: number) => `Redeem ${englishPoints(count)}?`,
    donateQuestion: 'How many points do you donate?',
    after: 'You keep',
    validUntil: 'Valid until',
    returnUntil: (until: string) => `If you do not use it, until ${until}`,
    amount: 'Points',
    amountHint: (least: number, available: number) =>
      `At least ${formatNumber(least)}. You have ${englishPoints(available)}.`,
    donationFinal: 'A donation cannot be taken back.',
    cancel: 'Not now',
    confirm: 'Redeem now',
    confirmDonation: 'Donate now',
    again: 'Try again',
    failedTake: 'Your points were not redeemed',
    failedDonation: 'Nothing was donated',
    unsure: 'There was no answer',
    unsureMeans: 'It may have been completed. Press “Try again”: your points are not taken a second time.',
    thanks: 'Thank you!',
    donated: (count: number, shop: string) => `You donated ${englishPoints(count)} to ${shop}.`,
    raisedNow: (count: number) => `With your donation, ${englishPoints(count)} were collected.`,
    remaining: (count: number) => `You have ${englishPoints(count)} left.`,
    close: 'Close',
  },
})

/** Why the account cannot take an offer now. */
export const obstacleText: Record<OfferObstacle, (day: string | null) => string> = inLanguage({
  el: {
    offer_sold_out: () => 'Εξαντλήθηκε',
    offer_sold_out_today: (day: string | null) =>
      `Εξαντλήθηκε για σήμερα${day === null ? '' : `. Ξανά από ${formatDay(day)}`}`,
    offer_limit: (day: string | null) =>
      `Φτάσατε το όριο ανά άτομο${day === null ? '' : `. Ξανά από ${formatDay(day)}`}`,
  },
  en: {
    offer_sold_out: () => 'Sold out',
    offer_sold_out_today: (day: string | null) =>
      `Sold out for today${day === null ? '' : `. Available again on ${formatDay(day)}`}`,
    offer_limit: (day: string | null) =>
      `You reached the limit per person${day === null ? '' : `. Possible again on ${formatDay(day)}`}`,
  },
})

export const amountLabels = { points: text.amount }

const reload = inLanguage({
  el: 'Παρουσιάστηκε πρόβλημα σε αυτή τη σελίδα. Ανανεώστε την και προσπαθήστε ξανά.',
  en: 'Something went wrong on this page. Reload it and try again.',
})
const amountInvalid = inLanguage({
  el: 'Γράψτε πόσους πόντους δωρίζετε, ως ακέραιο αριθμό.',
  en: 'Enter how many points you donate, as a whole number.',
})
const day = (value: unknown) => (typeof value === 'string' ? formatDay(value) : undefined)

export const sentences: SentencesOf<typeof takeOffer> = {
  ...inLanguage({
    el: {
      not_signed_in: 'Η σύνδεσή σας έληξε. Συνδεθείτε ξανά: δεν αφαιρέθηκαν πόντοι.',
      not_found: 'Η προσφορά δεν υπάρχει πια ή δεν είναι για τον δήμο σας. Δεν αφαιρέθηκαν πόντοι.',
      offer_ended: 'Η προσφορά μόλις έληξε. Δεν αφαιρέθηκαν πόντοι.',
      offer_sold_out: 'Η προσφορά μόλις εξαντλήθηκε. Δεν αφαιρέθηκαν πόντοι.',
      offer_sold_out_today:
        'Για σήμερα η προσφορά εξαντλήθηκε. Δοκιμάστε ξανά αύριο. Δεν αφαιρέθηκαν πόντοι.',
      processing_restricted:
        'Ο λογαριασμός σας έχει περιορισμό και δεν μπορεί να εξαργυρώσει πόντους. Επικοινωνήστε μαζί μας.',
      reference_conflict:
        'Η προηγούμενη προσπάθειά σας είχε ολοκληρωθεί με άλλους πόντους. Δείτε πρώτα την αρχική σελίδα σας.',
    },
    en: {
      not_signed_in: 'You were signed out. Sign in again: no points were taken.',
      not_found: 'The offer no longer exists, or it is not for your municipality. No points were taken.',
      offer_ended: 'The offer has just ended. No points were taken.',
      offer_sold_out: 'The offer has just sold out. No points were taken.',
      offer_sold_out_today: 'The offer is sold out for today. Try again tomorrow. No points were taken.',
      processing_restricted: 'Your account is restricted and cannot redeem points. Please contact us.',
      reference_conflict:
        'Your earlier attempt was completed with other points. Look at your first page first.',
    },
  }),
  points_insufficient: inLanguage({
    el: ({ params }) => {
      const missing = Number(params?.['missing'] ?? 0)
      return `Οι πόντοι σας δεν φτάνουν${missing > 0 ? `: ${plural(missing, 'λείπει', 'λείπουν')} ${counted(missing, 'πόντος', 'πόντοι')}` : ''}. Δεν αφαιρέθηκε κανένας.`
    },
    en: ({ params }) => {
      const missing = Number(params?.['missing'] ?? 0)
      return `You do not have enough points${missing > 0 ? `: you need ${counted(missing, 'more', 'more')}` : ''}. None were taken.`
    },
  }),
  offer_limit: inLanguage({
    el: ({ params }) => {
      const again = day(params?.['day'])
      return `Φτάσατε το όριο ανά άτομο για αυτή την προσφορά. ${again === undefined ? '' : `Μπορείτε ξανά από ${again}. `}Δεν αφαιρέθηκαν πόντοι.`
    },
    en: ({ params }) => {
      const again = day(params?.['day'])
      return `You reached the limit per person of this offer. ${again === undefined ? '' : `You can take it again on ${again}. `}No points were taken.`
    },
  }),
  offer_changed: inLanguage({
    el: ({ params }) =>
      `Το κόστος άλλαξε: είναι τώρα ${points(Number(params?.['points']))}. Αν συμφωνείτε, πατήστε ξανά. Δεν αφαιρέθηκαν πόντοι.`,
    en: ({ params }) =>
      `The cost has changed: it is now ${englishPoints(Number(params?.['points']))}. If you agree, press again. No points were taken.`,
  }),
  too_small: inLanguage({
    el: ({ params }) =>
      params?.['min'] === undefined
        ? 'Γράψτε περισσότερους πόντους.'
        : `Γράψτε τουλάχιστον ${points(Number(params['min']))}.`,
    en: ({ params }) =>
      params?.['min'] === undefined
        ? 'Enter more points.'
        : `Enter at least ${englishPoints(Number(params['min']))}.`,
  }),
  too_big: inLanguage({ el: 'Γράψτε λιγότερους πόντους.', en: 'Enter fewer points.' }),
  required: amountInvalid,
  null: amountInvalid,
  integer_invalid: amountInvalid,
  field_unknown: reload,
  choice_invalid: reload,
  throttled: throttledText,
}
