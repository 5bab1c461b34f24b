import type { Texts } from '@portal/contract/words/language.ts'

/** Texts of the provider's pages. The sign-in page itself is part of the web app. */
export const texts = {
  el: {
    home: 'Στην αρχική σελίδα',
    error: {
      title: 'Το αίτημα δεν ολοκληρώθηκε',
      expired:
        'Το αίτημα σύνδεσης έληξε ή έχει ήδη χρησιμοποιηθεί. Επιστρέψτε στον ιστότοπο από όπου ήρθατε και συνδεθείτε ξανά από εκεί.',
      request:
        'Ο ιστότοπος από όπου ήρθατε έστειλε αίτημα που δεν μπορούμε να δεχτούμε. Προσπαθήστε ξανά από εκεί. Αν το πρόβλημα συνεχιστεί, ενημερώστε τους υπευθύνους του ιστότοπου.',
      tooManyTitle: 'Πάρα πολλά αιτήματα',
      tooMany:
        'Ήρθαν πάρα πολλά αιτήματα σύνδεσης ή αποσύνδεσης από το δίκτυό σας. Προσπαθήστε ξανά σε λίγα λεπτά.',
      error: 'Παρουσιάστηκε πρόβλημα στην υπηρεσία μας. Προσπαθήστε ξανά σε λίγο.',
      forSite: 'Για τους υπευθύνους του ιστότοπου:',
    },
    logout: {
      title: 'Αποσύνδεση',
      question: (email: string) => `Θέλετε να αποσυνδεθείτε; Έχετε συνδεθεί ως ${email}.`,
      everywhere: 'Θα τερματίσουμε και τις συνδέσεις αυτής της συσκευής με τους συνεργαζόμενους ιστότοπους.',
      yes: 'Αποσύνδεση',
      no: 'Όχι, να μην αποσυνδεθώ',
    },
    staff: {
      title: 'Εδώ δεν μπορείτε να συνδεθείτε με λογαριασμό υπαλλήλου',
      why: (site: string) =>
        `Στον ιστότοπο «${site}» συνδέονται μόνο πολίτες. Αν έχετε και λογαριασμό πολίτη, συνδεθείτε με εκείνον.`,
      other: 'Σύνδεση με άλλον λογαριασμό',
      back: (site: string) => `Επιστροφή στον ιστότοπο «${site}»`,
    },
    consent: {
      title: (site: string) => `Σύνδεση στον ιστότοπο «${site}»`,
      as: (email: string) => `Έχετε συνδεθεί ως ${email}.`,
      yes: 'Συμφωνώ',
      no: 'Δεν συμφωνώ',
    },
  },
  en: {
    home: 'Go to the home page',
    error: {
      title: 'The request was not completed',
      expired:
        'The sign-in request has expired or was already used. Go back to the site that you came from and sign in again there.',
      request:
        'The site that you came from sent a request that we cannot accept. Try again from there. If that does not help, tell the people who run the site.',
      tooManyTitle: 'Too many requests',
      tooMany:
        'There were too many requests to sign in or out from your network. Try again in a few minutes.',
      error: 'There is a problem with our service. Try again later.',
      forSite: 'For the people who run the site:',
    },
    logout: {
      title: 'Sign out',
      question: (email: string) => `Do you want to sign out? You are signed in as ${email}.`,
      everywhere: 'We will also end the sign-ins of this device at the partner sites.',
      yes: 'Sign out',
      no: 'No, stay signed in',
    },
    staff: {
      title: 'You cannot sign in here with a staff account',
      why: (site: string) =>
        `“${site}” is for citizens only. If you also have a citizen account, sign in with that one.`,
      other: 'Sign in with another account',
      back: (site: string) => `Back to “${site}”`,
    },
    consent: {
      title: (site: string) => `Sign in to “${site}”`,
      as: (email: string) => `You are signed in as ${email}.`,
      yes: 'I agree',
      no: 'I do not agree',
    },
  },
} satisfies Texts<object>
