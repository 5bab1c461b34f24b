import { type Role, roleNames } from '@portal/contract/security/permissions.ts'
import type { Mail } from '#server/lib/mail/mailer.ts'
import { buildMail, greetingOf, type Sender } from './mails.ts'

/** What happened to an account of staff. */
export type StaffChange = 'added' | 'role' | 'disabled' | 'enabled' | 'signed-out' | 'appointed' | 'confirmed'

type Person = { email: string; firstName: string; lastName: string; role: Role | null }

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim()
const roleOf = ({ role }: Person) => (role ? `«${roleNames[role]}»` : '–')

/** Mail with the link that sets the first password of a new or reopened account. @param days lifetime of the link */
export const staffLinkMail = (to: Person, sender: Sender, url: string, days: number): Mail =>
  buildMail(to.email, sender, {
    subject: `Έχετε λογαριασμό υπαλλήλου – ${sender.product}`,
    lines: [
      greetingOf(to.firstName),
      `Έχετε λογαριασμό υπαλλήλου στην υπηρεσία «${sender.product}», με ρόλο ${roleOf(to)}. Για να συνδεθείτε, ορίστε πρώτα το συνθηματικό σας.`,
    ],
    link: { label: 'Ορισμός συνθηματικού', url },
    after: [
      `Ο σύνδεσμος ισχύει για ${days} ημέρες και μόνο για μία φορά. Αν λήξει, πατήστε «Ξεχάσατε το συνθηματικό σας;» στη σελίδα σύνδεσης.`,
      'Αν δεν εργάζεστε για την υπηρεσία, αγνοήστε αυτό το μήνυμα.',
    ],
  })

/** Mail to a person whose role changed. @param url of the staff's pages */
export const staffRoleMail = (to: Person, sender: Sender, url: string): Mail =>
  buildMail(to.email, sender, {
    subject: `Ο ρόλος σας άλλαξε – ${sender.product}`,
    lines: [
      greetingOf(to.firstName),
      `Ο ρόλος σας στην υπηρεσία «${sender.product}» είναι τώρα ${roleOf(to)}.`,
    ],
    link: { label: 'Άνοιγμα των σελίδων προσωπικού', url },
    after: [unexpected.other],
  })

/** Mail that a member of staff sends to the own address, to see whether mails arrive. */
export const testMail = (to: Person, sender: Sender): Mail =>
  buildMail(to.email, sender, {
    subject: `Δοκιμαστικό μήνυμα – ${sender.product}`,
    lines: [
      greetingOf(to.firstName),
      'Το μήνυμα αυτό το ζητήσατε εσείς από τη Διαχείριση. Αφού το διαβάζετε, η υπηρεσία στέλνει email.',
    ],
    after: ['Δεν χρειάζεται να κάνετε κάτι άλλο.'],
  })

const unexpected = {
  operator: 'Αν δεν περιμένατε την αλλαγή, ελέγξτε αμέσως τον κατάλογο του προσωπικού.',
  other: 'Αν δεν περιμένατε την αλλαγή, ρωτήστε έναν υπάλληλο με ρόλο «Διαχείριση».',
}

const sentences: Record<StaffChange, (who: string, person: Person) => string> = {
  added: (who, person) => `Προστέθηκε στο προσωπικό: ${who}, με ρόλο ${roleOf(person)}.`,
  role: (who, person) => `Άλλαξε ο ρόλος υπαλλήλου: ${who}. Νέος ρόλος: ${roleOf(person)}.`,
  disabled: (who) => `Απενεργοποιήθηκε λογαριασμός υπαλλήλου: ${who}.`,
  enabled: (who, person) => `Ενεργοποιήθηκε ξανά λογαριασμός υπαλλήλου: ${who}, με ρόλο ${roleOf(person)}.`,
  'signed-out': (who) => `Αποσυνδέθηκε από παντού ο λογαριασμός υπαλλήλου: ${who}.`,
  appointed: (who, person) =>
    `Πήρε τον ρόλο ${roleOf(person)}: ${who}. Για να μπορεί να εγκρίνει, πρέπει να επιβεβαιώσετε εσείς ή άλλο μέλος της Εποπτείας ότι ανήκει σε αυτήν. Επιβεβαιώστε μόνο αν γνωρίζετε το άτομο και ξέρετε ότι εργάζεται στην Εποπτεία.`,
  confirmed: (who) => `Επιβεβαιώθηκε ότι ανήκει στην Εποπτεία: ${who}. Μπορεί να εγκρίνει μετά από 24 ώρες.`,
}

/** Mail that tells staff what another one changed. @param url of the list of staff for operators, otherwise of the checks */
export const staffChangeMail = (
  to: Person,
  sender: Sender,
  { about, by, change, url }: { about: Person; by: Person | undefined; change: StaffChange; url: string },
): Mail =>
  buildMail(to.email, sender, {
    subject: `Αλλαγή στο προσωπικό – ${sender.product}`,
    lines: [
      greetingOf(to.firstName),
      sentences[change](`${nameOf(about)} (${about.email})`, about),
      ...(by ? [`Την αλλαγή έκανε: ${nameOf(by)} (${by.email}).`] : []),
    ],
    link: { label: to.role === 'operator' ? 'Προβολή του προσωπικού' : 'Άνοιγμα των ελέγχων', url },
    after: [to.role === 'operator' ? unexpected.operator : unexpected.other],
  })
