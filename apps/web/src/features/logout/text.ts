import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Αποσύνδεση',
    failed: 'Η αποσύνδεση δεν ολοκληρώθηκε. Παρακαλώ προσπαθήστε ξανά.',
  },
  en: {
    title: 'Sign out',
    failed: 'You are still signed in. Please try again.',
  },
})
