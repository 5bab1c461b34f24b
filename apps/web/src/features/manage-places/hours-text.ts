import { weekdays } from '@portal/contract/hours/opening-hours.ts'
import type { FieldProblem } from './hours-draft.ts'

const dayNames = ['Δευτέρα', 'Τρίτη', 'Τετάρτη', 'Πέμπτη', 'Παρασκευή', 'Σάββατο', 'Κυριακή']
/** Weekdays from Monday: a name, and the one after 'με'. */
export const dayTexts = weekdays.map((weekday, at) => ({
  weekday,
  name: dayNames[at] ?? '',
  same: `Ίδιο με ${at === 6 ? 'το' : 'την'} ${dayNames[at - 1] ?? ''}`,
}))

const unknown = 'Δεν έχουν οριστεί'

export const hoursText = {
  unknown,
  legend: 'Ώρες λειτουργίας',
  hint: 'Με αυτές οι πολίτες βλέπουν αν το σημείο είναι ανοιχτό τώρα.',
  modes: [
    { value: 'unknown', label: unknown },
    { value: 'always', label: 'Όλο το 24ωρο' },
    { value: 'week', label: 'Ανά ημέρα' },
  ],
  timeHint:
    'Γράψτε ώρες όπως 08:00 ή 8.30. Ώρα λήξης πριν από την ώρα έναρξης σημαίνει την επόμενη ημέρα, για παράδειγμα 22:00 έως 02:00.',
  closedDay: 'Κλειστά',
  opens: 'από',
  closes: 'έως',
  add: 'Προσθήκη ωρών',
  addTo: (day: string) => `${day}: προσθήκη ωρών`,
  remove: (day: string, at: number) => `${day}: αφαίρεση ωρών ${at}`,
  fieldOf: (day: string, name: 'opens' | 'closes', at: number) =>
    `${day}${at > 1 ? `, ώρες ${at}` : ''}: ${name === 'opens' ? 'από' : 'έως'}`,
  copy: 'Αντιγραφή έως Παρασκευή',
  copied: 'Οι ώρες αντιγράφηκαν.',
  removed: 'Οι ώρες αφαιρέθηκαν.',
  holidays: 'Κλειστά τις επίσημες αργίες',
  holidaysHint:
    'Πρωτοχρονιά, Θεοφάνια, Καθαρά Δευτέρα, 25η Μαρτίου, Μεγάλη Παρασκευή, Πάσχα και Δευτέρα του Πάσχα. Πρωτομαγιά, του Αγίου Πνεύματος, Δεκαπενταύγουστος, 28η Οκτωβρίου, Χριστούγεννα και 26 Δεκεμβρίου.',
  citizensRead: 'Οι πολίτες θα διαβάσουν:',
}

export const fieldProblems: Record<FieldProblem, string> = {
  time: 'Γράψτε μια ώρα, όπως 08:00.',
  same: 'Η ώρα λήξης είναι ίδια με την ώρα έναρξης.',
  overlap: 'Αυτές οι ώρες πέφτουν πάνω σε άλλες της ίδιας ημέρας.',
}
