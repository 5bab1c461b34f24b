import { plural } from '@portal/contract/words/plural.ts'
import type { reportNotMine } from '@portal/contract/claims.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'
import { counted } from '#web/lib/format.ts'

export const text = inLanguage({
  el: {
    more: (count: number) =>
      plural(count, 'Άλλη 1 κίνηση στην κάρτα μου', `Άλλες ${count} κινήσεις στην κάρτα μου`),
    fresh: 'Μόλις στο ταμείο',
    used: (title: string) => `Χρησιμοποιήθηκε κουπόνι: ${title}`,
    points: (points: string, count: number) => `${points} ${count === 1 ? 'πόντος' : 'πόντοι'}`,
    notMine: 'Δεν ήμουν εγώ',
    question: 'Δεν ήσασταν εσείς;',
    means:
      'Θα το ελέγξουμε και θα σας απαντήσουμε με email. Ως τότε οι πόντοι και τα κουπόνια σας μένουν όπως είναι.',
    cancel: 'Άκυρο',
    reported: 'Το δηλώσατε και θα σας απαντήσουμε με email.',
    toClaims: 'Οι αναφορές σας',
    failed: 'Η δήλωσή σας δεν στάλθηκε',
  },
  en: {
    more: (count: number) => `${count} more on my card`,
    fresh: 'Just now at the desk',
    used: (title: string) => `Coupon used: ${title}`,
    points: (points: string, count: number) => `${points} ${count === 1 ? 'point' : 'points'}`,
    notMine: 'It was not me',
    question: 'Was it not you?',
    means: 'We will check it and answer by email. Until then, your points and coupons stay as they are.',
    cancel: 'Cancel',
    reported: 'You reported this, and we will answer by email.',
    toClaims: 'Your reports',
    failed: 'Your report was not sent',
  },
})

export const sentences: SentencesOf<typeof reportNotMine> = inLanguage({
  el: {
    not_signed_in: 'Η σύνδεσή σας έληξε. Παρακαλώ συνδεθείτε ξανά.',
    not_found: 'Η κίνηση δεν βρέθηκε. Ίσως αναιρέθηκε στο ταμείο. Ανανεώστε τη σελίδα.',
    record_too_old: ({ params }) => `Μπορείτε να το δηλώσετε μέσα σε ${days(params?.['days'])}.`,
  },
  en: {
    not_signed_in: 'You were signed out. Please sign in again.',
    not_found: 'The record was not found. The desk may have undone it. Reload the page.',
    record_too_old: ({ params }) => `You can report this within ${days(params?.['days'])}.`,
  },
})

const days = (count: unknown) =>
  inLanguage({ el: counted(Number(count), 'ημέρα', 'ημέρες'), en: counted(Number(count), 'day', 'days') })
