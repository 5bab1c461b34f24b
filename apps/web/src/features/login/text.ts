import type { login } from '@portal/contract/accounts.ts'
import type { SentencesOf } from '#web/lib/refusal-text.ts'
import { throttledText } from '#web/lib/refusal-text.ts'

export const text = {
  title: 'Σύνδεση',
  intro: 'Συνδεθείτε για να δείτε τους πόντους που συγκεντρώσατε και να τους εξαργυρώσετε.',
  noAccount: 'Δεν έχετε λογαριασμό;',
  signUp: 'Δημιουργία λογαριασμού',
  email: 'Email',
  password: 'Συνθηματικό',
  submit: 'Είσοδος',
}

const missing = (_: unknown, label: string) => `Παρακαλώ συμπληρώστε το πεδίο "${label}".`

export const sentences: SentencesOf<typeof login> = {
  required: missing,
  null: missing,
  not_a_string: missing,
  credentials_wrong: 'Αποτυχία σύνδεσης, παρακαλώ προσπαθήστε ξανά.',
  throttled: throttledText,
}
