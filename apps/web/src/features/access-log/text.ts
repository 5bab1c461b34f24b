import type { AuditAction } from '@portal/contract/security/audit.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
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
  },
  en: {
    title: 'Who saw my data',
    intro:
      'Here you see who opened, downloaded or changed your data, and when. Searches and lists of many users are not shown.',
    own: 'You',
    staff: 'Staff of the service',
    partner: (name: string | null) => `Partner: ${name ?? 'unknown'}`,
    visitor: 'Without signing in (sign-up or link from an email)',
    citizen: 'Another user',
    command: 'System administrator',
    job: 'Automatic task of the system',
    at: (time: string) => `at ${time}`,
    times: (times: string, time: string) => `${times} times, last at ${time}`,
    loading: 'Loading…',
    empty: 'Your data has not been opened yet.',
    failed: 'The list is not available right now.',
    back: 'Back to the settings',
  },
})

/** What happened, for the person whose data it is; the other actions have the name that staff see. */
export const sentences: Partial<Record<AuditAction, string>> = {
  'participant.view': 'Προβολή των στοιχείων σας',
  'note.add': 'Σημείωση για κλήση σας',
  'note.delete': 'Διαγραφή σημείωσης για κλήση σας',
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
export const everyone = inLanguage<Partial<Record<AuditAction, string>>>({
  el: {
    'participants.export': 'Λήψη αρχείου με όλους τους χρήστες',
    'points.export': 'Λήψη αρχείου με τις κινήσεις όλων των χρηστών',
  },
  en: {
    'participants.export': 'Downloaded a file with all users',
    'points.export': 'Downloaded a file with the records of all users',
  },
})
