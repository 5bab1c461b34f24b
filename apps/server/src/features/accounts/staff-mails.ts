import { type Role, roleNames } from '@portal/contract/security/permissions.ts'
import type { MailText } from './mail-texts/mail-texts.ts'

/** What happened to an account of staff. */
export type StaffChange = 'added' | 'role' | 'disabled' | 'enabled' | 'signed-out' | 'appointed' | 'confirmed'

type Person = { email: string; firstName: string; lastName: string; role: Role | null }

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim()
const roleOf = ({ role }: Person) => (role ? `«${roleNames[role]}»` : '–')

/** Mail with the link that sets the first password of a new or reopened account. @param days lifetime of the link */
export const staffLinkText = (to: Person, product: string, days: number): MailText => ({
  subject: 'Έχετε λογαριασμό υπαλλήλου',
  lines: [
    `Έχετε λογαριασμό υπαλλήλου στην υπηρεσία «${product}», με ρόλο ${roleOf(to)}. Για να συνδεθείτε, ορίστε πρώτα το συνθηματικό σας.`,
  ],
  link: 'Ορισμός συνθηματικού',
  after: [
    `Ο σύνδεσμος ισχύει για ${days} ημέρες και μόνο για μία φορά. Αν λήξει, πατήστε «Ξεχάσατε το συνθηματικό σας;» στη σελίδα σύνδεσης.`,
    'Αν δεν εργάζεστε για την υπηρεσία, αγνοήστε αυτό το μήνυμα.',
  ],
})

/** Mail to a person whose role changed. */
export const staffRoleText = (to: Person, product: string): MailText => ({
  subject: 'Ο ρόλος σας άλλαξε',
  lines: [`Ο ρόλος σας στην υπηρεσία «${product}» είναι τώρα ${roleOf(to)}.`],
  link: 'Άνοιγμα των σελίδων προσωπικού',
  after: [unexpected.other],
})

/** Mail that a member of staff sends to the own address, to see whether mails arrive. */
export const testText: MailText = {
  subject: 'Δοκιμαστικό μήνυμα',
  lines: ['Το μήνυμα αυτό το ζητήσατε εσείς από τη Διαχείριση. Αφού το διαβάζετε, η υπηρεσία στέλνει email.'],
  after: ['Δεν χρειάζεται να κάνετε κάτι άλλο.'],
}

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

/** Mail that tells staff what another one changed: operators, and managers who confirm appointments. */
export const staffChangeText = (
  to: Person,
  { about, by, change }: { about: Person; by: Person | undefined; change: StaffChange },
): MailText => ({
  subject: 'Αλλαγή στο προσωπικό',
  lines: [
    sentences[change](`${nameOf(about)} (${about.email})`, about),
    ...(by ? [`Την αλλαγή έκανε: ${nameOf(by)} (${by.email}).`] : []),
  ],
  link: to.role === 'operator' ? 'Προβολή του προσωπικού' : 'Άνοιγμα των ελέγχων',
  after: [to.role === 'operator' ? unexpected.operator : unexpected.other],
})
