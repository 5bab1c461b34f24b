import { inLanguage, type Language } from '@portal/contract/words/language.ts'
import { plural } from '@portal/contract/words/plural.ts'
import { lengthText, periodsTable } from '#server/features/privacy/periods-service.ts'
import type { Config } from '#server/lib/config/config.ts'
import { days } from '#server/lib/time/clock.ts'

const figure = (n: number, language: Language) => n.toLocaleString(language === 'el' ? 'el-GR' : 'en-GB')

/** What the notices say about this server's settings, by key in the Markdown files. */
export function noticeFacts(config: Config, language: Language): Record<string, string> {
  const { caps, retention, sessions, staffReadsDay } = config
  const say = (el: string, en: string) => inLanguage<string>(language, { el, en })
  const coolingOff = Math.ceil(config.erasureCoolingOff / days(1))
  const [personDay, factor] = [figure(caps.personDay, language), figure(caps.rejectFactor, language)]
  const isRejecting = caps.rejectFactor > 0 && (caps.personDay > 0 || caps.partnerDay > 0)
  const ofPerson =
    caps.personDay > 0
      ? say(` Για εσάς το όριο είναι ${personDay} πόντοι.`, ` Yours is ${personDay} points.`)
      : ''
  const unused = retention && lengthText(retention.inactive, language)
  const warning = retention && lengthText(retention.warning, language)
  return {
    'περίοδοι διατήρησης': periodsTable(config, language),
    'διάρκεια σύνδεσης': lengthText(sessions.citizens.longest, language),
    'διάρκεια σύνδεσης προσωπικού': lengthText(sessions.staff.longest, language),
    'ημέρες διαγραφής': `${coolingOff} ${say(plural(coolingOff, 'ημέρα', 'ημέρες'), plural(coolingOff, 'day', 'days'))}`,
    'αυτόματη απόρριψη': isRejecting
      ? say(
          `Υπάρχει όριο πόντων για κάθε ημέρα.${ofPerson} ` +
            `Η υπηρεσία απορρίπτει αυτόματα όσες κινήσεις ανεβάζουν τους πόντους της ημέρας πάνω από ${factor} ${plural(caps.rejectFactor, 'φορά', 'φορές')} το όριο. Ο συνεργαζόμενος ιστότοπος μπορεί να στείλει ξανά όσες κινήσεις απορρίφθηκαν. Για ορισμένους ιστότοπους μπορεί να ισχύουν άλλα όρια.`,
          `There is a limit of points for each day.${ofPerson} ` +
            `Records that bring the points of the day above ${factor} ${plural(caps.rejectFactor, 'time', 'times')} the limit are rejected automatically. The partner site can send the rejected records again. Other limits may apply to some sites.`,
        )
      : say(
          'Η υπηρεσία δεν απορρίπτει κινήσεις επειδή δίνουν πολλούς πόντους.',
          'No record is rejected because it gives many points.',
        ),
    'διαγραφή ανενεργών': retention
      ? say(
          `Λογαριασμός που δεν χρησιμοποιείται για ${unused} διαγράφεται αυτόματα, μαζί με τους πόντους του. Σας στέλνουμε email ${warning} νωρίτερα. Ο λογαριασμός μένει αν το μήνυμα δεν μπορεί να σταλεί ή αν επιστρέψει. Ο λογαριασμός μένει επίσης όσο είναι κλειδωμένος ή όσο ισχύει περιορισμός της επεξεργασίας.`,
          `An account that is not used for ${unused} is deleted automatically, with its points. We write to you ${warning} before. The account stays if the email cannot be sent or comes back. The account also stays while it is locked or its processing is restricted.`,
        )
      : say(
          'Οι ανενεργοί λογαριασμοί δεν διαγράφονται αυτόματα.',
          'Inactive accounts are not deleted automatically.',
        ),
    'όριο αναγνώσεων': staffReadsDay
      ? say(
          `Αν δείτε τα στοιχεία περισσότερων από ${figure(staffReadsDay, language)} χρηστών σε μία ημέρα, το βλέπει η Εποπτεία στη σελίδα «Έλεγχοι».`,
          `If you read the data of more than ${figure(staffReadsDay, language)} people in a day, managers see it on the page “Checks”.`,
        )
      : say(
          'Δεν υπάρχει όριο για το πόσων χρηστών τα στοιχεία βλέπετε.',
          'There is no limit on how many people you read about.',
        ),
  }
}
