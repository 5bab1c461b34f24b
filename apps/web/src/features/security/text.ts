import type { Session } from '@portal/contract/sessions.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Ασφάλεια λογαριασμού',
    sessions: 'Πού έχετε συνδεθεί',
    sessionsIntro:
      'Εδώ βλέπετε κάθε συσκευή και κάθε περιηγητή όπου είναι ανοιχτός ο λογαριασμός σας. Αν δεν αναγνωρίζετε κάποια σύνδεση, τερματίστε την και αλλάξτε το συνθηματικό σας.',
    changePassword: 'Αλλαγή συνθηματικού',
    notLoaded: 'Οι συνδέσεις σας δεν φορτώθηκαν',
    current: 'Αυτή η συσκευή',
    since: 'Σύνδεση',
    lastUse: 'Τελευταία χρήση',
    now: 'Τώρα',
    network: 'Δίκτυο',
    end: 'Τερματισμός σύνδεσης',
    logOut: 'Αποσύνδεση',
    cancel: 'Ακύρωση',
    endQuestion: (name: string) => `Να τερματιστεί η σύνδεση «${name}»;`,
    endMeans:
      'Εκείνος ο περιηγητής αποσυνδέεται από τον λογαριασμό σας. Τερματίζουμε και τις συνδέσεις που έγιναν από εκεί σε συνεργαζόμενους ιστότοπους με τον λογαριασμό σας.',
    ended: 'Η σύνδεση τερματίστηκε',
    endedMeans: (name: string) => `Η σύνδεση «${name}» δεν ισχύει πια.`,
    notEnded: 'Η σύνδεση δεν τερματίστηκε',
    everywhere: 'Αποσύνδεση από παντού',
    everywhereIntro:
      'Η αποσύνδεση από παντού τερματίζει όλες τις συνδέσεις, ακόμη και τη σύνδεση αυτής της συσκευής. Θα χρειαστεί να συνδεθείτε ξανά.',
    everywhereQuestion: 'Αποσύνδεση από παντού;',
    everywhereMeans:
      'Αποσυνδέεστε από όλες τις συσκευές, ακόμη και από αυτήν. Τερματίζουμε και τις συνδέσεις σας με τους συνεργαζόμενους ιστότοπους όπου μπήκατε με τον λογαριασμό σας.',
    notEverywhere: 'Η αποσύνδεση δεν ολοκληρώθηκε',
  },
  en: {
    title: 'Account security',
    sessions: 'Where you are signed in',
    sessionsIntro:
      'Here you see every device and browser where your account is open. If you do not recognise one, sign it out and change your password.',
    changePassword: 'Change password',
    notLoaded: 'The list could not be loaded',
    current: 'This device',
    since: 'Signed in',
    lastUse: 'Last used',
    now: 'Now',
    network: 'Network',
    end: 'Sign out this device',
    logOut: 'Sign out',
    cancel: 'Cancel',
    endQuestion: (name: string) => `Sign out “${name}”?`,
    endMeans:
      'That browser is signed out of your account. We also end the sign-ins at partner sites that were made there with your account.',
    ended: 'The device was signed out',
    endedMeans: (name: string) => `“${name}” is no longer signed in.`,
    notEnded: 'The device was not signed out',
    everywhere: 'Sign out everywhere',
    everywhereIntro:
      '“Sign out everywhere” signs out all devices, also this one. You will need to sign in again.',
    everywhereQuestion: 'Sign out everywhere?',
    everywhereMeans:
      'You are signed out on all devices, also on this one. We also end your sign-ins at the partner sites that you used with your account.',
    notEverywhere: 'You were not signed out everywhere',
  },
})

/** 'Firefox σε Windows', inLanguage({ el: 'Άγνωστος περιηγητής', en: 'Unknown browser' }). */
export const nameOf = ({ browser, system }: Pick<Session, 'browser' | 'system'>): string =>
  [browser || inLanguage({ el: 'Άγνωστος περιηγητής', en: 'Unknown browser' }), system]
    .filter(Boolean)
    .join(inLanguage({ el: ' σε ', en: ' on ' }))
