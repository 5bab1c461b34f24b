import type { NoticePage } from '@portal/contract/public-pages.ts'
import type { Texts } from '@portal/contract/words/language.ts'
import type { BrowserLabel } from '#server/lib/security/browser-label.ts'

/** Subject (without the product's name), paragraphs after the greeting, and labels of the links of a mail. */
export type MailText = {
  subject: string
  lines: string[]
  link?: string
  after?: string[]
  otherLink?: string
}

/** Texts that every mail has. */
export const common = {
  el: {
    telephone: 'Τηλ.',
    button: 'Αν ο σύνδεσμος δεν ανοίγει, αντιγράψτε αυτή τη διεύθυνση στον περιηγητή σας:',
  },
  en: {
    telephone: 'Tel.',
    button: 'If the link does not open, copy this address into your browser:',
  },
} satisfies Texts<object>

const athens = { timeZone: 'Europe/Athens' } as const
const long = { ...athens, dateStyle: 'full', timeStyle: 'short', hourCycle: 'h23' } as const
const day = { timeZone: 'UTC', dateStyle: 'full' } as const
const minute = {
  ...athens,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** Intl writes 'στις 01:00', which is read 'στη μία'. */
const withoutPreposition = (format: Intl.DateTimeFormat) => ({
  format: (at: Date) => format.format(at).replace(' στις ', ', '),
})

/** Formats of times in mails, by language. */
export const mailTime = {
  el: {
    signIn: withoutPreposition(new Intl.DateTimeFormat('el', minute)),
    long: withoutPreposition(new Intl.DateTimeFormat('el-GR', long)),
    day: new Intl.DateTimeFormat('el-GR', day),
  },
  en: {
    signIn: new Intl.DateTimeFormat('en-GB', minute),
    long: new Intl.DateTimeFormat('en-GB', long),
    day: new Intl.DateTimeFormat('en-GB', day),
  },
} satisfies Texts<Record<string, Pick<Intl.DateTimeFormat, 'format'>>>

/** A sign-in in words. `at`: ISO 8601; `network`: truncated address; unknown parts are empty. */
export type NewSignIn = BrowserLabel & { at: string; network: string }

export const newPassword = { el: 'Ορισμός νέου συνθηματικού', en: 'Set a new password' }

const noticeSubjects = {
  el: {
    privacy: 'Άλλαξε η ενημέρωση για τα προσωπικά δεδομένα',
    terms: 'Άλλαξαν οι όροι χρήσης',
    'privacy-staff': 'Άλλαξε η ενημέρωση του προσωπικού για τα προσωπικά δεδομένα',
  },
  en: {
    privacy: 'The privacy notice has changed',
    terms: 'The terms of use have changed',
    'privacy-staff': 'The privacy notice for staff has changed',
  },
} satisfies Texts<Record<NoticePage, string>>

/** Texts of the mails to customers, by mail and language. Links are valid for `days` or `hours`; `until`: YYYY-MM-DD. */
export const mailTexts = {
  activation: {
    el: (product: string, days: number): MailText => ({
      subject: 'Ενεργοποίηση λογαριασμού',
      lines: [
        `Λάβαμε το αίτημά σας για λογαριασμό στην υπηρεσία «${product}». Για να ενεργοποιήσετε τον λογαριασμό, πατήστε τον παρακάτω σύνδεσμο.`,
      ],
      link: 'Ενεργοποίηση λογαριασμού',
      after: [
        `Ο σύνδεσμος ισχύει για ${days} ημέρες από την εγγραφή.`,
        'Αν δεν ζητήσατε εσείς λογαριασμό, μην τον ενεργοποιήσετε: χωρίς ενεργοποίηση τον διαγράφουμε. Για να μας ενημερώσετε, πατήστε τον επόμενο σύνδεσμο και μετά το κουμπί της σελίδας.',
      ],
      otherLink: 'Δεν ήσασταν εσείς;',
    }),
    en: (product: string, days: number): MailText => ({
      subject: 'Activate your account',
      lines: [
        `We received your request for an account with “${product}”. To activate the account, use the link below.`,
      ],
      link: 'Activate account',
      after: [
        `The link is valid for ${days} days after the sign-up.`,
        'If you did not ask for an account, do not activate it: we delete accounts that are not activated. To tell us, use the next link, then the button on the page.',
      ],
      otherLink: 'Was this not you?',
    }),
  },
  reset: {
    el: (product: string, hours: number): MailText => ({
      subject: 'Επαναφορά συνθηματικού',
      lines: [
        `Για να ορίσετε νέο συνθηματικό για τον λογαριασμό σας στην υπηρεσία «${product}», πατήστε τον παρακάτω σύνδεσμο.`,
      ],
      link: newPassword.el,
      after: [
        `Ο σύνδεσμος ισχύει για ${hours} ώρες και μόνο για μία φορά.`,
        'Αν δεν περιμένατε αυτό το μήνυμα, αγνοήστε το: χωρίς τον σύνδεσμο δεν ορίζεται νέο συνθηματικό.',
      ],
    }),
    en: (product: string, hours: number): MailText => ({
      subject: 'Set a new password',
      lines: [`To set a new password for your account with “${product}”, use the link below.`],
      link: newPassword.en,
      after: [
        `The link is valid for ${hours} hours and works only once.`,
        'If you did not expect this message, ignore it: no new password is set without the link.',
      ],
    }),
  },
  passwordChanged: {
    el: (product: string): MailText => ({
      subject: 'Νέο συνθηματικό στον λογαριασμό σας',
      lines: [
        `Ορίστηκε νέο συνθηματικό για τον λογαριασμό σας στην υπηρεσία «${product}». Αν το ορίσατε εσείς, δεν χρειάζεται να κάνετε τίποτα.`,
        'Αν δεν το ορίσατε εσείς, ορίστε αμέσως άλλο συνθηματικό και επικοινωνήστε μαζί μας.',
      ],
      link: newPassword.el,
    }),
    en: (product: string): MailText => ({
      subject: 'New password for your account',
      lines: [
        `A new password was set for your account with “${product}”. If you set it, you do not need to do anything.`,
        'If you did not set it, set another password at once and contact us.',
      ],
      link: newPassword.en,
    }),
  },
  newSignIn: {
    el: (product: string, { at, browser, system, network }: NewSignIn): MailText => ({
      subject: 'Νέα σύνδεση στον λογαριασμό σας',
      lines: [
        `Έγινε σύνδεση στον λογαριασμό σας στην υπηρεσία «${product}» από περιηγητή που δεν αναγνωρίσαμε.`,
        `Πότε: ${mailTime.el.signIn.format(new Date(at))} (ώρα Ελλάδας)`,
        `Περιηγητής: ${[browser || 'άγνωστος', system].filter(Boolean).join(' σε ')}`,
        ...(network ? [`Δίκτυο: ${network}`] : []),
        'Αν ήσασταν εσείς, δεν χρειάζεται να κάνετε τίποτα.',
        'Αν δεν ήσασταν εσείς, κάποιος άλλος γνωρίζει το συνθηματικό σας. Ορίστε αμέσως νέο. Έτσι αποσυνδέονται και όλες οι συσκευές από τον λογαριασμό σας.',
      ],
      link: newPassword.el,
    }),
    en: (product: string, { at, browser, system, network }: NewSignIn): MailText => ({
      subject: 'New sign-in to your account',
      lines: [
        `There was a sign-in to your account with “${product}” from a browser that we did not recognise.`,
        `When: ${mailTime.en.signIn.format(new Date(at))} (time in Greece)`,
        `Browser: ${[browser || 'unknown', system].filter(Boolean).join(' on ')}`,
        ...(network ? [`Network: ${network}`] : []),
        'If this was you, you do not need to do anything.',
        'If this was not you, another person knows your password. Set a new one at once: this also signs out all devices.',
      ],
      link: newPassword.en,
    }),
  },
  erasureRequested: {
    el: (product: string, hours: number): MailText => ({
      subject: 'Επιβεβαίωση διαγραφής',
      lines: [
        `Λάβαμε το αίτημά σας να διαγραφεί ο λογαριασμός σας στην υπηρεσία «${product}». Για να το επιβεβαιώσετε, πατήστε τον παρακάτω σύνδεσμο και μετά «Ναι, να διαγραφεί ο λογαριασμός μου».`,
        'Μετά την επιβεβαίωση θα έχετε χρόνο για να αλλάξετε γνώμη.',
      ],
      link: 'Συνέχεια στη διαγραφή',
      after: [
        `Ο σύνδεσμος ισχύει για ${hours} ώρες.`,
        'Αν δεν το ζητήσατε εσείς, μην πατήσετε τον σύνδεσμο: ο λογαριασμός σας μένει όπως είναι. Αλλάξτε όμως το συνθηματικό σας, γιατί κάποιος άλλος το γνωρίζει.',
      ],
    }),
    en: (product: string, hours: number): MailText => ({
      subject: 'Confirm that you want to delete your account',
      lines: [
        `We received your request to delete your account with “${product}”. To confirm it, use the link below and then press “Yes, delete my account”.`,
        'After that you have time to change your mind.',
      ],
      link: 'Continue to delete the account',
      after: [
        `The link is valid for ${hours} hours.`,
        'If you did not ask for this, do not use the link: your account stays as it is. But change your password, because another person knows it.',
      ],
    }),
  },
  erasureScheduled: {
    el: (product: string, due: Date): MailText => ({
      subject: 'Η διαγραφή του λογαριασμού σας',
      lines: [
        `Ο λογαριασμός σας στην υπηρεσία «${product}» θα διαγραφεί, όπως ζητήσατε.`,
        `Ημερομηνία της διαγραφής: ${mailTime.el.long.format(due)} (ώρα Ελλάδας)`,
        'Έως τότε ο λογαριασμός σας μένει όπως είναι.',
        'Μαζί με τον λογαριασμό χάνονται και οι πόντοι σας. Αν αλλάξατε γνώμη, πατήστε τον παρακάτω σύνδεσμο. Στη σελίδα που θα ανοίξει, πατήστε «Να μείνει ο λογαριασμός μου».',
      ],
      link: 'Ακύρωση της διαγραφής',
      after: ['Αν θέλετε να γίνει η διαγραφή, δεν χρειάζεται να κάνετε τίποτα.'],
    }),
    en: (product: string, due: Date): MailText => ({
      subject: 'Your account will be deleted',
      lines: [
        `We will delete your account with “${product}”, as you asked.`,
        `Date of the deletion: ${mailTime.en.long.format(due)} (time in Greece)`,
        'Until then your account stays as it is.',
        'You will also lose your points. If you changed your mind, use the link below. On the page that opens, press “Keep my account”.',
      ],
      link: 'Cancel the deletion',
      after: ['If you still want us to delete it, you do not need to do anything.'],
    }),
  },
  notice: {
    el: (product: string, page: NoticePage): MailText => ({
      subject: noticeSubjects.el[page],
      lines: [
        `${noticeSubjects.el[page]} ${page === 'terms' ? 'της υπηρεσίας' : 'στην υπηρεσία'} «${product}».`,
        'Για να διαβάσετε το νέο κείμενο, πατήστε τον παρακάτω σύνδεσμο. Στο τέλος της σελίδας θα βρείτε και σύνδεσμο για όλες τις εκδόσεις του κειμένου.',
      ],
      link: 'Ανάγνωση της νέας έκδοσης',
    }),
    en: (product: string, page: NoticePage): MailText => ({
      subject: noticeSubjects.en[page],
      lines: [
        `${noticeSubjects.en[page]} at “${product}”.`,
        'To read the new text, use the link below. At the end of the page you will also find a link to all versions of the text.',
      ],
      link: 'Read the new version',
    }),
  },
  retentionWarning: {
    el: (product: string, until: string): MailText => ({
      subject: 'Ο λογαριασμός σας θα διαγραφεί',
      lines: [
        `Έχετε πολύ καιρό να χρησιμοποιήσετε τον λογαριασμό σας στην υπηρεσία «${product}». Δεν κρατάμε προσωπικά στοιχεία περισσότερο από όσο χρειάζεται. Γι’ αυτό θα διαγράψουμε τον λογαριασμό και τους πόντους σας.`,
        'Αν θέλετε να κρατήσετε τον λογαριασμό σας, αρκεί να συνδεθείτε μία φορά.',
        `Τελευταία ημέρα: ${mailTime.el.day.format(new Date(until))}`,
      ],
      link: 'Σύνδεση',
      after: ['Αν δεν θέλετε πια τον λογαριασμό, δεν χρειάζεται να κάνετε τίποτα.'],
    }),
    en: (product: string, until: string): MailText => ({
      subject: 'Your account will be deleted',
      lines: [
        `You have not used your account with “${product}” for a long time. We do not keep personal data for longer than we need it. So we will delete the account and your points.`,
        'If you want to keep your account, sign in once.',
        `Last day: ${mailTime.en.day.format(new Date(until))}`,
      ],
      link: 'Sign in',
      after: ['If you no longer want the account, you do not need to do anything.'],
    }),
  },
  erased: {
    el: (product: string): MailText => ({
      subject: 'Ο λογαριασμός σας διαγράφηκε',
      lines: [
        `Ο λογαριασμός σας στην υπηρεσία «${product}» διαγράφηκε. Σβήσαμε στοιχεία σας, όπως το όνομα, τη διεύθυνση email και το τηλέφωνο. Δεν θα σας ξαναγράψουμε.`,
        'Τα στοιχεία σας υπάρχουν ακόμη στα αντίγραφα ασφαλείας, μέχρι να σβηστούν και τα αντίγραφα. Μπορείτε να εγγραφείτε ξανά όποτε θέλετε, με νέο λογαριασμό.',
        'Σας ευχαριστούμε για όσα προσφέρατε στην ανακύκλωση.',
      ],
    }),
    en: (product: string): MailText => ({
      subject: 'Your account was deleted',
      lines: [
        `Your account with “${product}” was deleted. We erased data about you, such as your name, email address and telephone number. We will not write to you again.`,
        'Your details are still in the backups, until those are deleted as well. You can sign up again at any time, with a new account.',
        'Thank you for everything that you recycled.',
      ],
    }),
  },
} satisfies Record<string, Texts<(...values: never[]) => MailText>>
