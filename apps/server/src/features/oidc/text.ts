import type { Texts } from '@portal/contract/words/language.ts'

/**
 * Version of the question for consent, in the audit entry of each consent (GDPR 7.1): the day from which its words are
 * asked. Change it with `consent` below; a test fails otherwise.
 */
export const consentVersion = '2026-11-25'

/** Texts of the provider's pages. The sign-in page itself is part of the web app. */
export const texts = {
  el: {
    home: 'Στην αρχική σελίδα',
    error: {
      title: 'Η σύνδεση δεν ολοκληρώθηκε',
      expired:
        'Το αίτημα σύνδεσης έληξε ή έχει ήδη χρησιμοποιηθεί. Επιστρέψτε στον ιστότοπο από τον οποίο ήρθατε και ξεκινήστε ξανά από εκεί.',
      request:
        'Ο ιστότοπος από τον οποίο ήρθατε έστειλε ένα αίτημα που δεν μπορούμε να δεχτούμε. Δοκιμάστε ξανά από εκεί· αν δεν αλλάξει κάτι, ενημερώστε τους υπευθύνους του.',
      tooMany: 'Έγιναν πάρα πολλές συνδέσεις από το δίκτυό σας. Παρακαλώ δοκιμάστε ξανά σε λίγα λεπτά.',
      error: 'Κάτι δεν πήγε καλά από τη δική μας πλευρά. Παρακαλώ δοκιμάστε ξανά σε λίγο.',
      forSite: 'Για τους υπευθύνους του ιστότοπου:',
    },
    logout: {
      title: 'Αποσύνδεση',
      question: (email: string) => `Θέλετε να αποσυνδεθείτε; Έχετε συνδεθεί ως ${email}.`,
      everywhere: 'Η αποσύνδεση ισχύει και για τους συνεργαζόμενους ιστότοπους στους οποίους συνδεθήκατε.',
      yes: 'Αποσύνδεση',
      no: 'Παραμονή',
    },
    staff: {
      title: 'Εδώ δεν συνδέεστε με λογαριασμό υπαλλήλου',
      why: (site: string) =>
        `Στον ιστότοπο «${site}» συνδέονται μόνο πολίτες. Αν έχετε και λογαριασμό πολίτη, συνδεθείτε με εκείνον.`,
      other: 'Σύνδεση με άλλον λογαριασμό',
      back: (site: string) => `Επιστροφή στον ιστότοπο «${site}»`,
    },
    consent: {
      title: (site: string) => `Σύνδεση στον ιστότοπο «${site}»`,
      asks: (site: string) => `Ο ιστότοπος «${site}» ζητά να μάθει για εσάς:`,
      as: (email: string) => `Έχετε συνδεθεί ως ${email}.`,
      yes: 'Συμφωνώ',
      no: 'Δεν συμφωνώ',
      scopes: {
        openid: 'ότι έχετε λογαριασμό εδώ',
        profile: 'το ονοματεπώνυμό σας',
        email: 'το email σας',
        phone: 'το τηλέφωνό σας',
        municipality: 'τον δήμο σας',
        points: 'τους πόντους σας',
      } as Record<string, string>,
    },
  },
  en: {
    home: 'Go to the home page',
    error: {
      title: 'You are not signed in yet',
      expired:
        'The sign-in request has expired or was already used. Go back to the site that you came from and start again there.',
      request:
        'The site that you came from sent a request that we cannot accept. Try again from there; if that does not help, tell the people who run it.',
      tooMany: 'There were too many sign-ins from your network. Please try again in a few minutes.',
      error: 'Something went wrong on our side. Please try again later.',
      forSite: 'For the people who run the site:',
    },
    logout: {
      title: 'Sign out',
      question: (email: string) => `Do you want to sign out? You are signed in as ${email}.`,
      everywhere: 'This also signs you out of the partner sites that you signed in to.',
      yes: 'Sign out',
      no: 'Stay signed in',
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
      asks: (site: string) => `The site “${site}” asks for this information about you:`,
      as: (email: string) => `You are signed in as ${email}.`,
      yes: 'Allow',
      no: 'Do not allow',
      scopes: {
        openid: 'that you have an account here',
        profile: 'your full name',
        email: 'your email',
        phone: 'your telephone number',
        municipality: 'your municipality',
        points: 'your points',
      } as Record<string, string>,
    },
  },
} satisfies Texts<object>
