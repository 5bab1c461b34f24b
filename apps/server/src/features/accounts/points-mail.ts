import { type Description, factsOf } from '@portal/contract/descriptions.ts'
import type { Mail } from '#server/lib/mail/mailer.ts'
import { buildMail, greetingOf, type Sender, signInTime } from './mails.ts'

/** New records of an account, the newest first, at most 20; `more`: number of further ones. `at`: ISO 8601. */
export type PointsNews = {
  records: { description: Description; points: number; at: string }[]
  more: number
  available: number
}

const pointsOf = new Intl.NumberFormat('el-GR', { useGrouping: 'always' })
const signed = (points: number) => `${points > 0 ? '+' : ''}${pointsOf.format(points)}`.replace('-', '−')

/** Mail about new records. @param links.offCall turns the mails off by POST (RFC 8058) */
export const pointsMail = (
  to: string,
  firstName: string,
  sender: Sender,
  { records, more, available }: PointsNews,
  { url, offUrl, offCall }: { url: string; offUrl: string; offCall: string },
): Mail => ({
  ...buildMail(to, sender, {
    subject: `Νέες κινήσεις πόντων – ${sender.product}`,
    lines: [
      greetingOf(firstName),
      'Στον λογαριασμό σας καταχωρίστηκαν νέες κινήσεις:',
      ...records.map(
        ({ description, points, at }) =>
          `${signInTime.format(new Date(at))}: ${factsOf[description].name}, ${signed(points)}`,
      ),
      ...(more > 0 ? [`Και άλλες ${pointsOf.format(more)}.`] : []),
      `Διαθέσιμοι πόντοι: ${pointsOf.format(available)}.`,
    ],
    link: { label: 'Οι πόντοι μου', url },
    after: ['Λαμβάνετε αυτά τα μηνύματα επειδή τα ζητήσατε στις ρυθμίσεις σας.'],
    otherLink: { label: 'Διακοπή αυτών των μηνυμάτων', url: offUrl },
  }),
  headers: { 'List-Unsubscribe': `<${offCall}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
})
