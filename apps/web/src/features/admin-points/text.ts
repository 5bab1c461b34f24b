import { plural } from '@portal/contract/words/plural.ts'
import { counted } from '#web/lib/format.ts'

export const text = {
  title: 'Πόντοι',
  heading: 'Ιστορικό πόντων',
  everyone: 'Όλοι οι χρήστες',
  records: (count: number) => counted(count, 'κίνηση', 'κινήσεις'),
  recordsBadge: (count: number) => plural(count, 'κίνηση', 'κινήσεις'),
  user: 'Χρήστης',
  timestamp: 'Ημερομηνία και ώρα',
  description: 'Περιγραφή',
  points: 'Πόντοι',
  unknownUser: 'Άγνωστος χρήστης',
  positive: 'Προστέθηκαν',
  negative: 'Αφαιρέθηκαν',
  balance: 'Διαφορά',
  empty: 'Δεν εντοπίστηκαν στοιχεία που ικανοποιούν τα φίλτρα που έχετε επιλέξει.',
  failed: 'Οι πληροφορίες ιστορικού πόντων δεν είναι διαθέσιμες αυτή τη στιγμή.',
}
