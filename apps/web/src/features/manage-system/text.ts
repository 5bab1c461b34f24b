import type { CheckName, CheckState } from '@portal/contract/system.ts'
import { counted } from '#web/lib/format.ts'

export const text = {
  title: 'Έλεγχος λειτουργίας',
  intro:
    'Κάθε φορά που ανοίγετε τη σελίδα, η υπηρεσία ελέγχει αν λειτουργεί σωστά. Όπου χρειάζεται ενέργεια, γράφουμε τι να κάνετε.',
  again: 'Έλεγχος ξανά',
  failed: 'Ο έλεγχος δεν έγινε. Η υπηρεσία ή η βάση δεδομένων δεν απαντά αυτή τη στιγμή.',
  failedAgain: 'Ο νέος έλεγχος δεν έγινε',
  shownBefore: 'Βλέπετε τα αποτελέσματα του προηγούμενου ελέγχου.',
  working: 'Ο έλεγχος διαρκεί λίγα δευτερόλεπτα.',
  allWell: 'Όλα είναι εντάξει',
  nothingToDo: 'Δεν χρειάζεται καμία ενέργεια',
  toDo: (count: number) => counted(count, 'σημείο χρειάζεται ενέργεια', 'σημεία χρειάζονται ενέργεια'),
  notChecked: (count: number) => counted(count, 'σημείο δεν ελέγχθηκε', 'σημεία δεν ελέγχθηκαν'),
  examined: (when: string, version: string) => `Έλεγχος: ${when} · Έκδοση της υπηρεσίας: ${version}`,
}

export const stateNames: Record<CheckState, string> = {
  ok: 'Εντάξει',
  todo: 'Χρειάζεται ενέργεια',
  unknown: 'Δεν ελέγχθηκε',
}

export const groupTitles = {
  system: 'Σύστημα',
  messages: 'Μηνύματα',
  partners: 'Συνεργάτες',
  backups: 'Αντίγραφα ασφαλείας',
  settings: 'Ρυθμίσεις',
}

/** Group and title of each check, in the order of the page. */
export const checkTexts: Record<CheckName, { group: keyof typeof groupTitles; title: string }> = {
  database: { group: 'system', title: 'Βάση δεδομένων' },
  standby: { group: 'system', title: 'Εφεδρική βάση δεδομένων' },
  encoding: { group: 'system', title: 'Ελληνικοί χαρακτήρες στη βάση' },
  collations: { group: 'system', title: 'Αλφαβητική σειρά στη βάση' },
  database_encryption: { group: 'system', title: 'Κρυπτογράφηση προς τη βάση' },
  disk: { group: 'system', title: 'Χώρος στον δίσκο' },
  clock: { group: 'system', title: 'Ρολόι' },
  certificate: { group: 'system', title: 'Πιστοποιητικό ασφαλείας' },
  reachable: { group: 'system', title: 'Απόκριση στη δημόσια διεύθυνση' },
  proxy_headers: { group: 'system', title: 'Διευθύνσεις των επισκεπτών' },
  running_server: { group: 'system', title: 'Έκδοση που εκτελείται' },
  mail_server: { group: 'messages', title: 'Διακομιστής email' },
  waiting_mails: { group: 'messages', title: 'Αποστολή μηνυμάτων' },
  webhooks: { group: 'partners', title: 'Ειδοποιήσεις προς συνεργάτες' },
  rates: { group: 'partners', title: 'Τιμές πόντων' },
  secret: { group: 'partners', title: 'Κλειδί για τη σύνδεση σε συνεργάτες' },
  backup: { group: 'backups', title: 'Τελευταίο αντίγραφο' },
  operator: { group: 'settings', title: 'Λογαριασμός διαχείρισης' },
  second_factor: { group: 'settings', title: 'Δεύτερο βήμα σύνδεσης του προσωπικού' },
  brand: { group: 'settings', title: 'Ονομασία και στοιχεία' },
  public_pages: { group: 'settings', title: 'Δημόσια κείμενα' },
  real_data: { group: 'settings', title: 'Πραγματική λειτουργία' },
  public_address: { group: 'settings', title: 'Διεύθυνση της υπηρεσίας' },
  proxy: { group: 'settings', title: 'Ρύθμιση του ενδιάμεσου διακομιστή' },
  database_role: { group: 'settings', title: 'Δικαιώματα στη βάση' },
  owner_address: { group: 'settings', title: 'Πλήρης πρόσβαση στη βάση' },
  setting_names: { group: 'settings', title: 'Ονόματα ρυθμίσεων' },
}
