import type { AuditAction } from '@portal/contract/security/audit.ts'
import { counted } from '#web/lib/format.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Ποιος είδε τα στοιχεία μου',
    intro:
      'Εδώ βλέπετε ποιος άνοιξε, κατέβασε ή άλλαξε τα στοιχεία σας, και πότε. Δεν φαίνονται εδώ αναζητήσεις ούτε κατάλογοι με πολλούς χρήστες.',
    own: 'Εσείς',
    staff: 'Υπάλληλος της υπηρεσίας',
    partner: (name: string | null) => `Συνεργαζόμενος ιστότοπος: ${name ?? 'άγνωστο όνομα'}`,
    device: (name: string | null) => `Ταμείο συνεργάτη: ${name ?? 'άγνωστο όνομα'}`,
    visitor: 'Επισκέπτης που δεν είχε συνδεθεί',
    citizen: 'Άλλος χρήστης',
    command: 'Διαχειριστής του συστήματος',
    job: 'Αυτόματη εργασία του συστήματος',
    at: (time: string) => `ώρα ${time}`,
    times: (times: number, time: string) => `${counted(times, 'φορά', 'φορές')}, τελευταία φορά: ${time}`,
    empty: 'Δεν υπάρχουν ενέργειες που αφορούν τα στοιχεία σας.',
    failed: 'Ο κατάλογος δεν είναι διαθέσιμος αυτή τη στιγμή.',
    /** Of a newer version than the page. */
    otherAction: 'Άλλη ενέργεια',
  },
  en: {
    title: 'Who saw my data',
    intro:
      'Here you see who opened, downloaded or changed your data, and when. Searches and lists of many users are not shown.',
    own: 'You',
    staff: 'Staff of the service',
    partner: (name: string | null) => `Partner site: ${name ?? 'unknown name'}`,
    device: (name: string | null) => `Desk of a partner: ${name ?? 'unknown name'}`,
    visitor: 'Visitor who was not signed in',
    citizen: 'Another user',
    command: 'System administrator',
    job: 'Automatic task of the system',
    at: (time: string) => `at ${time}`,
    times: (times: number, time: string) => `${counted(times, 'time', 'times')}, last time: ${time}`,
    empty: 'There are no actions about your data.',
    failed: 'The list is not available right now.',
    otherAction: 'Another action',
  },
})

/** Exports of several people, this one among them. */
export const ofSeveral = inLanguage<Partial<Record<AuditAction, string>>>({
  el: {
    'participants.export': 'Λήψη αρχείου με στοιχεία πολλών χρηστών, μαζί και τα δικά σας',
    'points.export': 'Λήψη αρχείου με κινήσεις πολλών χρηστών, μαζί και τις δικές σας',
    'audit.export': 'Λήψη αρχείου με το ιστορικό ενεργειών πολλών χρηστών, μαζί και το δικό σας',
  },
  en: {
    'participants.export': 'Downloaded a file with many users, you among them',
    'points.export': 'Downloaded a file with the records of many users, yours among them',
    'audit.export': 'Downloaded a file with the log about many users, you among them',
  },
})
