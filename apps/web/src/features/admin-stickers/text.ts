import type { issueStickers } from '@portal/contract/stickers.ts'
import type { Fault } from '@portal/contract/refusals.ts'
import { textSentences } from '#web/lib/field-sentences.ts'
import { formatNumber } from '#web/lib/format.ts'
import type { SentencesOf } from '#web/lib/refusal-text.ts'

export const text = {
  title: 'Αυτοκόλλητα',
  heading: 'Αυτοκόλλητα',
  intro:
    'Κάθε αυτοκόλλητο έχει δικό του κωδικό. Ο πολίτης το προσθέτει στις ρυθμίσεις του και το κολλά στο καπάκι του μπουκαλιού.',
  loading: 'Φόρτωση…',

  issueHeading: 'Νέα παρτίδα',
  issue: 'Έκδοση παρτίδας',
  countHint: (perSheet: string) => `Έως 10.000. Ένα φύλλο Α4 έχει ${perSheet} ετικέτες.`,
  noteHint: 'Για εσάς: πού θα πάνε, ποιος τα ζήτησε. Δεν τυπώνεται.',
  notIssued: 'Η παρτίδα δεν εκδόθηκε',
  issued: (id: number, stickers: string) => `Η παρτίδα ${id} εκδόθηκε: ${stickers}`,
  issuedMeans: 'Κατεβάστε τις ετικέτες για εκτύπωση ή τους κωδικούς για το τυπογραφείο.',
  stickers: (count: string, one: boolean) => `${count} ${one ? 'αυτοκόλλητο' : 'αυτοκόλλητα'}`,

  listHeading: 'Παρτίδες',
  batch: 'Παρτίδα',
  note: 'Σημείωση',
  count: 'Πλήθος',
  bound: 'Σε χρήση',
  created: 'Εκδόθηκε',
  files: 'Αρχεία',
  labels: 'Ετικέτες PDF',
  codes: 'Κωδικοί CSV',
  ofBatch: (id: number) => `της παρτίδας ${id}`,
  sheet: 'Φύλλα Α4 με 65 ετικέτες 38,1 × 21,2 mm. Τυπώστε τα σε πραγματικό μέγεθος (100%).',
  none: 'Δεν έχουν εκδοθεί αυτοκόλλητα',
  noneHint: 'Εκδώστε την πρώτη παρτίδα και τυπώστε τις ετικέτες της.',
  failed: 'Οι παρτίδες των αυτοκόλλητων δεν είναι διαθέσιμες αυτή τη στιγμή.',
}

/** How the fields are called, on the page and in its sentences. */
export const labels = { count: 'Πόσα αυτοκόλλητα', note: 'Σημείωση (προαιρετική)' }
export type IssueFields = keyof typeof labels

const limit = (fault: Fault, name: 'min' | 'max', otherwise: number) =>
  formatNumber(Number(fault.params?.[name] ?? otherwise))

export const sentences: SentencesOf<typeof issueStickers> = {
  ...textSentences,
  integer_invalid: 'Γράψτε έναν ακέραιο αριθμό, μόνο με ψηφία.',
  too_small: (fault) => `Γράψτε τουλάχιστον ${limit(fault, 'min', 1)}.`,
  too_big: (fault) => `Μια παρτίδα έχει έως ${limit(fault, 'max', 10_000)} αυτοκόλλητα.`,
}
