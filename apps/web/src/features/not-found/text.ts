import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Η σελίδα δεν υπάρχει',
    missing:
      'Στη διεύθυνση που ανοίξατε δεν υπάρχει σελίδα. Ελέγξτε αν γράψατε σωστά τη διεύθυνση ή ξεκινήστε από εδώ:',
    logIn: 'Σύνδεση',
    signUp: 'Εγγραφή',
    about: 'Τι είναι αυτή η υπηρεσία',
    aboutIntro:
      'Εδώ οι πολίτες συγκεντρώνουν πόντους επιβράβευσης όταν ανακυκλώνουν και όταν δίνουν δεύτερη ζωή σε αντικείμενα. Βλέπουν επίσης κάθε κίνηση των πόντων τους.',
    earn: 'Πώς κερδίζετε πόντους',
    oil: 'Παραδώστε τηγανέλαιο σε σημείο συλλογής: σε πράσινο ΑΤΜ ή σε πορτοκαλί κάδο. Με τον κωδικό στο αυτοκόλλητο του καπακιού, οι πόντοι μπαίνουν στον λογαριασμό σας. Όσο περισσότερα λίτρα, τόσο περισσότεροι πόντοι.',
    reuse:
      'Δώστε αντικείμενα στα κέντρα επαναχρησιμοποίησης ή πάρτε από εκεί. Οι πόντοι εξαρτώνται από το είδος της συναλλαγής, το πλήθος και το υλικό των αντικειμένων.',
    spend: 'Πώς εξαργυρώνετε πόντους',
    coupons: 'Εξαργυρώνετε τους πόντους σας σε κουπόνια, προσφορές και δώρα στα συνεργαζόμενα καταστήματα.',
    sites: { oil: 'Ανακύκλωση τηγανελαίου', reuse: 'Επαναχρησιμοποίηση', redemption: 'Εξαργύρωση πόντων' },
    help: 'Πού θα βρείτε βοήθεια',
    helpIntro: 'Για ό,τι χρειαστείτε, επικοινωνήστε μαζί μας:',
    telephone: 'Τηλέφωνο',
    email: 'Email',
    address: 'Διεύθυνση',
  },
  en: {
    title: 'This page does not exist',
    missing:
      'There is no page at the address that you opened. Check whether you wrote it correctly, or start here:',
    logIn: 'Sign in',
    signUp: 'Sign up',
    about: 'What this service is',
    aboutIntro:
      'Here people collect reward points when they recycle and when they give things a second life. They also see every record of their points.',
    earn: 'How you earn points',
    oil: 'Drop off used cooking oil at a collection point: at a green ATM or an orange bin. The code on the sticker on the cap sends the points to your account. More litres give more points.',
    reuse:
      'Give or take things at the reuse centres. The points depend on the kind of exchange and on the number and the material of the things.',
    spend: 'How you redeem points',
    coupons: 'You redeem your points for coupons, offers and gifts at our partner shops.',
    sites: { oil: 'Oil recycling', reuse: 'Reuse', redemption: 'Redeem points' },
    help: 'Where you find help',
    helpIntro: 'Contact us if you need anything:',
    telephone: 'Telephone',
    email: 'Email',
    address: 'Address',
  },
})
