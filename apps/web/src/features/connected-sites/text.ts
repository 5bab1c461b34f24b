import type { ConnectedSite } from '@portal/contract/partners.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Συνδεδεμένοι ιστότοποι',
    intro:
      'Σε αυτούς τους ιστότοπους έχετε συνδεθεί με τον λογαριασμό σας. Μπορείτε να ανακαλέσετε την πρόσβαση του καθενός όποτε θέλετε.',
    notLoaded: 'Οι ιστότοποι δεν φορτώθηκαν',
    none: 'Δεν υπάρχουν συνδεδεμένοι ιστότοποι',
    noneHint:
      'Όταν συνδεθείτε με αυτόν τον λογαριασμό σε συνεργαζόμενο ιστότοπο, ο ιστότοπος θα εμφανιστεί εδώ.',
    firstParty: 'Δικός μας ιστότοπος',
    thirdParty: 'Ιστότοπος άλλης εταιρείας, με τη συγκατάθεσή σας',
    address: 'Διεύθυνση',
    company: 'Υπεύθυνος',
    purpose: 'Σκοπός',
    notice: 'Ενημέρωση για τα προσωπικά δεδομένα',
    may: 'Μπορεί',
    since: 'Από',
    withdraw: 'Ανάκληση',
    cancel: 'Ακύρωση',
    question: (name: string) => `Ανάκληση της πρόσβασης του ιστότοπου «${name}»;`,
    firstPartyMeans: (name: string) =>
      `Τερματίζουμε τη σύνδεσή σας με τον ιστότοπο «${name}» σε όλες τις συσκευές. Επειδή είναι δικός μας ιστότοπος, ίσως βλέπει ή αλλάζει τους πόντους σας και χωρίς σύνδεση. Αν συνδεθείτε ξανά, θα μάθει πάλι τα ίδια στοιχεία.`,
    thirdPartyMeans: (name: string) =>
      `Ο ιστότοπος «${name}» δεν θα μπορεί πια να διαβάζει στοιχεία σας ούτε να εξαργυρώνει πόντους σας. Τερματίζουμε τη σύνδεσή σας με αυτόν σε όλες τις συσκευές. Αν συνδεθείτε ξανά, θα ζητήσουμε πάλι τη συγκατάθεσή σας.`,
    thirdPartyKeeps:
      'Ο ιστότοπος κρατά όσα έχει ήδη μάθει. Αν θέλετε να διαγραφούν, επικοινωνήστε με τους υπευθύνους του.',
    done: 'Η πρόσβαση ανακλήθηκε',
    doneMeans: (name: string) => `Η σύνδεσή σας με τον ιστότοπο «${name}» τερματίστηκε σε όλες τις συσκευές.`,
    notDone: 'Η πρόσβαση δεν ανακλήθηκε',
  },
  en: {
    title: 'Connected sites',
    intro:
      'You signed in to these sites with your account. You can withdraw the access of each one at any time.',
    notLoaded: 'The sites could not be loaded',
    none: 'There are no connected sites',
    noneHint: 'When you sign in to a partner site with this account, the site appears here.',
    firstParty: 'One of our own sites',
    thirdParty: 'Site of another company, with your consent',
    address: 'Address',
    company: 'Responsible',
    purpose: 'Purpose',
    notice: 'Privacy notice',
    may: 'It can',
    since: 'Since',
    withdraw: 'Withdraw',
    cancel: 'Cancel',
    question: (name: string) => `Withdraw the access of “${name}”?`,
    firstPartyMeans: (name: string) =>
      `We end your sign-in at “${name}” on all devices. It is one of our own sites, so it may see or change your points even if you are not signed in. If you sign in again, it receives the same data.`,
    thirdPartyMeans: (name: string) =>
      `“${name}” can no longer read your data or redeem your points. We end your sign-in there on all devices. If you sign in again, we will ask for your consent again.`,
    thirdPartyKeeps: 'The site keeps what it already received. To have that deleted, contact the site.',
    done: 'The access was withdrawn',
    doneMeans: (name: string) => `Your sign-in at “${name}” has ended on all devices.`,
    notDone: 'The access was not withdrawn',
  },
})

/** In short what the page that asks for consent says. */
export const scopeNames: Record<ConnectedSite['scopes'][number], string> = inLanguage({
  el: {
    openid: 'να σας αναγνωρίζει',
    profile: 'να βλέπει το ονοματεπώνυμό σας',
    email: 'να βλέπει τη διεύθυνση email σας',
    phone: 'να βλέπει το τηλέφωνό σας',
    municipality: 'να βλέπει τον δήμο σας',
    points: 'να βλέπει τους πόντους σας',
    'points:redeem': 'να παίρνει πόντους σας για κουπόνια',
  },
  en: {
    openid: 'recognise you',
    profile: 'see your full name',
    email: 'see your email address',
    phone: 'see your telephone number',
    municipality: 'see your municipality',
    points: 'see your points',
    'points:redeem': 'take your points for coupons',
  },
})
