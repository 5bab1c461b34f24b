import { leastContrast } from '@portal/contract/brand/brand-colour.ts'
import { maxLogoBytes, maxLogoPixels } from '@portal/contract/brand/brand-limits.ts'
import type { changeBrand } from '@portal/contract/manage-brand.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'
import { type BrandField, linkRows } from './values.ts'

/** As '5,2:1'. */
const ratioText = (ratio: number) => `${formatNumber(ratio)}:1`

export const text = {
  title: 'Ονομασία και στοιχεία',
  intro: 'Έτσι παρουσιάζεται η υπηρεσία στους πολίτες: στις σελίδες, στα email και στα αρχεία.',
  failed: 'Τα στοιχεία δεν είναι διαθέσιμα αυτή τη στιγμή.',
  fixed: 'Τα στοιχεία ορίζονται στον διακομιστή',
  fixedMeans:
    'Ο τεχνικός του διακομιστή τα έχει γράψει σε αρχείο (BRAND_FILE), που υπερισχύει. Ζητήστε του να τα αλλάξει εκεί ή να καταργήσει το αρχείο.',
  shipped: 'Δεν έχετε γράψει ακόμη τα δικά σας στοιχεία',
  shippedMeans: 'Οι πολίτες βλέπουν μια φανταστική εταιρεία. Γράψτε τα δικά σας στοιχεία και αποθηκεύστε.',

  names: 'Ονόματα',
  look: 'Λογότυπο και χρώμα',
  contact: 'Επικοινωνία',
  services: 'Σύνδεσμοι υπηρεσιών',
  savings: 'Εξοικονόμηση CO₂',
  savingsMeans: 'Αν συμπληρωθούν, ο πολίτης διαβάζει πόσο CO₂ εξοικονόμησε μέσα στη χρονιά.',
  links: 'Σύνδεσμοι στο υποσέλιδο',
  addLink: 'Προσθήκη συνδέσμου',
  removeLink: (row: number) => `Αφαίρεση του συνδέσμου ${row + 1}`,
  linksFull: `Χωρούν έως ${linkRows.length} σύνδεσμοι.`,

  logoHint: `Αρχείο SVG ή PNG, έως ${maxLogoBytes / 1024} KB. Κρατάμε μόνο την εικόνα, χωρίς όσα προσθέτουν τα προγράμματα σχεδίασης.`,
  logoRemove: 'Αφαίρεση λογοτύπου',
  logoUndo: 'Αναίρεση αλλαγής λογοτύπου',
  logoIs: { none: 'Χωρίς δικό σας λογότυπο.', own: 'Δικό σας λογότυπο.', new: 'Νέο λογότυπο.' },
  logoWillGo: 'Το λογότυπο θα αφαιρεθεί με την αποθήκευση.',
  logoUnreadable: 'Το αρχείο δεν διαβάστηκε. Επιλέξτε το ξανά.',
  pickColour: 'Επιλογή χρώματος',
  contrast: (ratio: number) =>
    ratio >= leastContrast
      ? `Αντίθεση ${ratioText(ratio)}: διαβάζεται εύκολα.`
      : `Αντίθεση ${ratioText(ratio)}: δεν αρκεί, χρειάζεται ${ratioText(leastContrast)}.`,

  save: 'Αποθήκευση',
  saved: 'Τα στοιχεία αποθηκεύτηκαν',
  savedMeans: 'Όλες οι σελίδες τα δείχνουν σε λίγα δευτερόλεπτα.',
  notSaved: 'Τα στοιχεία δεν αποθηκεύτηκαν',
  changedMeanwhile: 'Κάποιος άλλος άλλαξε τα στοιχεία στο μεταξύ',
  changedOther: 'Άλλαξε το λογότυπο ή κάτι που δεν φαίνεται εδώ.',

  preview: 'Προεπισκόπηση',
  previewMeans: 'Αλλάζει όσο γράφετε.',
  header: 'Κεφαλίδα',
  card: 'Κάρτα στην αρχική σελίδα',
  mail: 'Email',
  signIn: 'Σύνδεση',
  mailSubject: 'Νέο συνθηματικό',
  mailGreeting: 'Γεια σας, Μαρία,',
  mailText: 'Πατήστε το κουμπί για να ορίσετε νέο συνθηματικό.',
  mailButton: 'Ορισμός συνθηματικού',
  telephone: 'Τηλ.',
}

const linkLabels = Object.fromEntries(
  linkRows.flatMap((row) => [
    [`links.${row}.label`, `Σύνδεσμος ${row + 1}: λέξεις`],
    [`links.${row}.url`, `Σύνδεσμος ${row + 1}: διεύθυνση`],
  ]),
)

export const labels = {
  product: 'Όνομα υπηρεσίας',
  company: 'Φορέας ή εταιρεία',
  title_suffix: 'Τίτλος στην καρτέλα του περιηγητή',
  logo: 'Λογότυπο',
  colour: 'Χρώμα',
  'contact.telephone': 'Τηλέφωνο',
  'contact.email': 'Διεύθυνση email',
  'contact.address': 'Ταχυδρομική διεύθυνση',
  'sites.oil.url': 'Ανακύκλωση τηγανελαίου',
  'sites.reuse.url': 'Επαναχρησιμοποίηση',
  'sites.redemption.url': 'Εξαργύρωση πόντων',
  stickers_url: 'Σελίδα για αυτοκόλλητα',
  collection_points_url: 'Σελίδα για σημεία συλλογής',
  'savings.co2_kg_per_litre': 'Κιλά CO₂ ανά λίτρο',
  'savings.source.label': 'Πηγή του αριθμού',
  'savings.source.url': 'Διεύθυνση της πηγής',
  ...linkLabels,
} as Record<BrandField, string>

const pageHint =
  'Διεύθυνση https:// ή σελίδα της υπηρεσίας, όπως «/places». Αν μείνει κενό, δεν φαίνεται κουμπί.'

export const hints: Partial<Record<BrandField, string>> = {
  product: 'Στην κεφαλίδα και στα email.',
  company: 'Κάτω από το όνομα, στο υποσέλιδο και στα νομικά κείμενα.',
  title_suffix: 'Μετά το όνομα κάθε σελίδας, συνήθως ίδιο με το όνομα υπηρεσίας.',
  colour: 'Των κουμπιών και των συνδέσμων, όπως «#1a6b48». Αν μείνει κενό, πράσινο.',
  'sites.oil.url': 'Η διεύθυνση αρχίζει με https://.',
  'sites.redemption.url': 'Αν μείνει κενό, η τρίτη κάρτα οδηγεί στις προσφορές της υπηρεσίας.',
  stickers_url: pageHint,
  collection_points_url: pageHint,
  'savings.co2_kg_per_litre': 'Όσα εξοικονομεί ένα λίτρο, για παράδειγμα 2,3.',
}

const unfit = (_: unknown, label: string) => `Συμπληρώστε ξανά το πεδίο «${label}».`
const kilograms = (_: unknown, label: string) => `Γράψτε στο πεδίο «${label}» αριθμό πάνω από 0 και έως 100.`

export const sentences: SentencesOf<typeof changeBrand> = {
  ...textSentences,
  integer_invalid: unfit,
  not_a_dictionary: unfit,
  field_unknown: unfit,
  list_type: unfit,
  list_too_long: text.linksFull,
  number_invalid: kilograms,
  too_big: kilograms,
  email_invalid: 'Γράψτε μια έγκυρη διεύθυνση email.',
  https_address: (_, label) =>
    label === labels.stickers_url || label === labels.collection_points_url || label.startsWith('Σύνδεσμος')
      ? `Στο πεδίο «${label}» γράψτε διεύθυνση που αρχίζει με https:// ή σελίδα όπως «/places».`
      : `Στο πεδίο «${label}» γράψτε διεύθυνση που αρχίζει με https://.`,
  colour_invalid: 'Γράψτε το χρώμα με # και έξι ψηφία ή γράμματα a έως f, όπως «#1a6b48».',
  contrast_low: ({ params }) =>
    `Το χρώμα έχει αντίθεση ${ratioText(Number(params?.['ratio'] ?? 0))} και δεν διαβάζεται εύκολα. Χρειάζεται τουλάχιστον ${ratioText(leastContrast)}: διαλέξτε πιο σκούρο.`,
  logo_large: `Το λογότυπο είναι μεγαλύτερο από ${maxLogoBytes / 1024} KB. Διαλέξτε μικρότερο αρχείο.`,
  logo_type: 'Το αρχείο δεν είναι SVG ή PNG. Το όνομα μπορεί να λέει άλλο από το περιεχόμενο.',
  logo_damaged: 'Το αρχείο της εικόνας είναι χαλασμένο. Αποθηκεύστε την ξανά.',
  logo_dimensions: `Η εικόνα έχει πλάτος ή ύψος πάνω από ${formatNumber(maxLogoPixels)} εικονοστοιχεία. Μικρύνετέ την.`,
  logo_active: 'Το SVG περιέχει εντολές που εκτελούνται. Για λόγους ασφάλειας δεν γίνεται δεκτό.',
  logo_external: 'Το SVG περιέχει συνδέσμους ή άλλα αρχεία. Αποθηκεύστε το μόνο με σχήματα ή ως PNG.',
  logo_entities: 'Το SVG περιέχει δηλώσεις οντοτήτων (ENTITY). Αποθηκεύστε το ως απλό SVG ή ως PNG.',
  logo_element: 'Το SVG περιέχει στοιχεία που δεν γίνονται δεκτά. Αποθηκεύστε το ως απλό SVG ή ως PNG.',
  brand_fixed: text.fixedMeans,
  changed_meanwhile: text.changedMeanwhile,
}
