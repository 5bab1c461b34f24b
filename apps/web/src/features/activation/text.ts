import type { activate } from '@portal/contract/accounts.ts'
import type { SentencesOf } from '#web/lib/refusal-text.ts'
import { throttledText } from '#web/lib/refusal-text.ts'

export const text = {
  title: 'Ενεργοποίηση λογαριασμού',
  working: 'Ενεργοποιούμε τον λογαριασμό σας…',
  done: 'Ο λογαριασμός σας ενεργοποιήθηκε',
  doneIntro: 'Μπορείτε πλέον να συνδεθείτε με το email και το συνθηματικό σας.',
  logIn: 'Σύνδεση',
  failed: 'Αποτυχία ενεργοποίησης λογαριασμου.',
  retry: 'Δοκιμή ξανά',
  back: 'Επιστροφή',
}

const broken = 'Ο σύνδεσμος δεν είναι σωστός ή έχει λήξει. Ανοίξτε τον ξανά από το μήνυμα που σας στείλαμε.'
const maybeActive = 'Ίσως ο λογαριασμός σας είναι ήδη ενεργός. Δοκιμάστε να συνδεθείτε.'

export const sentences: SentencesOf<typeof activate> = {
  required: broken,
  null: broken,
  not_a_string: broken,
  uid_invalid: `${maybeActive} Αν δεν τα καταφέρετε, ανοίξτε ξανά τον σύνδεσμο από το μήνυμα που σας στείλαμε.`,
  token_invalid: `${maybeActive} Αν δεν τα καταφέρετε, ανοίξτε ξανά τον σύνδεσμο από το μήνυμα που σας στείλαμε.`,
  activation_stale: maybeActive,
  throttled: throttledText,
}
