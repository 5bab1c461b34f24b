import type { DataRequestKind, DataRequestOutcome } from '@portal/contract/security/request-kinds.ts'
import type { Language } from '@portal/contract/words/language.ts'
import { mailTime, type MailText } from './mail-texts.ts'

type Numbered = { number: number; request: DataRequestKind }

/**
 * What happened to a request of a person about the own data, or to the restriction of the account. `dueOn`: YYYY-MM-DD;
 * `until`: ISO 8601.
 */
export type RequestNews =
  | ({ step: 'received'; dueOn: string } & Numbered)
  | ({ step: 'answered'; outcome: Exclude<DataRequestOutcome, 'withdrawn'>; answer: string } & Numbered)
  | ({ step: 'extended'; dueOn: string; reason: string } & Numbered)
  | { step: 'restricted'; reason: string }
  | { step: 'ending'; reason: string; until: string }
  | { step: 'lifted' }

const effects = {
  el: 'Όσο ισχύει ο περιορισμός, καταγράφουμε τις παραδόσεις σας, αλλά δεν μπορείτε να εξαργυρώσετε πόντους. Οι συνεργαζόμενοι ιστότοποι δεν βλέπουν τότε τα δεδομένα σας.',
  en: 'While the restriction applies, we record your drop-offs, but you cannot redeem points. During that time, partner sites cannot see your data.',
}

const kinds: Record<Language, Record<DataRequestKind, string>> = {
  el: {
    restriction: 'περιορισμός της επεξεργασίας',
    objection: 'εναντίωση στην επεξεργασία',
    rectification: 'διόρθωση στοιχείων',
  },
  en: {
    restriction: 'restriction of processing',
    objection: 'objection to processing',
    rectification: 'correction of data',
  },
}

const dayOf = (language: Language, day: string) => mailTime[language].day.format(new Date(day))

/** Texts of the mail. */
export const requestTexts: Record<Language, (product: string, about: RequestNews) => MailText> = {
  el: (product, about) => {
    const link = 'Τα δεδομένα μου'
    if (about.step === 'lifted')
      return {
        subject: 'Ο περιορισμός της επεξεργασίας σταμάτησε',
        lines: [
          `Σταμάτησε ο περιορισμός της επεξεργασίας των δεδομένων σας στην υπηρεσία «${product}», όπως ζητήσατε. Μπορείτε ξανά να εξαργυρώνετε πόντους.`,
          'Αν δεν το ζητήσατε εσείς, αλλάξτε το συνθηματικό σας και επικοινωνήστε μαζί μας.',
        ],
        link,
      }
    if (about.step === 'restricted')
      return {
        subject: 'Περιορίσαμε την επεξεργασία των δεδομένων σας',
        lines: [
          `Περιορίσαμε την επεξεργασία των δεδομένων σας στην υπηρεσία «${product}». Λόγος:`,
          about.reason,
          effects.el,
          'Μπορείτε να σταματήσετε τον περιορισμό όποτε θέλετε.',
        ],
        link,
      }
    if (about.step === 'ending')
      return {
        subject: 'Ο περιορισμός της επεξεργασίας θα λήξει',
        lines: [
          `Ο περιορισμός της επεξεργασίας των δεδομένων σας λήγει: ${mailTime.el.signIn.format(new Date(about.until))} (ώρα Ελλάδας). Λόγος:`,
          about.reason,
          'Αν διαφωνείτε, επικοινωνήστε μαζί μας έως τότε.',
        ],
        link,
      }
    const name = `Αίτημα ${about.number}: ${kinds.el[about.request]}.`
    if (about.step === 'received')
      return {
        subject: 'Λάβαμε το αίτημά σας',
        lines: [
          name,
          `Θα σας απαντήσουμε με email. Τελευταία ημέρα: ${dayOf('el', about.dueOn)}.`,
          about.request === 'restriction' ? `Ο περιορισμός ισχύει ήδη. ${effects.el}` : '',
        ].filter(Boolean),
        link,
        after: ['Αν δεν στείλατε εσείς το αίτημα, αλλάξτε το συνθηματικό σας και επικοινωνήστε μαζί μας.'],
      }
    if (about.step === 'extended')
      return {
        subject: 'Χρειαζόμαστε περισσότερο χρόνο για το αίτημά σας',
        lines: [
          name,
          `Θα σας απαντήσουμε αργότερα. Τελευταία ημέρα: ${dayOf('el', about.dueOn)}. Λόγος της παράτασης:`,
          about.reason,
          rights.el,
        ],
        link,
      }
    const isDone = about.outcome === 'done'
    return {
      subject: 'Απάντηση στο αίτημά σας',
      lines: [
        name,
        isDone ? 'Το αίτημά σας έγινε δεκτό.' : 'Το αίτημά σας δεν έγινε δεκτό.',
        about.answer,
        isDone ? '' : rights.el,
      ].filter(Boolean),
      link,
    }
  },
  en: (product, about) => {
    const link = 'My data'
    if (about.step === 'lifted')
      return {
        subject: 'The restriction of processing has ended',
        lines: [
          `You lifted the restriction of the processing of your data at “${product}”. You can redeem points again.`,
          'If it was not you, change your password and contact us.',
        ],
        link,
      }
    if (about.step === 'restricted')
      return {
        subject: 'We restricted the processing of your data',
        lines: [
          `We restricted the processing of your data at “${product}”. The reason:`,
          about.reason,
          effects.en,
          'You can lift the restriction at any time.',
        ],
        link,
      }
    if (about.step === 'ending')
      return {
        subject: 'The restriction of processing will end',
        lines: [
          `The restriction of the processing of your data ends: ${mailTime.en.signIn.format(new Date(about.until))} (time in Greece). The reason:`,
          about.reason,
          'If you disagree, contact us before then.',
        ],
        link,
      }
    const name = `Request ${about.number}: ${kinds.en[about.request]}.`
    if (about.step === 'received')
      return {
        subject: 'We received your request',
        lines: [
          name,
          `We will answer by email on ${dayOf('en', about.dueOn)} at the latest.`,
          about.request === 'restriction' ? `The restriction already applies. ${effects.en}` : '',
        ].filter(Boolean),
        link,
        after: ['If you did not send the request, change your password and contact us.'],
      }
    if (about.step === 'extended')
      return {
        subject: 'We need more time for your request',
        lines: [
          name,
          `We will answer on ${dayOf('en', about.dueOn)} at the latest. The reason for the extension:`,
          about.reason,
          rights.en,
        ],
        link,
      }
    const isDone = about.outcome === 'done'
    return {
      subject: 'The answer to your request',
      lines: [
        name,
        isDone ? 'We accepted your request.' : 'We did not accept your request.',
        about.answer,
        isDone ? '' : rights.en,
      ].filter(Boolean),
      link,
    }
  },
}

/** GDPR, article 12(4). */
const rights = {
  el: 'Μπορείτε να υποβάλετε καταγγελία στην Αρχή Προστασίας Δεδομένων Προσωπικού Χαρακτήρα (www.dpa.gr) ή να προσφύγετε στα δικαστήρια.',
  en: 'You may complain to the Hellenic Data Protection Authority (www.dpa.gr) or go to court.',
}
