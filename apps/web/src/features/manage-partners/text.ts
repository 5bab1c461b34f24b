import type { Description } from '@portal/contract/words/descriptions.ts'
import { factsOf } from '@portal/contract/words/descriptions.ts'
import type { PartnerScope, PartnerSettings } from '@portal/contract/manage-partners.ts'
import { counted, formatNumber } from '#web/lib/format.ts'

export const text = {
  title: 'Συνεργάτες',
  intro:
    'Ιστότοποι, μηχανήματα και καταστήματα που συνδέουν πολίτες ή γράφουν κινήσεις πόντων. Καταγράφουμε κάθε αλλαγή.',
  silentRule: 'Σημειώνουμε όποιον γράφει κινήσεις και δεν έχει κάνει καμία κλήση για πάνω από τρεις ημέρες.',
  list: 'Κατάλογος συνεργατών',
  failed: 'Οι συνεργάτες δεν είναι διαθέσιμοι αυτή τη στιγμή.',
  none: 'Δεν υπάρχει ακόμη συνεργάτης.',
  noneText: 'Προσθέστε τον πρώτο, για να γράφει κινήσεις πόντων ή να συνδέει πολίτες.',
  add: 'Νέος συνεργάτης',
  back: 'Συνεργάτες',
  unknown: 'Δεν υπάρχει συνεργάτης με αυτό το αναγνωριστικό.',
  yesterday: (count: number) => `${counted(count, 'κίνηση', 'κινήσεις')} χθες`,
  lastCall: 'Τελευταία κλήση',
  noCall: 'Καμία ακόμη',
  since: 'Συνεργάτης από',
  clientId: 'Αναγνωριστικό (client id)',

  works: 'Λειτουργεί',
  paused: (when: string) => `Σε παύση από ${when}`,
  failing: (waiting: number) =>
    waiting > 0
      ? `Οι ειδοποιήσεις δεν παραδίδονται: ${formatNumber(waiting)} σε αναμονή`
      : 'Οι ειδοποιήσεις δεν παραδίδονται',
  waiting: (waiting: number) => `Ειδοποιήσεις: ${formatNumber(waiting)} σε αναμονή`,
  oldSecret: (when: string) => `Το παλιό μυστικό ισχύει έως ${when}`,
  silent: 'Καμία κλήση για πάνω από τρεις ημέρες',

  tabs: 'Μέρη της σελίδας',
  tabDetails: 'Στοιχεία',
  tabSignIn: 'Σύνδεση πολιτών',
  tabDevices: 'Συσκευές',
  tabDevicesHeld: (held: number) => `Συσκευές: ${formatNumber(held)} σε αναμονή`,
  tabCalls: 'Κλήσεις',
  tabRecords: 'Κινήσεις',
  tabWebhook: 'Ειδοποιήσεις',

  pause: 'Παύση',
  resume: 'Συνέχιση',
  rotate: 'Νέο μυστικό',
  cancel: 'Ακύρωση',
  pauseQuestion: 'Παύση του συνεργάτη;',
  pauseMeans: [
    'Το πρόγραμμά του δεν θα μπορεί να γράφει ούτε να διαβάζει κινήσεις.',
    'Οι πολίτες δεν θα μπορούν να συνδεθούν στον ιστότοπό του.',
    'Όσες κινήσεις έγραψε μένουν. Με τη «Συνέχιση» λειτουργεί ξανά, με το ίδιο μυστικό.',
  ],
  resumeQuestion: 'Συνέχιση του συνεργάτη;',
  resumeMeans: ['Θα μπορεί αμέσως να γράφει κινήσεις και να συνδέει πολίτες, όπως πριν από την παύση.'],
  pausedDone: 'Ο συνεργάτης είναι σε παύση.',
  resumedDone: 'Ο συνεργάτης λειτουργεί ξανά.',
  notDone: 'Η ενέργεια δεν ολοκληρώθηκε',

  rotateQuestion: 'Νέο μυστικό',
  rotateMeans:
    'Το νέο μυστικό εμφανίζεται μία φορά. Δώστε το στους υπευθύνους του συνεργάτη πριν λήξει το παλιό.',
  keepOld: 'Το παλιό μυστικό',
  keepOldChoices: [
    { value: '24', label: 'ισχύει για άλλη μία ημέρα' },
    { value: '72', label: 'ισχύει για άλλες τρεις ημέρες' },
    { value: '168', label: 'ισχύει για άλλη μία εβδομάδα' },
    { value: '0', label: 'παύει αμέσως (αν το έμαθε τρίτος)' },
  ],
  oldUntil: (when: string) => `Το παλιό μυστικό ισχύει έως ${when}.`,
  oldUnused: 'Από την αλλαγή και μετά δεν έχει χρησιμοποιηθεί.',
  oldUsed: (when: string) =>
    `Χρησιμοποιείται ακόμη: η τελευταία φορά ήταν ${when}. Θυμίστε στον συνεργάτη να βάλει το νέο.`,

  secretTitle: 'Το μυστικό του συνεργάτη',
  secretOnce: 'Εμφανίζεται μόνο τώρα. Αν χαθεί, δημιουργήστε νέο.',
  secret: 'Μυστικό (client secret)',
  download: 'Λήψη στοιχείων σύνδεσης',
  downloadHint:
    'Ένα αρχείο κειμένου με τις διευθύνσεις, το μυστικό και έτοιμα παραδείγματα. Στείλτε το με ασφαλή τρόπο.',
  toPartner: 'Στη σελίδα του συνεργάτη',
  added: (name: string) => `Προστέθηκε: ${name}`,

  save: 'Αποθήκευση',
  saved: 'Οι αλλαγές αποθηκεύτηκαν.',
  notSaved: 'Δεν αποθηκεύτηκε',
  notAdded: 'Ο συνεργάτης δεν προστέθηκε',
  meanwhile: 'Στο μεταξύ άλλαξαν:',
  meanwhileValue: (label: string, value: string) => `${label}: ${value}`,
  emptyValue: 'κενό',

  addTitle: 'Νέος συνεργάτης',
  addNow: 'Προσθήκη συνεργάτη',
  kind: 'Τι είναι ο συνεργάτης;',
  tools: 'Πώς θα δουλεύει;',
  secretNotNeeded:
    'Επόμενο βήμα: η πρώτη συσκευή. Μυστικό δεν χρειάζεται. Αν αποκτήσει λογισμικό, δημιουργήστε τότε ένα νέο.',
  addDevice: 'Προσθήκη συσκευής',
  phoneWrites: 'Μόνο όσα θα καταχωρίζει. Για κουπόνια δεν χρειάζεται τίποτα.',
  phoneHome: 'Αν δεν έχει ιστότοπο, αφήστε την κενή.',
  proposal: 'Προτείνουμε δικαιώματα με βάση την επιλογή. Αλλάξτε ό,τι χρειάζεται.',
  clientIdHint: 'Πεζά λατινικά γράμματα, ψηφία και παύλες. Αν μείνει κενό, ορίζουμε ένα εμείς.',
  homeHint: 'Η πρώτη σελίδα του, όπως https://oil.example.gr. Αν δεν έχει, η σελίδα του φορέα του.',
  nameHint: 'Το βλέπουν οι πολίτες.',
  dailyHint: (cap: number) =>
    cap > 0
      ? `Κενό: το γενικό όριο, ${formatNumber(cap)} πόντοι. Γράψτε 0 για κανένα όριο.`
      : 'Κενό: κανένα όριο.',
  scopesHint: 'Όσα χρειάζεται και τίποτα παραπάνω.',
  addressHint: 'Μία διεύθυνση σε κάθε γραμμή, γράμμα προς γράμμα όπως τη στέλνει ο ιστότοπος.',
  afterHint: 'Πού μπορεί να επιστρέψει ο πολίτης μετά την αποσύνδεση. Μία διεύθυνση σε κάθε γραμμή.',
  originsHint:
    'Από αυτές ο πολίτης αποσυνδέεται και βλέπει τις ρυθμίσεις του. Χωρίς διαδρομή, όπως https://oil.example.gr.',
  backchannelHint: 'Εδώ ενημερώνουμε τον ιστότοπο όταν τελειώνει μια σύνδεση. Προαιρετική.',
  loginHint: 'Σελίδα του ιστότοπου που ξεκινά αμέσως σύνδεση. Προαιρετική.',
  owner: 'Σε ποιον ανήκει;',
  ours: 'Στον φορέα μας: δεν ζητάμε συγκατάθεση από τους πολίτες.',
  thirdParty: 'Σε άλλον: ζητάμε τη συγκατάθεση κάθε πολίτη.',
  toThirdParty: 'Αν από δικός μας γίνει τρίτος, τερματίζονται οι συνδέσεις πολιτών στον ιστότοπό του.',
  companyHint: 'Η νομική επωνυμία.',
  purposeHint: 'Μία πρόταση που διαβάζει ο πολίτης πριν συμφωνήσει.',
  privacyHint: 'Η σελίδα του συνεργάτη για τα προσωπικά δεδομένα.',

  consent: 'Τι διαβάζει ο πολίτης',
  consentSaved: 'Όπως είναι αποθηκευμένο τώρα, με όλα τα δικαιώματα που μπορεί να ζητήσει.',
  consentNone: 'Ο συνεργάτης είναι του φορέα μας. Ο πολίτης δεν ερωτάται.',
  consentFailed: 'Το κείμενο δεν είναι διαθέσιμο αυτή τη στιγμή.',
  greek: 'Στα ελληνικά',
  english: 'Στα αγγλικά',
}

export const kinds = {
  site: {
    label: 'Ιστότοπος',
    means: 'οι πολίτες συνδέονται σε αυτόν. Αν γράφει και κινήσεις, επιλέξτε τα είδη τους.',
  },
  machine: {
    label: 'Μηχάνημα ή ΑΤΜ',
    means: 'γράφει παραδόσεις τηγανελαίου.',
  },
  shop: {
    label: 'Κατάστημα',
    means: 'δέχεται ή εκδίδει κουπόνια. Δουλεύει και με ένα κινητό.',
  },
  reuse: {
    label: 'Κέντρο επαναχρησιμοποίησης',
    means: 'γράφει αντικείμενα που δόθηκαν ή πάρθηκαν. Δουλεύει και με ένα κινητό.',
  },
  collector: {
    label: 'Συνεργείο συλλογής',
    means: 'παραλαμβάνει τηγανέλαιο. Δουλεύει και με ένα κινητό.',
  },
}
export type Kind = keyof typeof kinds

/** What a partner works with, if it may be a phone. */
export const tools = {
  phone: 'Με κινητό ή ταμείο: συνδέετε συσκευές από τη σελίδα του. Δεν χρειάζεται λογισμικό.',
  software: 'Με δικό του λογισμικό, που καλεί την υπηρεσία.',
}
export type Tools = keyof typeof tools

/** Labels of the settings, also in error messages. */
export const labels: Record<keyof PartnerSettings, string> = {
  name: 'Όνομα',
  home_url: 'Διεύθυνση',
  redirect_uris: 'Διευθύνσεις επιστροφής',
  post_logout_redirect_uris: 'Διευθύνσεις μετά την αποσύνδεση',
  backchannel_logout_uri: 'Διεύθυνση ενημέρωσης για αποσυνδέσεις',
  initiate_login_uri: 'Σελίδα που ξεκινά σύνδεση',
  scopes: 'Δικαιώματα',
  descriptions: 'Τι επιτρέπεται να γράφει',
  origins: 'Ιστοσελίδες του συνεργάτη',
  first_party: 'Σε ποιον ανήκει',
  daily_cap: 'Όριο πόντων ανά ημέρα',
  person_cap: 'Όριο πόντων ανά χρήστη και ημέρα',
  company: 'Επωνυμία',
  purpose: 'Σκοπός',
  purpose_en: 'Σκοπός στα αγγλικά',
  privacy_url: 'Ενημέρωση για τα προσωπικά δεδομένα',
}

export const scopeNames: Record<PartnerScope, string> = {
  openid: 'Να συνδέει πολίτες',
  profile: 'Να βλέπει το ονοματεπώνυμο',
  email: 'Να βλέπει τη διεύθυνση email',
  phone: 'Να βλέπει το τηλέφωνο',
  municipality: 'Να βλέπει τον δήμο',
  points: 'Να βλέπει τους πόντους',
  'points:redeem': 'Να παίρνει πόντους για κουπόνια',
  'points:read': 'Να διαβάζει υπόλοιπα και τις δικές του κινήσεις',
  'points:write': 'Να γράφει κινήσεις',
}

/** Two descriptions have the same name. */
const descriptionNotes: Partial<Record<Description, string>> = {
  coupon_reimbursed: 'Ακύρωση κουπονιού (επιστροφή)',
}
export const descriptionName = (description: Description) =>
  descriptionNotes[description] ?? factsOf[description].name
