import type { takeGift } from '@portal/contract/coupons.ts'
import type { SentencesOf } from '#web/api/common-error-text.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Ένα κουπόνι για εσάς',
    from: (giver: string) => `Από: ${giver}`,
    shop: 'Κατάστημα',
    place: 'Πού ισχύει',
    validUntil: 'Το κουπόνι ισχύει έως',
    until: 'Ο σύνδεσμος ισχύει έως',
    take: 'Παραλαβή',
    takeMeans: 'Το κουπόνι μπαίνει στον λογαριασμό σας. Δεν κοστίζει πόντους.',
    signIn: 'Σύνδεση για παραλαβή',
    signUp: 'Εγγραφή',
    signInMeans: 'Για να το παραλάβετε, συνδεθείτε ή κάντε εγγραφή. Μετά θα επιστρέψετε εδώ.',
    staff: 'Έχετε συνδεθεί ως προσωπικό. Κουπόνια παραλαμβάνουν μόνο λογαριασμοί πολιτών.',
    gone: 'Ο σύνδεσμος δεν ισχύει πια',
    goneMeans: 'Ίσως έληξε, τον ανακάλεσε όποιος τον έστειλε ή παρέλαβε κάποιος άλλος το κουπόνι.',
    toCoupons: 'Τα κουπόνια μου',
    failed: 'Το κουπόνι δεν είναι διαθέσιμο αυτή τη στιγμή.',
    notTaken: 'Το κουπόνι δεν παραλήφθηκε',
  },
  en: {
    title: 'A coupon for you',
    from: (giver: string) => `From: ${giver}`,
    shop: 'Shop',
    place: 'Where it is valid',
    validUntil: 'The coupon is valid until',
    until: 'The link works until',
    take: 'Receive',
    takeMeans: 'The coupon moves to your account. It costs no points.',
    signIn: 'Sign in to receive it',
    signUp: 'Sign up',
    signInMeans: 'To receive it, sign in or sign up. Then you come back here.',
    staff: 'You are signed in as staff. Only citizens’ accounts receive coupons.',
    gone: 'The link no longer works',
    goneMeans: 'It may have expired, the sender may have withdrawn it, or somebody else received the coupon.',
    toCoupons: 'My coupons',
    failed: 'The coupon is not available right now.',
    notTaken: 'The coupon was not received',
  },
})

export const sentences: SentencesOf<typeof takeGift> = inLanguage({
  el: {
    not_signed_in: 'Η σύνδεσή σας έληξε. Συνδεθείτε ξανά.',
    not_found: text.goneMeans,
    gift_own: 'Αυτό το κουπόνι είναι δικό σας. Για να το χρησιμοποιήσετε, ανακαλέστε τον σύνδεσμο.',
    processing_restricted: 'Ο λογαριασμός σας έχει περιορισμό. Επικοινωνήστε μαζί μας.',
  },
  en: {
    not_signed_in: 'You were signed out. Sign in again.',
    not_found: text.goneMeans,
    gift_own: 'This is your own coupon. To use it, withdraw the link.',
    processing_restricted: 'Your account is restricted. Please contact us.',
  },
})
