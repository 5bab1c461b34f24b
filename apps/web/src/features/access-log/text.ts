import type { AuditAction } from '@portal/contract/security/audit.ts'
import { counted } from '#web/lib/format.ts'
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
    times: (times: number, time: string) => `${counted(times, 'φορά', 'φορές')}, τελευταία στις ${time}`,
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
    times: (times: number, time: string) => `${counted(times, 'time', 'times')}, last at ${time}`,
    empty: 'Your data has not been opened yet.',
    failed: 'The list is not available right now.',
    back: 'Back to the settings',
  },
})

/** Exports of several people, this one among them. */
export const ofSeveral = inLanguage<Partial<Record<AuditAction, string>>>({
  el: {
    'participants.export': 'Λήψη αρχείου με πολλούς χρήστες, μαζί κι εσάς',
    'points.export': 'Λήψη αρχείου με κινήσεις πολλών χρηστών, μαζί και δικές σας',
    'audit.export': 'Λήψη του ιστορικού ενεργειών για πολλούς χρήστες, μαζί κι εσάς',
  },
  en: {
    'participants.export': 'Downloaded a file with many users, you among them',
    'points.export': 'Downloaded a file with the records of many users, yours among them',
    'audit.export': 'Downloaded the log about many users, you among them',
  },
})
