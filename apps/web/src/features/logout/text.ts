import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Αποσύνδεση',
    failed: 'Η αποσύνδεση δεν ολοκληρώθηκε. Παρακαλώ προσπαθήστε ξανά.',
  },
  en: {
    title: 'Sign out',
    failed: 'The sign-out was not completed. Please try again.',
  },
})
