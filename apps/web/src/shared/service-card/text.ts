import { inLanguage } from '#web/lib/language.ts'

export const cards = inLanguage({
  el: {
    oil: {
      title: 'Ανακύκλωση τηγανελαίου',
      intro: 'Παραδώστε το τηγανέλαιο σε πράσινο ΑΤΜ ή σε πορτοκαλί κάδο.',
    },
    reuse: {
      title: 'Επαναχρησιμοποίηση',
      intro: 'Δώστε δεύτερη ζωή σε αντικείμενα στα κέντρα επαναχρησιμοποίησης.',
    },
    redemption: {
      title: 'Εξαργύρωση πόντων',
      intro: 'Κουπόνια, προσφορές και δώρα στα συνεργαζόμενα καταστήματα.',
    },
  },
  en: {
    oil: {
      title: 'Oil recycling',
      intro: 'Drop off used cooking oil at a green ATM or an orange bin.',
    },
    reuse: {
      title: 'Reuse',
      intro: 'Give things a second life at the reuse centres.',
    },
    redemption: {
      title: 'Redeem points',
      intro: 'Coupons, offers and gifts at our partner shops.',
    },
  },
})

export const go = inLanguage({ el: 'Μετάβαση', en: 'Open' })
