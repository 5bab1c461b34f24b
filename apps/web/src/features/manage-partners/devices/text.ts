import type { Device, HeldEntry } from '@portal/contract/desk/manage-devices.ts'
import type { DeskUse } from '@portal/contract/desk/desk.ts'
import { counted, formatDecimal, formatLitres, formatNumber } from '#web/lib/format.ts'

export const text = {
  devices: 'Συσκευές',
  devicesIntro:
    'Κινητά και ταμεία που δουλεύουν χωρίς λογισμικό και χωρίς λογαριασμό. Κάθε συσκευή έχει δικό της PIN.',
  failed: 'Οι συσκευές δεν είναι διαθέσιμες αυτή τη στιγμή.',
  none: 'Δεν υπάρχει ακόμη συσκευή.',
  noneText: 'Προσθέστε την πρώτη. Θα πάρετε έναν κωδικό για το κινητό ή το ταμείο.',
  add: 'Νέα συσκευή',
  list: 'Κατάλογος συσκευών',
  noPlace: 'Χωρίς σημείο συλλογής',
  lastSeen: (when: string) => `Τελευταία χρήση: ${when}`,
  neverSeen: 'Δεν έχει χρησιμοποιηθεί ακόμη',
  cancel: 'Ακύρωση',
  notDone: 'Η ενέργεια δεν ολοκληρώθηκε',

  waits: (left: string) => `Περιμένει σύνδεση: ο κωδικός ισχύει για ${left}`,
  codeOver: 'Δεν έχει συνδεθεί: ο κωδικός έληξε',
  works: 'Λειτουργεί',
  locked: 'Κλειδωμένη μετά από πέντε λάθος PIN',
  unseen: (when: string) => `Δεν έχει φανεί από ${when}`,
  revoked: (when: string) => `Αποσύρθηκε: ${when}`,
  newCodeValid: (left: string) => `Ο νέος κωδικός ισχύει για ${left}`,
  left: (minutes: number) => (minutes < 1 ? 'λιγότερο από ένα λεπτό' : counted(minutes, 'λεπτό', 'λεπτά')),

  change: 'Αλλαγή',
  newCode: 'Νέος κωδικός',
  unlock: 'Ξεκλείδωμα',
  revoke: 'Απόσυρση',
  of: (action: string, name: string) => `${action}: ${name}`,
  unlocked: (name: string) => `Ξεκλειδώθηκε: ${name}`,
  unlockedMeans: 'Το PIN μένει το ίδιο. Αν δεν το θυμάται κανείς, δώστε νέο κωδικό.',
  newCodeQuestion: 'Νέος κωδικός για τη συσκευή;',
  newCodeMeans: [
    'Το σημερινό κινητό δουλεύει ώσπου να χρησιμοποιηθεί ο κωδικός. Μετά σταματά.',
    'Στο νέο κινητό ορίζεται και νέο PIN.',
  ],
  revokeQuestion: 'Απόσυρση της συσκευής;',
  revokeMeans: [
    'Σταματά αμέσως και δεν επανέρχεται. Αν χρειαστεί ξανά, προσθέστε νέα συσκευή.',
    'Όσα καταχώρισε ως τώρα μένουν.',
    'Ό,τι περιμένει στο κινητό χωρίς δίκτυο δεν χάνεται. Όταν φτάσει, θα το δεχτείτε ή θα το απορρίψετε εδώ.',
  ],
  revokedDone: (name: string) => `Αποσύρθηκε: ${name}`,

  addTitle: 'Νέα συσκευή',
  changeTitle: (name: string) => `Αλλαγή: ${name}`,
  name: 'Όνομα συσκευής',
  nameHint: 'Όπως «Ταμείο 1» ή «Όχημα 2».',
  place: 'Σημείο συλλογής',
  placeHint: 'Πού βρίσκεται. Το βλέπει ο πολίτης δίπλα στους πόντους του.',
  noPlaceYet: 'Κανένα',
  may: 'Τι θα κάνει',
  addNow: 'Προσθήκη συσκευής',
  save: 'Αποθήκευση',
  saved: (name: string) => `Αποθηκεύτηκε: ${name}`,
  notSaved: 'Δεν αποθηκεύτηκε',
  meanwhile: 'Στο μεταξύ άλλαξαν:',

  codeTitle: (name: string) => `Σύνδεση: ${name}`,
  codeOnce: 'Ο κωδικός εμφανίζεται μόνο τώρα και ισχύει για 15 λεπτά.',
  code: 'Κωδικός συσκευής',
  codeLeft: (minutes: string) => `Ισχύει για ${minutes}`,
  codeExpired: 'Ο κωδικός έληξε. Δώστε νέο κωδικό από τον κατάλογο.',
  codeUsed: 'Η συσκευή συνδέθηκε',
  codeUsedMeans: 'Το κινητό είναι έτοιμο.',
  qr: 'Κωδικός QR της σύνδεσης',
  steps: [
    'Στο κινητό ή στο ταμείο, σαρώστε τον κωδικό QR με την κάμερα.',
    'Χωρίς κάμερα, ανοίξτε τη διεύθυνση και γράψτε τον κωδικό.',
    'Ορίστε ένα PIN με 4 έως 6 ψηφία. Η συσκευή είναι έτοιμη.',
  ],
  address: 'Διεύθυνση',
  closeCode: 'Απόκρυψη κωδικού',

  missingKind: (names: string) => `Ο συνεργάτης δεν επιτρέπεται να γράφει: ${names}.`,
  mendKind: 'Αλλαγή του τι γράφει',
  missingRate: (names: string) => `Δεν υπάρχει τιμή πόντων για: ${names}.`,
  mendRate: 'Προσθήκη τιμής',
  missing: 'Λείπουν ακόμη',

  links: 'Σύνδεσμος για τον συνεργάτη',
  linksIntro:
    'Με αυτόν ο υπεύθυνος του συνεργάτη προσθέτει μόνος του συσκευές. Ισχύει 7 ημέρες. Δώστε τον μόνο σε αυτόν.',
  linkDevices: 'Πόσες συσκευές',
  linkMay: 'Τι θα κάνουν',
  addLink: 'Δημιουργία συνδέσμου',
  linkTitle: 'Ο σύνδεσμος του συνεργάτη',
  linkOnce: 'Εμφανίζεται μόνο τώρα. Αν χαθεί, ανακαλέστε τον και δημιουργήστε άλλον.',
  linkName: 'Σύνδεσμος',
  linkHint: 'Όποιος τον έχει, προσθέτει συσκευές για τον συνεργάτη. Στείλτε τον με ασφαλή τρόπο.',
  copyLink: 'Αντιγραφή συνδέσμου',
  shareLink: 'Κοινοποίηση',
  shareTitle: (partner: string) => `Σύνδεση συσκευών: ${partner}`,
  validLinks: 'Σύνδεσμοι σε ισχύ',
  linkLeft: (count: number, until: string) =>
    `Για ${counted(count, 'συσκευή', 'συσκευές')} ακόμη, έως ${until}`,
  withdraw: 'Ανάκληση',
  withdrawOf: (created: string) => `Ανάκληση του συνδέσμου: ${created}`,
  withdrawQuestion: 'Ανάκληση του συνδέσμου;',
  withdrawMeans: 'Παύει αμέσως. Όσες συσκευές προστέθηκαν με αυτόν μένουν.',
  withdrawn: 'Ο σύνδεσμος δεν ισχύει πια.',

  held: 'Περιμένουν απόφαση',
  heldIntro:
    'Καταχωρίσεις που έγιναν πριν από την απόσυρση μιας συσκευής και έφτασαν μετά. Δεχτείτε όσες είναι σωστές.',
  heldFailed: 'Οι καταχωρίσεις δεν είναι διαθέσιμες αυτή τη στιγμή.',
  heldNone: 'Δεν περιμένει τίποτα.',
  heldMore: (count: number) => `Φαίνονται οι 200 παλαιότερες από ${formatNumber(count)}.`,
  device: 'Συσκευή',
  when: (when: string) => `Έγινε: ${when}`,
  byClock: (when: string) => `με το ρολόι της: ${when}`,
  received: (when: string) => `Έφτασε: ${when}`,
  byNames: { card: 'με κάρτα πολίτη', sticker: 'με αυτοκόλλητο' },
  accept: 'Αποδοχή',
  refuse: 'Απόρριψη',
  refuseQuestion: 'Απόρριψη της καταχώρισης;',
  refuseMeans: 'Ο πολίτης δεν θα πάρει πόντους για αυτήν. Η απόφαση δεν αλλάζει.',
  decided: {
    recorded: (points: string) => `Η καταχώριση έγινε δεκτή: ${points}.`,
    waiting: 'Η καταχώριση έγινε δεκτή. Οι πόντοι περιμένουν τον κάτοχο του αυτοκόλλητου.',
    refused: 'Η καταχώριση απορρίφθηκε.',
  },
  pointsOf: (points: number) => counted(points, 'πόντος', 'πόντοι'),

  days: 'Ανά ημέρα και συσκευή',
  daysIntro: 'Όσα καταχώρισαν οι συσκευές τον μήνα που επιλέξατε.',
  daysFailed: 'Τα σύνολα δεν είναι διαθέσιμα αυτή τη στιγμή.',
  daysNone: 'Οι συσκευές δεν καταχώρισαν τίποτα αυτόν τον μήνα.',
  day: 'Ημέρα',
  coupons: 'Κουπόνια',
  brought: 'Έφεραν',
  took: 'Πήραν',
  litres: 'Λίτρα',
  points: 'Πόντοι',
  month: 'Μήνας',
  settlement: 'Εκκαθάριση του μήνα',
  settlementIntro: 'Κουπόνια ανά προσφορά και όσα έκανε κάθε συσκευή, για τον λογαριασμό με τον συνεργάτη.',
  excel: 'Λήψη σε Excel',
  pdf: 'Λήψη σε PDF',
}

export const useNames: Record<DeskUse, string> = {
  coupons: 'Να εξαργυρώνει κουπόνια των προσφορών',
  reuse: 'Να καταχωρίζει αντικείμενα που έφεραν ή πήραν οι πολίτες',
  oil: 'Να καταχωρίζει λίτρα τηγανελαίου',
}

/** In a list. */
const shortUseNames: Record<DeskUse, string> = {
  coupons: 'κουπόνια',
  reuse: 'αντικείμενα',
  oil: 'λίτρα',
}
export const usesText = (may: readonly DeskUse[]) => may.map((use) => shortUseNames[use]).join(', ')

const monthName = new Intl.DateTimeFormat('el-GR', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** 'Νοέμβριος 2026' */
export const monthText = (month: string) => monthName.format(new Date(`${month}-01T00:00:00Z`))

/** What was brought or taken: 'Έφερε 3 βιβλία'. */
export function entryText({ kind, material, quantity }: Pick<HeldEntry, 'kind' | 'material' | 'quantity'>) {
  if (kind === 'oil') return `${formatLitres(quantity)} ${quantity === 1 ? 'λίτρο' : 'λίτρα'}`
  const items = `${formatDecimal(quantity)} ${quantity === 1 ? 'αντικείμενο' : 'αντικείμενα'}`
  return `${kind === 'brought' ? 'Έφερε' : 'Πήρε'} ${items}${material === null ? '' : ` (${material})`}`
}

export const placeText = ({ place }: Pick<Device, 'place'>) => place?.name ?? text.noPlace
