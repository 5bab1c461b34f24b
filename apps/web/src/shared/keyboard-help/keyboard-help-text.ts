import * as endpoints from '#web/api/endpoints.ts'
import type { Permission } from '@portal/contract/security/permissions.ts'

/** A row of the dialog; with a permission, shown only to the roles that have it. */
type Row = { keys: string[][]; does: string; permission?: Permission }

/** Keys of the staff's screens, as listed in the dialog. */
export const text = {
  title: 'Συντομεύσεις πληκτρολογίου',
  close: 'Κλείσιμο',
  or: 'ή',
  layouts:
    'Τα γράμματα και τα σύμβολα λειτουργούν το ίδιο με ελληνικό και λατινικό πληκτρολόγιο, όχι όμως όσο γράφετε σε πεδίο.',
  keySwitch: 'Συντομεύσεις με γράμματα και με τα σύμβολα / και ?',
  keySwitchHint: 'Απενεργοποιήστε τις αν σας μπερδεύουν. Η επιλογή ισχύει μόνο σε αυτή τη συσκευή.',
  groups: [
    {
      name: 'Στους καταλόγους και στο ιστορικό πόντων',
      keys: [
        { keys: [['/']], does: 'Αναζήτηση χρήστη ή, στα «Αυτοκόλλητα», κωδικού' },
        { keys: [['J'], ['↓']], does: 'Επόμενη γραμμή (↓ μόνο στον κατάλογο χρηστών)' },
        { keys: [['K'], ['↑']], does: 'Προηγούμενη γραμμή (↑ μόνο στον κατάλογο χρηστών)' },
        { keys: [['Enter']], does: 'Άνοιγμα (και του μοναδικού αποτελέσματος της αναζήτησης)' },
        { keys: [['Esc']], does: 'Καθαρισμός της αναζήτησης ή επιστροφή στον κατάλογο' },
      ],
    },
    {
      name: 'Στα στοιχεία ενός χρήστη',
      keys: [
        { keys: [['E']], does: 'Αντιγραφή email' },
        { keys: [['T']], does: 'Αντιγραφή τηλεφώνου' },
        { keys: [['A']], does: 'Αντιγραφή αριθμού λογαριασμού' },
        { keys: [['S']], does: 'Νέα σημείωση κλήσης' },
        { keys: [['H']], does: 'Ιστορικό πόντων του χρήστη' },
      ],
    },
    {
      name: 'Στο ιστορικό πόντων',
      keys: [
        { keys: [['Enter']], does: 'Γιατί τόσοι πόντοι; Άνοιγμα της κίνησης' },
        { keys: [['Esc']], does: 'Κλείσιμο της κίνησης' },
        { keys: [['N']], does: 'Επόμενη σελίδα' },
        { keys: [['P']], does: 'Προηγούμενη σελίδα' },
      ],
    },
    {
      name: 'Στις σελίδες με το κουμπί «Συντομεύσεις πληκτρολογίου»',
      keys: [
        { keys: [['G', 'U']], does: 'Χρήστες' },
        { keys: [['G', 'P']], does: 'Πόντοι' },
        { keys: [['G', 'S']], does: 'Αυτοκόλλητα' },
        { keys: [['G', 'A']], does: 'Αναφορές', permission: endpoints.listClaims.access },
        { keys: [['G', 'D']], does: 'Επισκόπηση' },
        { keys: [['?']], does: 'Κατάλογος συντομεύσεων' },
      ],
    },
  ] as { name: string; keys: Row[] }[],
}
