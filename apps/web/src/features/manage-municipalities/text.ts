import type {
  addMunicipality,
  ManagedMunicipality,
  removeMunicipality,
  renameMunicipality,
} from '@portal/contract/manage-municipalities.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { counted, fullMunicipalityName } from '#web/lib/format.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'

export const labels = {
  name: 'Όνομα στη γενική',
  regional_unit: 'Περιφερειακή ενότητα',
  region: 'Περιφέρεια',
}
export type Field = keyof typeof labels

export type Use = Pick<ManagedMunicipality, 'people' | 'places' | 'records' | 'offers'>

/** '3 λογαριασμοί, 1 σημείο συλλογής' */
const useText = ({ people, places, records, offers }: Use) =>
  [
    people > 0 && counted(people, 'λογαριασμός', 'λογαριασμοί'),
    places > 0 && counted(places, 'σημείο συλλογής', 'σημεία συλλογής'),
    records > 0 && counted(records, 'κίνηση πόντων', 'κινήσεις πόντων'),
    offers > 0 && counted(offers, 'προσφορά', 'προσφορές'),
  ]
    .filter(Boolean)
    .join(', ')

const used = (use: Use) => `Δεν αφαιρείται, γιατί συνδέονται με αυτόν: ${useText(use)}.`

export const text = {
  title: 'Δήμοι',
  intro:
    'Οι δήμοι που συμμετέχουν. Από αυτούς επιλέγει κάθε χρήστης τον δικό του όταν κάνει εγγραφή. Σε αυτούς ανήκουν και τα σημεία συλλογής.',
  listHeading: 'Δήμοι που συμμετέχουν',
  failed: 'Οι δήμοι δεν είναι διαθέσιμοι αυτή τη στιγμή.',
  empty: 'Δεν υπάρχουν δήμοι',
  emptyMeans: 'Προσθέστε τον πρώτο. Χωρίς δήμο δεν μπορεί να κάνει κανείς εγγραφή.',
  name: 'Δήμος',
  regionalUnit: 'Περιφερειακή ενότητα',
  region: 'Περιφέρεια',
  people: 'Λογαριασμοί',
  places: 'Σημεία συλλογής',
  records: 'Κινήσεις πόντων',
  actions: 'Ενέργειες',
  rename: 'Αλλαγή',
  remove: 'Αφαίρεση',
  used,
  addHeading: 'Νέος δήμος',
  add: 'Προσθήκη δήμου',
  added: (name: string) => `Προστέθηκε: ${fullMunicipalityName(name)}.`,
  nameHint: 'Όπως μετά το «Δήμος», για παράδειγμα «Κοζάνης».',
  unitHint: 'Όπως μετά το «Περιφερειακή Ενότητα», για παράδειγμα «Κοζάνης».',
  regionHint: 'Στην ονομαστική, για παράδειγμα «Δυτική Μακεδονία».',
  notAdded: 'Ο δήμος δεν προστέθηκε',
  renameHeading: (name: string) => `Αλλαγή: ${fullMunicipalityName(name)}`,
  save: 'Αποθήκευση',
  cancel: 'Ακύρωση',
  renamed: (name: string) => `Αποθηκεύτηκε: ${fullMunicipalityName(name)}.`,
  notSaved: 'Η αλλαγή δεν αποθηκεύτηκε',
  nowIs: (names: string) => `Τώρα ο δήμος είναι: ${names}. Ό,τι γράψατε έμεινε. Αν ισχύει, αποθηκεύστε ξανά.`,
  removeQuestion: (name: string) => `Αφαίρεση: ${fullMunicipalityName(name)};`,
  removeMeans: 'Κανείς δεν θα μπορεί πια να τον επιλέξει. Αν χρειαστεί, τον προσθέτετε ξανά.',
  removed: (name: string) => `Αφαιρέθηκε: ${fullMunicipalityName(name)}.`,
  notRemoved: 'Ο δήμος δεν αφαιρέθηκε',
}

const meanwhile = 'Άλλος διαχειριστής άλλαξε τον δήμο στο μεταξύ.'
const gone = 'Ο δήμος δεν υπάρχει πια.'

export const addSentences: SentencesOf<typeof addMunicipality> = {
  ...textSentences,
  municipality_taken: 'Σε αυτή την περιφερειακή ενότητα υπάρχει ήδη δήμος με αυτό το όνομα.',
}
export const renameSentences: SentencesOf<typeof renameMunicipality> = {
  ...addSentences,
  not_found: gone,
  changed_meanwhile: meanwhile,
}
export const removeSentences: SentencesOf<typeof removeMunicipality> = {
  ...textSentences,
  not_found: gone,
  changed_meanwhile: meanwhile,
  municipality_used: ({ params }) =>
    used({
      people: Number(params?.['people'] ?? 0),
      places: Number(params?.['places'] ?? 0),
      records: Number(params?.['records'] ?? 0),
      offers: Number(params?.['offers'] ?? 0),
    }),
}
