import type { PlaceKind } from '@portal/contract/places.ts'

export const text = {
  title: 'Σημεία συλλογής',
  intro: 'Πού παραδίδετε τηγανέλαιο και πού δίνετε ή παίρνετε αντικείμενα για επαναχρησιμοποίηση.',
  municipality: 'Δήμος',
  everywhere: 'Όλοι οι δήμοι',
  kind: 'Είδος',
  anyKind: 'Όλα τα σημεία',
  near: 'Τα πιο κοντινά πρώτα',
  byTown: 'Ανά δήμο',
  nearMeans:
    'Η απόσταση υπολογίζεται στη συσκευή σας, σε ευθεία γραμμή. Η θέση σας δεν αποστέλλεται πουθενά.',
  nearList: 'Από το πιο κοντινό',
  noPosition: 'Η θέση σας δεν είναι διαθέσιμη. Ελέγξτε αν την επιτρέπει ο περιηγητής σας.',
  count: (count: string, one: boolean) => (one ? 'Ένα σημείο' : `${count} σημεία`),
  hours: 'Ώρες λειτουργίας',
  map: 'Χάρτης',
  loading: 'Φόρτωση…',
  failed: 'Τα σημεία συλλογής δεν είναι διαθέσιμα αυτή τη στιγμή.',
  noneYet: 'Δεν έχουν καταχωριστεί ακόμη σημεία συλλογής',
  none: 'Δεν υπάρχουν σημεία με αυτά τα κριτήρια',
  reset: 'Όλα τα σημεία',
}

export const kindNames: Record<PlaceKind, string> = {
  green_atm: 'Πράσινο ΑΤΜ',
  orange_bin: 'Πορτοκαλί κάδος',
  reuse_centre: 'Κέντρο επαναχρησιμοποίησης',
}
