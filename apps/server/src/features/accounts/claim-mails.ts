import type { RejectionReason } from '@portal/contract/words/claim-facts.ts'
import { inLanguage, type Language } from '@portal/contract/words/language.ts'
import { plural } from '@portal/contract/words/plural.ts'
import type { MailText } from './mail-texts/mail-texts.ts'

/**
 * State of a citizen's claim about a delivery, or about what a desk recorded (`visit`), as a mail reports it. `day`: YYYY-MM-DD.
 * `coupon`: title of one that was used.
 */
export type ClaimFacts = {
  number: number
  day: string
  state: 'open' | 'credited' | 'undone' | 'rejected'
  visit: { where: string; coupon: string | null } | null
  points: number | null
  reason: RejectionReason | null
  answer: string
}

const texts = {
  el: {
    subjects: {
      open: 'Λάβαμε την αναφορά σας',
      credited: 'Πήρατε πόντους για την παράδοσή σας',
      undone: 'Αναιρέσαμε την κίνηση στο ταμείο',
      rejected: 'Απάντηση στην αναφορά σας',
    },
    open: (day: string, number: number) =>
      `Μας γράψατε ότι δεν πήρατε πόντους για μια παράδοσή σας (${day}). Ελέγχουμε την αναφορά σας και θα σας απαντήσουμε με email. Αριθμός αναφοράς: ${number}.`,
    credited: (day: string, points: string) =>
      `Προσθέσαμε στον λογαριασμό σας ${points} για την παράδοση που αναφέρατε (${day}).`,
    points: (points: string, count: number) => `${points} ${plural(count, 'πόντο', 'πόντους')}`,
    rejected: (day: string) => `Ελέγξαμε την αναφορά σας (παράδοση: ${day}), αλλά δεν προσθέσαμε πόντους.`,
    reasons: {
      already_credited: 'Είχατε ήδη πάρει τους πόντους για αυτή την παράδοση.',
      not_found: 'Δεν βρήκαμε παράδοση με τα στοιχεία που δώσατε.',
      not_accepted: 'Το μπουκάλι δεν περιείχε τηγανέλαιο ή δεν μπορέσαμε να δεχτούμε το περιεχόμενό του.',
      too_little: 'Τα στοιχεία που δώσατε δεν αρκούν για να βρούμε την παράδοση.',
      no_mistake: 'Η κίνηση έγινε με την κάρτα ή το κουπόνι σας και δεν βρήκαμε λάθος.',
      already_undone: 'Η κίνηση είχε ήδη αναιρεθεί.',
      points_spent: 'Οι πόντοι αυτής της κίνησης έχουν ήδη εξαργυρωθεί.',
      coupon_over: 'Το κουπόνι έληξε ή δεν έχει πια κωδικό. Δεν μπορεί να χρησιμοποιηθεί ξανά.',
      other: '',
    } satisfies Record<RejectionReason, string>,
    visit: {
      open: (at: string, number: number) =>
        `Μας γράψατε ότι στο ταμείο ήταν άλλος (${at}). Ελέγχουμε την αναφορά σας και θα σας απαντήσουμε με email. Αριθμός αναφοράς: ${number}.`,
      undone: (at: string) => `Αναιρέσαμε την κίνηση που αναφέρατε (${at}).`,
      taken: (points: string) => `Αφαιρέσαμε ${points} από τον λογαριασμό σας.`,
      returned: (points: string) => `Προσθέσαμε ${points} στον λογαριασμό σας.`,
      coupon: (title: string) => `Μπορείτε να χρησιμοποιήσετε ξανά το κουπόνι σας: ${title}.`,
      rejected: (at: string) => `Ελέγξαμε την αναφορά σας (${at}), αλλά η κίνηση μένει όπως είναι.`,
      unsure: 'Αν έχετε και άλλα στοιχεία, επικοινωνήστε μαζί μας.',
    },
    unsure:
      'Αν έχετε και άλλα στοιχεία, όπως απόδειξη ή φωτογραφία του αυτοκόλλητου, επικοινωνήστε μαζί μας.',
    link: 'Οι αναφορές μου',
  },
  en: {
    subjects: {
      open: 'We received your report',
      credited: 'We added the points for your drop-off',
      undone: 'We took back what the desk recorded',
      rejected: 'Our answer to your report',
    },
    open: (day: string, number: number) =>
      `You told us that a drop-off (${day}) gave you no points. We are checking it and will answer by email. Report number: ${number}.`,
    credited: (day: string, points: string) =>
      `We added ${points} to your account for the drop-off that you reported (${day}).`,
    points: (points: string, count: number) => `${points} ${plural(count, 'point', 'points')}`,
    rejected: (day: string) => `We checked your report (drop-off: ${day}), but added no points.`,
    reasons: {
      already_credited: 'You had already received the points for this drop-off.',
      not_found: 'We found no drop-off with the details that you gave.',
      not_accepted: 'The bottle did not contain used cooking oil, or we could not accept it.',
      too_little: 'We need more details to find the drop-off.',
      no_mistake: 'It was recorded with your card or coupon, and we found no mistake.',
      already_undone: 'It had already been taken back.',
      points_spent: 'These points have already been spent.',
      coupon_over: 'The coupon has expired or has no code any more. It cannot be used again.',
      other: '',
    } satisfies Record<RejectionReason, string>,
    visit: {
      open: (at: string, number: number) =>
        `You told us that it was somebody else at the desk (${at}). We are checking it and will answer by email. Report number: ${number}.`,
      undone: (at: string) => `We took back what you reported (${at}).`,
      taken: (points: string) => `We removed ${points} from your account.`,
      returned: (points: string) => `We added ${points} to your account.`,
      coupon: (title: string) => `You can use your coupon again: ${title}.`,
      rejected: (at: string) => `We checked your report (${at}), but changed nothing.`,
      unsure: 'If you have more information, contact us.',
    },
    unsure: 'If you have more, such as a receipt or a picture of the sticker, contact us.',
    link: 'My reports',
  },
}

const grouped = (points: number, language: Language) =>
  new Intl.NumberFormat(language === 'el' ? 'el-GR' : 'en-GB', { useGrouping: 'always' }).format(points)

/** Text of the mail about a claim: received, credited, undone or rejected. */
export function claimText(language: Language, claim: ClaimFacts): MailText {
  const { number, state, reason, answer, visit } = claim
  const text = inLanguage(language, texts)
  const day = claim.day.split('-').toReversed().join('/')
  const points = Math.abs(claim.points ?? 0)
  const counted = text.points(grouped(points, language), points)
  const at = visit ? `${visit.where}, ${day}` : day
  const change = (claim.points ?? 0) < 0 ? text.visit.taken(counted) : text.visit.returned(counted)
  const lines = {
    open: [(visit ? text.visit : text).open(at, number)],
    credited: [text.credited(day, counted)],
    undone: [
      text.visit.undone(at),
      visit?.coupon ? text.visit.coupon(visit.coupon) : points === 0 ? '' : change,
    ],
    rejected: [(visit ? text.visit : text).rejected(at), reason ? text.reasons[reason] : ''],
  }[state]
  return {
    subject: text.subjects[state],
    lines: [...lines, answer].filter((line) => line !== ''),
    link: text.link,
    after: state === 'rejected' ? [(visit ? text.visit : text).unsure] : [],
  }
}
