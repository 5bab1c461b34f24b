import type { RejectionReason } from '@portal/contract/words/claim-facts.ts'
import { inLanguage, type Language } from '@portal/contract/words/language.ts'
import { plural } from '@portal/contract/words/plural.ts'
import type { Mail } from '#server/lib/mail/mailer.ts'
import { buildMail, greetingOf, type Sender } from './mails.ts'

/** State of a citizen's claim about a delivery, as a mail reports it. `day`: YYYY-MM-DD. */
export type ClaimFacts = {
  number: number
  day: string
  state: 'open' | 'credited' | 'rejected'
  points: number | null
  reason: RejectionReason | null
  answer: string
}

const texts = {
  el: {
    subjects: {
      open: 'Λάβαμε την αναφορά σας',
      credited: 'Πήρατε πόντους για την παράδοσή σας',
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
      other: '',
    } satisfies Record<RejectionReason, string>,
    unsure:
      'Αν έχετε και άλλα στοιχεία, όπως απόδειξη ή φωτογραφία του αυτοκόλλητου, επικοινωνήστε μαζί μας.',
    link: 'Οι αναφορές μου',
  },
  en: {
    subjects: {
      open: 'We received your report',
      credited: 'We added the points for your drop-off',
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
      other: '',
    } satisfies Record<RejectionReason, string>,
    unsure: 'If you have more, such as a receipt or a picture of the sticker, contact us.',
    link: 'My reports',
  },
}

const grouped = (points: number, language: Language) =>
  new Intl.NumberFormat(language === 'el' ? 'el-GR' : 'en-GB', { useGrouping: 'always' }).format(points)

/** Mail about a claim: received, credited or rejected. @param url of the citizen's claims */
export function claimMail(
  to: string,
  firstName: string,
  sender: Sender,
  url: string,
  claim: ClaimFacts,
): Mail {
  const { number, state, reason, answer } = claim
  const text = inLanguage(sender.language, texts)
  const day = claim.day.split('-').toReversed().join('/')
  const points = claim.points ?? 0
  const lines = {
    open: [text.open(day, number)],
    credited: [text.credited(day, text.points(grouped(points, sender.language), points))],
    rejected: [text.rejected(day), reason ? text.reasons[reason] : ''],
  }[state]
  return buildMail(to, sender, {
    subject: `${text.subjects[state]} – ${sender.product}`,
    lines: [greetingOf(firstName, sender.language), ...lines, answer].filter((line) => line !== ''),
    link: { label: text.link, url },
    after: state === 'rejected' ? [text.unsure] : [],
  })
}
