import type { AuditAction } from '@portal/contract/security/audit.ts'

export const text = {
  title: 'Ποιος είδε τα στοιχεία μου',
  intro:
    'Εδώ βλέπετε ποιος άνοιξε, κατέβασε ή άλλαξε τα στοιχεία σας, και πότε. Δεν φαίνονται αναζητήσεις και κατάλογοι με πολλούς χρήστες μαζί.',
  own: 'Εσείς',
  staff: 'Υπάλληλος του φορέα',
  partner: (name: string | null) => `Συνεργάτης: ${name ?? 'άγνωστος'}`,
  visitor: 'Χωρίς σύνδεση (εγγραφή ή σύνδεσμος από email)',
  citizen: 'Άλλος χρήστης',
  command: 'Διαχειριστής του συστήματος',
  job: 'Αυτόματη εργασία του συστήματος',
  at: (time: string) => `ώρα ${time}`,
  times: (times: string, time: string) => `${times} φορές, τελευταία στις ${time}`,
  loading: 'Φόρτωση…',
  empty: 'Κανείς δεν έχει ανοίξει ακόμη τα στοιχεία σας.',
  failed: 'Ο κατάλογος δεν είναι διαθέσιμος αυτή τη στιγμή.',
  back: 'Επιστροφή στις ρυθμίσεις',
}

/** What happened, for the person whose data it is; the other actions have the name that staff see. */
export const sentences: Partial<Record<AuditAction, string>> = {
  'participant.view': 'Προβολή των στοιχείων σας',
  'points.list': 'Προβολή των κινήσεων των πόντων σας',
  'points.explain': 'Προβολή της προέλευσης των πόντων σας',
  'points.export': 'Λήψη των κινήσεών σας σε αρχείο',
  'balance.read': 'Ανάγνωση του υπολοίπου των πόντων σας',
  'stickers.read': 'Προβολή των αυτοκόλλητών σας',
  'account.sign_in': 'Σύνδεση στον λογαριασμό σας',
  'account.sign_up': 'Εγγραφή',
  'account.activate': 'Ενεργοποίηση του λογαριασμού σας',
  'account.update': 'Αλλαγή των στοιχείων σας',
  'account.password_change': 'Αλλαγή του συνθηματικού σας',
  'audit.read': 'Προβολή του ιστορικού ενεργειών για τα στοιχεία σας',
  'audit.export': 'Λήψη του ιστορικού ενεργειών για τα στοιχεία σας',
}

/** Exports of all users, which contain this one. */
export const everyone: Partial<Record<AuditAction, string>> = {
  'participants.export': 'Λήψη αρχείου με όλους τους χρήστες',
  'points.export': 'Λήψη αρχείου με τις κινήσεις όλων των χρηστών',
}
