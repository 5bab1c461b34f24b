import type { reportNotMine } from '@portal/contract/card.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'
import { counted } from '#web/lib/format.ts'

export const text = inLanguage({
  el: {
    fresh: 'Μόλις στο ταμείο',
    used: (title: string) => `Χρησιμοποιήθηκε κουπόνι: ${title}`,
    points: (points: string, count: number) => `${points} ${count === 1 ? 'πόντος' : 'πόντοι'}`,
    notMine: 'Δεν ήμουν εγώ',
    question: 'Δεν ήσασταν εσείς;',
    means:
      'Θα το δουν οι υπεύθυνοι της υπηρεσίας και θα το ελέγξουν. Ως τότε οι πόντοι και τα κουπόνια σας μένουν όπως είναι.',
    cancel: 'Άκυρο',
    reported: 'Το δηλώσατε. Οι υπεύθυνοι της υπηρεσίας θα το ελέγξουν.',
    failed: 'Η δήλωσή σας δεν στάλθηκε',
  },
  en: {
    fresh: 'Just now at the desk',
    used: (title: string) => `Coupon used: ${title}`,
    points: (points: string, count: number) => `${points} ${count === 1 ? 'point' : 'points'}`,
    notMine: 'It was not me',
    question: 'Was it not you?',
    means:
      'The people who run the service will see and check it. Until then, your points and coupons stay as they are.',
    cancel: 'Cancel',
    reported: 'You reported this. The people who run the service will check it.',
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
