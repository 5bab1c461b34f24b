/** Why a row of a file is not imported, after the name of its column: for the page, and for the file to correct. */
const reasons: Record<string, (value: string) => string> = {
  row_length: () => 'δεν έχει όσα πεδία έχει η πρώτη γραμμή.',
  row_damaged: () => 'περιέχει κατεστραμμένο χαρακτήρα.',
  blank: () => 'είναι κενό.',
  null_characters: () => 'περιέχει χαρακτήρα που δεν γίνεται δεκτός.',
  too_long: () => 'έχει πάρα πολλούς χαρακτήρες.',
  email_invalid: (value) => `το «${value}» δεν είναι διεύθυνση email.`,
  telephone_shortened: (value) =>
    `το «${value}» κόπηκε από το λογιστικό φύλλο. Μορφοποιήστε τη στήλη ως κείμενο.`,
  municipality_unknown: (value) => `ο δήμος «${value}» δεν συμμετέχει.`,
  municipality_ambiguous: (value) =>
    `υπάρχουν δύο δήμοι «${value}». Γράψτε και την περιφερειακή ενότητα σε παρένθεση.`,
  password_hash_unreadable: () => 'δεν είναι συνθηματικό σε μορφή που διαβάζει η υπηρεσία.',
  timestamp_unreadable: (value) =>
    `το «${value}» δεν είναι χρόνος με διαφορά ώρας, όπως 2024-07-03T12:00:00+03:00.`,
  timestamp_invalid: (value) => `η ημέρα ή η ώρα «${value}» δεν υπάρχει.`,
  timestamp_offset: (value) => `στο «${value}» η διαφορά ώρας είναι λάθος.`,
  timestamp_early: (value) => `το «${value}» είναι πριν από το 1970.`,
  timestamp_future: (value) => `το «${value}» είναι στο μέλλον.`,
  repeated: (value) => `το «${value}» υπάρχει και σε προηγούμενη γραμμή.`,
  email_kept: (value) =>
    `το «${value}» ήταν διεύθυνση ενός λογαριασμού έως πριν από λίγες ημέρες. Μπορεί να επιστρέψει σε αυτόν.`,
  email_other_account: (value) => `το «${value}» ανήκει σε προσωπικό ή σε λογαριασμό που δεν ενεργοποιήθηκε.`,
  account_of_staff: (value) => `το «${value}» ανήκει στο προσωπικό, που δεν μαζεύει πόντους.`,
  account_unknown: (value) => `κανένας λογαριασμός δεν έχει τη διεύθυνση «${value}».`,
  account_inactive: (value) => `ο λογαριασμός «${value}» δεν έχει ενεργοποιηθεί.`,
  account_restricted: (value) =>
    `ο λογαριασμός «${value}» έχει περιορισμένη επεξεργασία. Κάντε την εισαγωγή όταν αρθεί.`,
  description_unknown: (value) => `το «${value}» δεν είναι είδος κίνησης.`,
  points_not_integer: (value) => `το «${value}» δεν είναι ακέραιος αριθμός.`,
  points_too_many: (value) => `το «${value}» είναι πολύ μεγάλος αριθμός.`,
  points_negative: (value) => `το «${value}» έχει λάθος πρόσημο. Αυτό το είδος προσθέτει πόντους.`,
  points_positive: (value) => `το «${value}» έχει λάθος πρόσημο. Αυτό το είδος αφαιρεί πόντους.`,
  reference_differs: (value) => `ο κωδικός «${value}» υπάρχει ήδη με άλλο περιεχόμενο.`,
  balance_negative: (value) => `το υπόλοιπο του λογαριασμού «${value}» θα γινόταν αρνητικό.`,
  sticker_invalid: (value) => `το «${value}» δεν είναι κωδικός αυτοκόλλητου.`,
}

export const importReasons = Object.keys(reasons)

/** @param problem `field`: the column; null for the whole row */
export const reasonOf = ({
  field,
  code,
  value = '',
}: {
  field?: string | null | undefined
  code: string
  value?: string | undefined
}): string => {
  const reason = reasons[code]?.(value) ?? 'δεν διαβάζεται.'
  return field ? `${field}: ${reason}` : reason
}
