import { inLanguage } from '#web/lib/language.ts'

export const mailsText = inLanguage({
  el: {
    title: 'Μηνύματα για τους πόντους',
    intro: 'Σας γράφουμε όταν αλλάζουν οι πόντοι σας, αν το θέλετε.',
    label: 'Πότε να σας γράφουμε',
    off: 'Ποτέ',
    at_once: 'Με κάθε αλλαγή, μέσα σε λίγα λεπτά',
    daily: 'Μία φορά την ημέρα, στις 9 το πρωί',
    saved: 'Η επιλογή σας αποθηκεύτηκε.',
    failed: 'Η επιλογή σας δεν αποθηκεύτηκε. Παρακαλώ προσπαθήστε ξανά.',
    loadFailed: 'Η επιλογή σας δεν είναι διαθέσιμη αυτή τη στιγμή.',
    offTitle: 'Διακοπή μηνυμάτων',
    offIntro:
      'Δεν θα σας γράφουμε πια όταν αλλάζουν οι πόντοι σας. Τα άλλα μηνύματα του λογαριασμού δεν αλλάζουν.',
    offButton: 'Διακοπή μηνυμάτων',
    offFailed: 'Τα μηνύματα δεν σταμάτησαν. Παρακαλώ προσπαθήστε ξανά.',
    offDone: 'Τα μηνύματα σταμάτησαν',
    offAgain: 'Αν τα θελήσετε ξανά, θα τα βρείτε στις ρυθμίσεις σας.',
    home: 'Αρχική',
  },
  en: {
    title: 'E-mails about your points',
    intro: 'We write to you when your points change, if you want.',
    label: 'When to write to you',
    off: 'Never',
    at_once: 'At each change, within a few minutes',
    daily: 'Once a day, at 9 in the morning',
    saved: 'Your choice is saved.',
    failed: 'Your choice was not saved. Please try again.',
    loadFailed: 'Your choice is not available at the moment.',
    offTitle: 'Stop e-mails',
    offIntro:
      'We will no longer write to you when your points change. Other e-mails of the account do not change.',
    offButton: 'Stop e-mails',
    offFailed: 'The e-mails were not stopped. Please try again.',
    offDone: 'The e-mails have stopped',
    offAgain: 'If you want them again, you find them in your settings.',
    home: 'Home',
  },
})
