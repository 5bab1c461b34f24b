import type {
  cancelErasureByLink,
  confirmErasure,
  exportOwnData,
  requestErasure,
} from '@portal/contract/privacy.ts'
import { type SentencesOf, throttledText } from '#web/api/common-error-text.ts'
import { plural } from '@portal/contract/words/plural.ts'
import { counted, formatNumber } from '#web/lib/format.ts'
import { linkSentences, textSentences } from '#web/shared/forms/field-text.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Τα δεδομένα μου',
    retry: 'Νέα προσπάθεια',

    download: 'Λήψη των δεδομένων σας',
    downloadIntro:
      'Κατεβάστε όσα συνδέονται με τον λογαριασμό σας, όπως τα στοιχεία, τους πόντους και τις συνδέσεις σας. Δεν περιέχονται συνθηματικά, κλειδιά, ολόκληροι κωδικοί κουπονιών, τεχνικά στοιχεία, ονόματα υπαλλήλων ή αναζητήσεις τους.',
    page: 'Σελίδα για ανάγνωση και εκτύπωση',
    file: 'Αρχείο για άλλη υπηρεσία (JSON)',
    start: 'Λήψη',
    downloaded: 'Η λήψη ολοκληρώθηκε',
    downloadedIntro: (name: string) =>
      `Το αρχείο ${name} είναι στις λήψεις της συσκευής σας. Περιέχει προσωπικά στοιχεία: μην το αφήσετε σε κοινόχρηστη συσκευή.`,
    downloadFailed: 'Η λήψη δεν έγινε',

    erase: 'Διαγραφή του λογαριασμού σας',
    eraseIntro: 'Μπορείτε να φύγετε όποτε θέλετε. Πριν αποφασίσετε, δείτε τι θα συμβεί:',
    losesPoints: (points: number) =>
      plural(
        points,
        'Χάνεται ο ένας διαθέσιμος πόντος σας.',
        `Χάνονται οι ${formatNumber(points)} διαθέσιμοι πόντοι σας.`,
      ),
    losesNoPoints: 'Δεν έχετε διαθέσιμους πόντους που θα χαθούν.',
    losesCoupons:
      'Αν έχετε κουπόνια που δεν χρησιμοποιήσατε, χρησιμοποιήστε τα πρώτα: μετά δεν θα μπορούμε να τα βρούμε.',
    losesName:
      'Σβήνουμε τα στοιχεία σας, όπως το όνομα, τη διεύθυνση email, το τηλέφωνο, τα αυτοκόλλητα και τις συνδέσεις σας.',
    keepsSums:
      'Οι κινήσεις των πόντων μένουν για τα σύνολα του δήμου σας, με έναν αριθμό στη θέση του ονόματός σας.',
    steps: (days: number) =>
      `Θα σας στείλουμε μήνυμα για επιβεβαίωση. Από την επιβεβαίωση έχετε ${counted(days, 'ημέρα', 'ημέρες')} για να αλλάξετε γνώμη. Ύστερα η διαγραφή δεν αναιρείται.`,
    ask: 'Ζητώ τη διαγραφή του λογαριασμού μου',
    asked: 'Σας στείλαμε μήνυμα',
    askedIntro: (email: string) =>
      `Ανοίξτε το μήνυμα που στείλαμε στη διεύθυνση ${email}, πατήστε τον σύνδεσμο και επιβεβαιώστε τη διαγραφή. Μέχρι τότε δεν αλλάζει τίποτα.`,
    askFailed: 'Το αίτημά σας δεν στάλθηκε',
    staff:
      'Ο λογαριασμός σας ανήκει στο προσωπικό. Για να κλείσει, απευθυνθείτε στον διαχειριστή της υπηρεσίας.',
    unknown: 'Δεν μπορέσαμε να δούμε αν έχετε ζητήσει διαγραφή. Παρακαλώ προσπαθήστε ξανά.',

    scheduled: (when: string) => `Προγραμματισμένη διαγραφή του λογαριασμού σας: ${when}.`,
    scheduledIntro:
      'Έως τότε ο λογαριασμός σας λειτουργεί κανονικά. Αν αλλάξατε γνώμη, πατήστε «Ακύρωση διαγραφής» στην κορυφή της σελίδας.',
    cancel: 'Να μείνει ο λογαριασμός μου',

    confirmTitle: 'Διαγραφή λογαριασμού',
    confirmIntro:
      'Αν πατήσετε «Ναι, να διαγραφεί ο λογαριασμός μου», θα τον διαγράψουμε και θα χαθούν οι πόντοι σας. Θα σας πούμε πότε. Έως τότε μπορείτε να ακυρώσετε τη διαγραφή.',
    confirm: 'Ναι, να διαγραφεί ο λογαριασμός μου',
    keep: 'Όχι, θέλω να τον κρατήσω',
    confirmed: 'Το αίτημά σας επιβεβαιώθηκε',
    confirmedIntro: (when: string) =>
      `Διαγραφή του λογαριασμού σας: ${when}. Σας στείλαμε μήνυμα με έναν σύνδεσμο. Αν αλλάξετε γνώμη, ακυρώστε τη διαγραφή από εκεί.`,
    confirmFailed: 'Το αίτημά σας δεν επιβεβαιώθηκε',
    cancelTitle: 'Ακύρωση διαγραφής',
    cancelIntro: 'Χαιρόμαστε που αλλάξατε γνώμη. Πατήστε το κουμπί για να κρατήσετε τον λογαριασμό σας.',
    cancelDone: 'Ο λογαριασμός σας δεν θα διαγραφεί',
    cancelDoneIntro: 'Οι πόντοι και τα στοιχεία σας μένουν όπως ήταν.',
    cancelLinkFailed: 'Η ακύρωση δεν έγινε',
  },
  en: {
    title: 'My data',
    retry: 'Try again',

    download: 'Download your data',
    downloadIntro:
      'Download what is connected with your account, such as your details, your points and your sign-ins. It contains no passwords, keys, whole coupon codes or technical data, and no names or searches of staff.',
    page: 'Page to read and print',
    file: 'File for another service (JSON)',
    start: 'Download',
    downloaded: 'The download is complete',
    downloadedIntro: (name: string) =>
      `The file ${name} is in the downloads of your device. It contains personal data: do not leave it on a shared device.`,
    downloadFailed: 'The download failed',

    erase: 'Delete your account',
    eraseIntro: 'You can leave at any time. Before you decide, this is what happens:',
    losesPoints: (points: number) =>
      plural(
        points,
        'You lose your one available point.',
        `You lose your ${formatNumber(points)} available points.`,
      ),
    losesNoPoints: 'You have no available points to lose.',
    losesCoupons: 'If you have coupons that you did not use, use them first: afterwards we cannot find them.',
    losesName: 'We delete your data, such as your name, email, telephone number, stickers and sign-ins.',
    keepsSums:
      'Your points records stay for the totals of your municipality, with a number in the place of your name.',
    steps: (days: number) =>
      `We will send you an email to confirm. From the confirmation on, you have ${counted(days, 'day', 'days')} to change your mind. After that we cannot undo it.`,
    ask: 'Delete my account',
    asked: 'We sent you an email',
    askedIntro: (email: string) =>
      `Open the email that we sent to ${email}, use the link and confirm the deletion. Until then nothing changes.`,
    askFailed: 'Your request was not sent',
    staff: 'Your account belongs to the staff. To close it, ask the administrator of the service.',
    unknown: 'We could not check if you asked to delete your account. Please try again.',

    scheduled: (when: string) => `Your account will be deleted on ${when}.`,
    scheduledIntro:
      'Until then your account works as usual. If you changed your mind, press “Keep my account” at the top of the page.',
    cancel: 'Keep my account',

    confirmTitle: 'Delete account',
    confirmIntro:
      'If you press “Yes, delete my account”, we will delete it and you will lose your points. We will tell you when. Until then you can cancel.',
    confirm: 'Yes, delete my account',
    keep: 'No, I want to keep it',
    confirmed: 'You confirmed your request',
    confirmedIntro: (when: string) =>
      `Your account will be deleted on ${when}. We sent you an email with a link to cancel, if you change your mind.`,
    confirmFailed: 'Your request was not confirmed',
    cancelTitle: 'Keep your account',
    cancelIntro: 'We are glad that you changed your mind. Press the button to keep your account.',
    cancelDone: 'Your account will not be deleted',
    cancelDoneIntro: 'Your points and details stay as they were.',
    cancelLinkFailed: 'The cancellation did not work',
  },
})

export const labels = inLanguage({
  el: { current_password: 'Τρέχον συνθηματικό', format: 'Μορφή' },
  en: { current_password: 'Current password', format: 'Format' },
})

export const sentences: SentencesOf<typeof exportOwnData> & SentencesOf<typeof requestErasure> = {
  ...textSentences,
  password_incorrect: inLanguage({
    el: 'Παρακαλώ γράψτε το σωστό τρέχον συνθηματικό.',
    en: 'Please enter the correct current password.',
  }),
  throttled: throttledText,
  not_permitted: text.staff,
}

const ended = inLanguage({
  el: 'Ο σύνδεσμος δεν είναι σωστός ή δεν ισχύει πια. Συνδεθείτε για να δείτε στις ρυθμίσεις αν εκκρεμεί διαγραφή ή επικοινωνήστε μαζί μας.',
  en: 'The link is wrong or no longer valid. Sign in to see in the settings whether a deletion is pending, or contact us.',
})

export const erasureSentences: SentencesOf<typeof confirmErasure> & SentencesOf<typeof cancelErasureByLink> =
  {
    ...linkSentences,
    uid_invalid: ended,
    token_invalid: ended,
    throttled: throttledText,
  }
