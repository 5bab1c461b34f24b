import type { Texts } from '@portal/contract/words/language.ts'

/**
 * Version of the question for consent, in the evidence of each consent (GDPR 7.1): the day from which its words are
 * asked. Change it with `texts`; a test fails otherwise.
 */
export const consentVersion = '2026-11-27'

/** The question for consent to the site of a third party: who asks, why, for what, and how it ends. */
export const texts = {
  el: {
    who: (site: string) => `Ο ιστότοπος «${site}» δεν ανήκει στον φορέα της υπηρεσίας.`,
    company: 'Υπεύθυνος',
    purpose: 'Σκοπός',
    notice: 'Ενημέρωση για τα προσωπικά δεδομένα',
    notStated: 'δεν έχει δηλωθεί',
    asks: 'Αν συμφωνήσετε, θα μπορεί:',
    openid: {
      public:
        'να σας συνδέει και να σας αναγνωρίζει με έναν κωδικό που μπορεί να τον έχουν και άλλοι ιστότοποι',
      pairwise: 'να σας συνδέει και να σας αναγνωρίζει με έναν κωδικό που δεν τον έχει άλλος ιστότοπος',
    },
    scopes: {
      profile: 'να βλέπει το ονοματεπώνυμό σας',
      email: 'να βλέπει τη διεύθυνση email σας',
      phone: 'να βλέπει το τηλέφωνό σας',
      municipality: 'να βλέπει τον δήμο σας',
      points: 'να βλέπει πόσους πόντους έχετε, χωρίς να τους παίρνει',
    } as Record<string, string>,
    gives: 'να σας δίνει πόντους και να διορθώνει όσους σας έδωσε',
    redeem: 'Επιτρέπω και να παίρνει πόντους μου για κουπόνια',
    redeemMeans: 'Προαιρετικό. Αν δεν το επιλέξετε, συνδέεστε κανονικά, αλλά δεν εξαργυρώνετε εκεί πόντους.',
    ends: 'Η συγκατάθεση ισχύει ώσπου να αποσυνδεθείτε, το πολύ 14 ημέρες. Την ανακαλείτε όποτε θέλετε στις ρυθμίσεις:',
    settings: 'Συνδεδεμένοι ιστότοποι',
  },
  en: {
    who: (site: string) => `The site “${site}” does not belong to the body that runs this service.`,
    company: 'Responsible',
    purpose: 'Purpose',
    notice: 'Notice about personal data',
    notStated: 'not stated',
    asks: 'If you agree, it can:',
    openid: {
      public: 'sign you in and recognise you by an identifier that other sites may have, too',
      pairwise: 'sign you in and recognise you by an identifier that no other site has',
    },
    scopes: {
      profile: 'see your full name',
      email: 'see your email address',
      phone: 'see your telephone number',
      municipality: 'see your municipality',
      points: 'see how many points you have, without taking them',
    } as Record<string, string>,
    gives: 'give you points and correct those that it gave you',
    redeem: 'I also allow it to take my points for coupons',
    redeemMeans: 'Optional. Without it you can sign in as usual, but you cannot redeem points there.',
    ends: 'Your consent is valid until you sign out, 14 days at most. You can withdraw it at any time in the settings:',
    settings: 'Connected sites',
  },
} satisfies Texts<object>
