import { inLanguage } from '#web/lib/language.ts'

export const mailsText = inLanguage({
  el: {
    title: 'Email για τους πόντους σας',
    intro: 'Αν θέλετε, σας στέλνουμε email όταν αλλάζουν οι πόντοι σας.',
    label: 'Πότε θέλετε email;',
    off: 'Ποτέ',
    at_once: 'Με κάθε αλλαγή, μέσα σε λίγα λεπτά',
    daily: 'Το πολύ μία φορά την ημέρα, στις 9 το πρωί',
    saved: 'Η επιλογή σας αποθηκεύτηκε.',
    failed: 'Η επιλογή σας δεν αποθηκεύτηκε. Παρακαλώ προσπαθήστε ξανά.',
    loadFailed: 'Η επιλογή σας δεν είναι διαθέσιμη αυτή τη στιγμή. Ανανεώστε τη σελίδα.',
    offTitle: 'Διακοπή των email για τους πόντους',
    offIntro:
      'Αν πατήσετε το κουμπί, δεν θα σας στέλνουμε πια email όταν αλλάζουν οι πόντοι σας. Τα άλλα email για τον λογαριασμό σας θα έρχονται όπως πριν.',
    offButton: 'Διακοπή των email για τους πόντους',
    offFailed: 'Τα email δεν σταμάτησαν. Προσπαθήστε ξανά ή επιλέξτε «Ποτέ» στις ρυθμίσεις σας.',
    offDone: 'Τα email για τους πόντους σταμάτησαν',
    offAgain:
      'Αν θέλετε ξανά αυτά τα email ή αν συνεχίσουν να έρχονται, αλλάξτε την επιλογή σας στις ρυθμίσεις.',
  },
  en: {
    title: 'Emails about your points',
    intro: 'If you want, we send you an email when your points change.',
    label: 'When do you want an email?',
    off: 'Never',
    at_once: 'At each change, within a few minutes',
    daily: 'At most once a day, at 9 in the morning',
    saved: 'Your choice is saved.',
    failed: 'Your choice was not saved. Please try again.',
    loadFailed: 'Your choice is not available right now. Reload the page.',
    offTitle: 'Stop emails about points',
    offIntro:
      'If you press the button, we will no longer send you emails when your points change. You will still get the other emails about your account.',
    offButton: 'Stop emails about points',
    offFailed: 'The emails were not stopped. Try again, or choose “Never” in your settings.',
    offDone: 'The emails about points have stopped',
    offAgain:
      'If you want these emails again, or if you still get them, change your choice in your settings.',
  },
})
