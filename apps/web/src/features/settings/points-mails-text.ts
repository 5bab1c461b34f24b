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
      'Αν πατήσετε το κουμπί, δεν θα σας γράφουμε πια όταν αλλάζουν οι πόντοι σας. Τα άλλα μηνύματα του λογαριασμού θα έρχονται όπως πριν.',
    offButton: 'Διακοπή μηνυμάτων',
    offFailed: 'Τα μηνύματα δεν σταμάτησαν. Παρακαλώ προσπαθήστε ξανά.',
    offDone: 'Τα μηνύματα σταμάτησαν',
    offAgain: 'Αν τα θελήσετε ξανά, θα τα βρείτε στις ρυθμίσεις σας.',
    home: 'Αρχική',
  },
  en: {
    title: 'Emails about your points',
    intro: 'We write to you when your points change, if you want.',
    label: 'When to write to you',
    off: 'Never',
    at_once: 'At each change, within a few minutes',
    daily: 'Once a day, at 9 in the morning',
    saved: 'Your choice is saved.',
    failed: 'Your choice was not saved. Please try again.',
    loadFailed: 'Your choice is not available right now.',
    offTitle: 'Stop emails',
    offIntro:
      'If you press the button, we will no longer write to you when your points change. You will still get the other emails about your account.',
    offButton: 'Stop emails',
    offFailed: 'The emails were not stopped. Please try again.',
    offDone: 'The emails have stopped',
    offAgain: 'If you want them again, turn them on in your settings.',
    home: 'Home',
  },
})
