import type { LockReason } from '@portal/contract/security/lock-reasons.ts'
import type { Language } from '@portal/contract/words/language.ts'
import { mailTime, type MailText } from './mail-texts.ts'

/** What staff did with the sign-ins of a citizen's account. `until`: ISO 8601; null: until they unlock it. */
export type AccessChange =
  | { change: 'locked'; reason: LockReason; until: string | null }
  | { change: 'unlocked' }
  | { change: 'signed-out' }

const reasons: Record<Language, Record<LockReason, string>> = {
  el: {
    own_request: 'Λόγος: το ζητήσατε εσείς.',
    stolen: 'Λόγος: υπάρχει υποψία ότι χρησιμοποιεί τον λογαριασμό κάποιος άλλος.',
    misuse: 'Λόγος: ελέγχουμε αν τηρήθηκαν οι όροι χρήσης.',
  },
  en: {
    own_request: 'Reason: you asked for it.',
    stolen: 'Reason: another person may be using the account.',
    misuse: 'Reason: we are checking whether the terms of use were kept.',
  },
}

/** Texts of the mail to the owner. */
export const accessTexts: Record<Language, (product: string, about: AccessChange) => MailText> = {
  el: (product, about) => {
    if (about.change === 'unlocked')
      return {
        subject: 'Ο λογαριασμός σας ξεκλειδώθηκε',
        lines: [`Μπορείτε ξανά να συνδεθείτε στον λογαριασμό σας στην υπηρεσία «${product}».`],
      }
    if (about.change === 'signed-out')
      return {
        subject: 'Οι συσκευές σας αποσυνδέθηκαν',
        lines: [
          `Υπάλληλός μας αποσύνδεσε όλες τις συσκευές από τον λογαριασμό σας στην υπηρεσία «${product}». Αν ο λογαριασμός σας δεν είναι κλειδωμένος, μπορείτε να συνδεθείτε ξανά με το συνθηματικό σας.`,
          'Αν δεν γνωρίζετε τον λόγο, επικοινωνήστε μαζί μας.',
        ],
      }
    const until = about.until && mailTime.el.signIn.format(new Date(about.until))
    return {
      subject: 'Ο λογαριασμός σας κλειδώθηκε',
      lines: [
        `Υπάλληλός μας κλείδωσε τον λογαριασμό σας στην υπηρεσία «${product}» και αποσύνδεσε όλες τις συσκευές. ${reasons.el[about.reason]}`,
        until
          ? `Ο λογαριασμός ξεκλειδώνει αυτόματα: ${until} (ώρα Ελλάδας)`
          : 'Ο λογαριασμός μένει κλειδωμένος μέχρι να τον ξεκλειδώσουμε.',
        'Οι πόντοι σας δεν χάνονται. Αν έχετε ερωτήσεις ή δεν συμφωνείτε, επικοινωνήστε μαζί μας.',
      ],
    }
  },
  en: (product, about) => {
    if (about.change === 'unlocked')
      return {
        subject: 'Your account was unlocked',
        lines: [`You can sign in to your account with “${product}” again.`],
      }
    if (about.change === 'signed-out')
      return {
        subject: 'You were signed out everywhere',
        lines: [
          `Our staff ended all sign-ins to your account with “${product}”. If your account is not locked, you can sign in again with your password.`,
          'If you do not know the reason, contact us.',
        ],
      }
    const until = about.until && mailTime.en.signIn.format(new Date(about.until))
    return {
      subject: 'Your account was locked',
      lines: [
        `Our staff locked your account with “${product}” and ended its sign-ins. ${reasons.en[about.reason]}`,
        until
          ? `The account unlocks automatically: ${until} (time in Greece)`
          : 'The account stays locked until we unlock it.',
        'Your points are not lost. If you have questions or do not agree, contact us.',
      ],
    }
  },
}
