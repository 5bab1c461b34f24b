import type { Texts } from '@portal/contract/words/language.ts'
import { mailTime, type MailText } from './mail-texts.ts'

/** Texts of the mails about another address of an account. */
export const emailTexts = {
  /** To the new address. */
  confirm: {
    el: (product: string, hours: number): MailText => ({
      subject: 'Επιβεβαίωση νέας διεύθυνσης email',
      lines: [
        `Κάποιος ζήτησε να συνδέεται με αυτή τη διεύθυνση email στην υπηρεσία «${product}».`,
        'Για να γίνει η αλλαγή, πατήστε τον παρακάτω σύνδεσμο και μετά το κουμπί της σελίδας.',
      ],
      link: 'Επιβεβαίωση διεύθυνσης',
      after: [
        `Ο σύνδεσμος ισχύει για ${hours} ώρες και μόνο για μία φορά.`,
        'Αν δεν το ζητήσατε εσείς, αγνοήστε αυτό το μήνυμα: χωρίς επιβεβαίωση δεν αλλάζει τίποτα.',
      ],
    }),
    en: (product: string, hours: number): MailText => ({
      subject: 'Confirm your new email address',
      lines: [
        `We received a request to make this the email address of an account with “${product}”.`,
        'To make the change, use the link below and then the button on the page.',
      ],
      link: 'Confirm address',
      after: [
        `The link is valid for ${hours} hours and works only once.`,
        'If you did not ask for this, ignore this message: without the confirmation nothing changes.',
      ],
    }),
  },
  /** To the new address, which has an account or may not be used yet. */
  taken: {
    el: (product: string): MailText => ({
      subject: 'Η διεύθυνση email χρησιμοποιείται ήδη',
      lines: [
        `Κάποιος ζήτησε να συνδέεται με αυτή τη διεύθυνση email στην υπηρεσία «${product}». Η αλλαγή δεν έγινε.`,
        'Η διεύθυνση ανήκει ήδη σε λογαριασμό ή ανήκε μέχρι πριν από λίγες ημέρες. Αν το ζητήσατε εσείς, συνδεθείτε με αυτή τη διεύθυνση ή επιλέξτε άλλη.',
      ],
      link: 'Σύνδεση',
      after: ['Αν δεν το ζητήσατε εσείς, δεν χρειάζεται να κάνετε τίποτα.'],
    }),
    en: (product: string): MailText => ({
      subject: 'This email address is already in use',
      lines: [
        `We were asked to make this the email address of an account with “${product}”. We did not do so.`,
        'The address already belongs to an account, or did so a few days ago. If you asked for this, sign in with it or choose another address.',
      ],
      link: 'Sign in',
      after: ['If you did not ask for this, you do not need to do anything.'],
    }),
  },
  /** To the old address. */
  changed: {
    el: (product: string, until: Date): MailText => ({
      subject: 'Η διεύθυνση email του λογαριασμού σας άλλαξε',
      lines: [
        `Ο λογαριασμός σας στην υπηρεσία «${product}» έχει τώρα άλλη διεύθυνση email. Αν την αλλάξατε εσείς, δεν χρειάζεται να κάνετε τίποτα.`,
        'Αν δεν την αλλάξατε εσείς, πατήστε τον παρακάτω σύνδεσμο και μετά το κουμπί της σελίδας. Ο λογαριασμός σας θα έχει ξανά αυτή τη διεύθυνση και όλες οι συσκευές θα αποσυνδεθούν.',
      ],
      link: 'Δεν το έκανα εγώ',
      after: [`Ο σύνδεσμος ισχύει έως: ${mailTime.el.long.format(until)} (ώρα Ελλάδας)`],
    }),
    en: (product: string, until: Date): MailText => ({
      subject: 'The email address of your account was changed',
      lines: [
        `Your account with “${product}” now has another email address. If you changed it, you do not need to do anything.`,
        'If you did not change it, use the link below and then the button on the page. Your account gets this address back, and all its sign-ins end.',
      ],
      link: 'It was not me',
      after: [`The link is valid until: ${mailTime.en.long.format(until)} (time in Greece)`],
    }),
  },
  /** To the new address, after the old one took the change back. */
  restored: {
    el: (product: string): MailText => ({
      subject: 'Η αλλαγή διεύθυνσης email αναιρέθηκε',
      lines: [
        `Ένας λογαριασμός στην υπηρεσία «${product}» δεν έχει πια αυτή τη διεύθυνση email. Ο κάτοχος της προηγούμενης διεύθυνσης αναίρεσε την αλλαγή.`,
        'Αν ο λογαριασμός είναι δικός σας και δεν αναιρέσατε εσείς την αλλαγή, επικοινωνήστε μαζί μας.',
      ],
    }),
    en: (product: string): MailText => ({
      subject: 'The change of the email address was undone',
      lines: [
        `An account with “${product}” no longer has this email address. The owner of the previous address undid the change.`,
        'If the account is yours and you did not undo the change, contact us.',
      ],
    }),
  },
} satisfies Record<string, Texts<(...facts: never[]) => MailText>>
