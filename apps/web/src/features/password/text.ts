import type { resetPassword } from '@portal/contract/passwords.ts'
import { textSentences } from '#web/shared/forms/field-text.ts'
import type { SentencesOf } from '#web/api/error-text.ts'
import { throttledText } from '#web/api/error-text.ts'

export const text = {
  request: {
    title: 'Επαναφορά συνθηματικού',
    intro:
      'Γράψτε το email του λογαριασμού σας. Θα σας στείλουμε έναν σύνδεσμο για να ορίσετε νέο συνθηματικό.',
    email: 'Email',
    submit: 'Αποστολή συνδέσμου επαναφοράς',
    back: 'Επιστροφή',
    done: 'Επιτυχές αίτημα επαναφοράς',
    sent: (email: string) =>
      `Αν υπάρχει λογαριασμός για τη διεύθυνση ${email}, θα σταλεί εκεί μήνυμα με σύνδεσμο επαναφοράς του συνθηματικού.`,
    missing: 'Αν δεν το βρίσκετε σε λίγα λεπτά, κοιτάξτε και στα ανεπιθύμητα μηνύματα.',
    outbox: 'Δείτε τα μηνύματα της επίδειξης',
    failed: 'Αποτυχία αιτήματος επαναφοράς συνθηματικού',
    later: 'Παρακαλώ προσπαθήστε ξανά αργότερα.',
  },
  confirm: {
    title: 'Ορισμός νέου συνθηματικού',
    intro: 'Επιλέξτε νέο συνθηματικό για τον λογαριασμό σας και γράψτε το δύο φορές.',
    logIn: 'Σύνδεση',
  },
}

export const sentences: SentencesOf<typeof resetPassword> = {
  ...textSentences,
  email_invalid: 'Εισάγετε μια έγκυρη διεύθυνση email.',
  throttled: throttledText,
}
