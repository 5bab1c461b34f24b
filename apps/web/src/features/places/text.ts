import type { PlaceKind } from '@portal/contract/places.ts'
import { counted } from '#web/lib/format.ts'
import { inLanguage } from '#web/lib/language.ts'

export const text = inLanguage({
  el: {
    title: 'Σημεία συλλογής',
    intro: 'Δείτε πού παραδίδετε τηγανέλαιο και πού δίνετε ή παίρνετε αντικείμενα για επαναχρησιμοποίηση.',
    municipality: 'Δήμος',
    everywhere: 'Όλοι οι δήμοι',
    kind: 'Είδος',
    anyKind: 'Όλα τα σημεία',
    near: 'Τα πιο κοντινά πρώτα',
    byTown: 'Ανά δήμο',
    nearMeans:
      'Η απόσταση υπολογίζεται στη συσκευή σας, σε ευθεία γραμμή. Δεν στέλνουμε τη θέση σας πουθενά.',
    nearList: 'Από το πιο κοντινό',
    noPosition:
      'Η θέση σας δεν είναι διαθέσιμη. Ελέγξτε αν επιτρέπετε στον περιηγητή σας να τη χρησιμοποιεί και προσπαθήστε ξανά.',
    count: (count: number) => counted(count, 'σημείο', 'σημεία'),
    hours: 'Ώρες λειτουργίας',
    map: 'Χάρτης',
    failed: 'Τα σημεία συλλογής δεν είναι διαθέσιμα αυτή τη στιγμή.',
    noneYet: 'Δεν έχουν καταχωριστεί ακόμη σημεία συλλογής',
    none: 'Δεν υπάρχουν σημεία με αυτά τα κριτήρια',
    reset: 'Όλα τα σημεία',
  },
  en: {
    title: 'Collection points',
    intro: 'See where to drop off used cooking oil, and where to give or take things for reuse.',
    municipality: 'Municipality',
    everywhere: 'All municipalities',
    kind: 'Type',
    anyKind: 'All collection points',
    near: 'Nearest first',
    byTown: 'By municipality',
    nearMeans:
      'Your device calculates the distance, in a straight line. We do not send your position anywhere.',
    nearList: 'From the nearest',
    noPosition: 'Your position is not available. Check whether your browser may use it, and try again.',
    count: (count: number) => counted(count, 'collection point', 'collection points'),
    hours: 'Opening hours',
    map: 'Map',
    failed: 'The collection points are not available right now.',
    noneYet: 'There are no collection points yet',
    none: 'No collection point matches your choice',
    reset: 'All collection points',
  },
})

export const kindNames: Record<PlaceKind, string> = inLanguage({
  el: {
    green_atm: 'Πράσινο ΑΤΜ',
    orange_bin: 'Πορτοκαλί κάδος',
    reuse_centre: 'Κέντρο επαναχρησιμοποίησης',
  },
  en: {
    green_atm: 'Green ATM',
    orange_bin: 'Orange bin',
    reuse_centre: 'Reuse centre',
  },
})
