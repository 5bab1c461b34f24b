import type { Period } from '#web/lib/period.ts'

const periods: Record<Period, string> = {
  all: 'Όλο το διάστημα',
  'last-week': 'Τελευταία εβδομάδα',
  'last-month': 'Τελευταίος μήνας',
  'last-six-months': 'Τελευταίοι 6 μήνες',
  'last-year': 'Τελευταίο έτος',
  custom: 'Προσαρμοσμένο',
}

export const text = {
  title: 'Πόντοι',
  heading: 'Ιστορικό πόντων',
  list: 'Κατάλογος χρηστών',
  loading: 'Φόρτωση…',
  everyone: 'Όλοι οι χρήστες',
  records: (count: string) => `${count} κινήσεις`,
  oneRecord: '1 κίνηση',
  recordsBadge: 'κινήσεις',
  recordBadge: 'κίνηση',
  changeUser: 'Αλλαγή χρήστη',
  closeList: 'Κλείσιμο καταλόγου',
  period: 'Χρονικό διάστημα',
  periods,
  from: 'Από',
  to: 'Έως',
  start: 'αρχή',
  today: 'σήμερα',
  days: (from: string, to: string) => `${from} – ${to}`,
  user: 'Χρήστης',
  moment: 'Ημερομηνία και ώρα',
  description: 'Περιγραφή',
  points: 'Πόντοι',
  unknownUser: 'Άγνωστος χρήστης',
  empty: 'Δεν εντοπίστηκαν στοιχεία που ικανοποιούν τα φίλτρα που έχετε επιλέξει.',
  resetFilters: 'Καθαρισμός φίλτρων',
  failed: 'Οι πληροφορίες ιστορικού πόντων δεν είναι διαθέσιμες αυτή τη στιγμή.',
}
