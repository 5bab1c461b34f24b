import { type Description, factsOf } from '@portal/contract/words/descriptions.ts'
import { inLanguage, type Language } from '@portal/contract/words/language.ts'
import { plural } from '@portal/contract/words/plural.ts'
import { mailTime, type MailText } from './mail-texts/mail-texts.ts'

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

/** Text of the mail about new records. */
export function pointsText(language: Language, { records, more, available }: PointsNews): MailText {
  const text = inLanguage(language, texts)
  const time = mailTime[language].signIn
  const number = (points: number) => text.number.format(points).replace('-', '−')
  const lineOf = ({ description, points, at }: PointsNews['records'][number]) =>
    `${text.nameOf(description)}, ${points > 0 ? '+' : ''}${number(points)} (${time.format(new Date(at))})`
  return {
    subject: text.subject,
    lines: [
      text.intro(records.length),
      ...records.map(lineOf),
      ...(more > 0 ? [text.more(more, number(more))] : []),
      text.available(number(available)),
    ],
    link: text.link,
    after: [text.why],
    otherLink: text.off,
  }
}
