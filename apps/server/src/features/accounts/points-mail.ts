import { type Description, factsOf } from '@portal/contract/words/descriptions.ts'
import { inLanguage } from '@portal/contract/words/language.ts'
import { plural } from '@portal/contract/words/plural.ts'
import type { Mail } from '#server/lib/mail/mailer.ts'
import { mailTime } from './mail-texts/mail-texts.ts'
import { buildMail, greetingOf, type Sender } from './mails.ts'

/** New records of an account, the newest first, at most 20; `more`: number of further ones. `at`: ISO 8601. */
export type PointsNews = {
  records: { description: Description; points: number; at: string }[]
  more: number
  available: number
}

const texts = {
  el: {
    subject: 'Οι πόντοι σας άλλαξαν',
    intro: (count: number) => plural(count, 'Νέα κίνηση πόντων:', 'Νέες κινήσεις πόντων:'),
    more: (count: number, shown: string) =>
      plural(count, 'Και άλλη μία κίνηση.', `Και άλλες ${shown} κινήσεις.`),
    available: (points: string) => `Διαθέσιμοι πόντοι: ${points}.`,
    link: 'Οι πόντοι μου',
    why: 'Σας στέλνουμε αυτά τα email επειδή τα ζητήσατε στις ρυθμίσεις σας.',
    off: 'Διακοπή αυτών των email',
    nameOf: (description: Description) => factsOf[description].name,
    number: new Intl.NumberFormat('el-GR', { useGrouping: 'always' }),
  },
  en: {
    subject: 'Your points have changed',
    intro: (count: number) => plural(count, 'New points record:', 'New points records:'),
    more: (count: number, shown: string) => plural(count, 'And 1 more record.', `And ${shown} more records.`),
    available: (points: string) => `Available points: ${points}.`,
    link: 'My points',
    why: 'You get these emails because you asked for them in your settings.',
    off: 'Stop these emails',
    nameOf: (description: Description) => factsOf[description].english,
    number: new Intl.NumberFormat('en-GB', { useGrouping: 'always' }),
  },
}

/** Mail about new records. @param links.offCall turns the mails off by POST (RFC 8058) */
export function pointsMail(
  to: string,
  firstName: string,
  sender: Sender,
  { records, more, available }: PointsNews,
  { url, offUrl, offCall }: { url: string; offUrl: string; offCall: string },
): Mail {
  const text = inLanguage(sender.language, texts)
  const time = mailTime[sender.language].signIn
  const number = (points: number) => text.number.format(points).replace('-', '−')
  const lineOf = ({ description, points, at }: PointsNews['records'][number]) =>
    `${text.nameOf(description)}, ${points > 0 ? '+' : ''}${number(points)} (${time.format(new Date(at))})`
  return {
    ...buildMail(to, sender, {
      subject: `${text.subject} – ${sender.product}`,
      lines: [
        greetingOf(firstName, sender.language),
        text.intro(records.length),
        ...records.map(lineOf),
        ...(more > 0 ? [text.more(more, number(more))] : []),
        text.available(number(available)),
      ],
      link: { label: text.link, url },
      after: [text.why],
      otherLink: { label: text.off, url: offUrl },
    }),
    headers: { 'List-Unsubscribe': `<${offCall}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
