import type { Texts } from '@portal/contract/words/language.ts'

/**
 * What only the operator knows. `hint` is shown in brackets until there is a value. `choices` are the values
 * that may be chosen, with their text. `example` is shown in the demonstration.
 */
export type Field = {
  hint: Texts<string>
  choices?: Record<string, Texts<string>>
  example: string | Texts<string>
}

const task = {
  'ν. 4819/2021': {
    el: 'καθήκον δημόσιου συμφέροντος, κατά τον ν. 4819/2021 για τα απόβλητα (άρθρο 6 παρ. 1 στοιχείο ε΄ ΓΚΠΔ)',
    en: 'a task in the public interest, under Law 4819/2021 on waste (article 6 par. 1 point e GDPR)',
  },
  'ν. 4555/2018': {
    el: 'καθήκον δημόσιου συμφέροντος, κατά τον ν. 4555/2018 για την τοπική αυτοδιοίκηση (άρθρο 6 παρ. 1 στοιχείο ε΄ ΓΚΠΔ)',
    en: 'a task in the public interest, under Law 4555/2018 on local government (article 6 par. 1 point e GDPR)',
  },
  'ν. 4624/2019': {
    el: 'καθήκον δημόσιου συμφέροντος (άρθρο 6 παρ. 1 στοιχείο ε΄ ΓΚΠΔ και άρθρο 5 ν. 4624/2019)',
    en: 'a task in the public interest (article 6 par. 1 point e GDPR and article 5 of Law 4624/2019)',
  },
  'δημόσιο καθήκον': {
    el: 'καθήκον δημόσιου συμφέροντος (άρθρο 6 παρ. 1 στοιχείο ε΄ ΓΚΠΔ). Το ορίζει: {{διάταξη καθήκοντος}}',
    en: 'a task in the public interest (article 6 par. 1 point e GDPR). It is laid down in: {{διάταξη καθήκοντος}}',
  },
}
const contract = {
  σύμβαση: {
    el: 'εκτέλεση σύμβασης, δηλαδή των όρων χρήσης (άρθρο 6 παρ. 1 στοιχείο β΄ ΓΚΠΔ)',
    en: 'performance of a contract, that is, the terms of use (article 6 par. 1 point b GDPR)',
  },
}
const consent = {
  συγκατάθεση: {
    el: 'η συγκατάθεσή σας, την οποία ανακαλείτε όποτε θέλετε (άρθρο 6 παρ. 1 στοιχείο α΄ ΓΚΠΔ)',
    en: 'your consent, which you can withdraw at any time (article 6 par. 1 point a GDPR)',
  },
}
const obligation = {
  'νόμιμη υποχρέωση': {
    el: 'υποχρέωση του φορέα από τον νόμο (άρθρο 6 παρ. 1 στοιχείο γ΄ ΓΚΠΔ)',
    en: 'a legal obligation of the operator (article 6 par. 1 point c GDPR)',
  },
}
const employment = {
  'σύμβαση εργασίας': {
    el: 'εκτέλεση της σύμβασης εργασίας (άρθρο 6 παρ. 1 στοιχείο β΄ ΓΚΠΔ και άρθρο 27 ν. 4624/2019)',
    en: 'the contract of employment (article 6 par. 1 point b GDPR and article 27 of Law 4624/2019)',
  },
}

const text = (el: string, en: string, example: Field['example']): Field => ({ hint: { el, en }, example })
const basis = (choices: Field['choices'], example = 'ν. 4819/2021'): Field => ({
  hint: { el: 'νομική βάση', en: 'legal basis' },
  choices: choices ?? {},
  example,
})
const date = (example: string) => text('ημερομηνία', 'date', example)
const demo = { el: '(παράδειγμα της επίδειξης)', en: '(example of the demonstration)' }

/** By key, as in the Markdown files and in values.json. */
export const noticeFields: Record<string, Field> = {
  'ενημέρωση: ισχύει από': date('01/12/2026'),
  'όροι: ισχύουν από': date('01/12/2026'),
  'ενημέρωση προσωπικού: ισχύει από': date('01/12/2026'),
  'υπεύθυνος προστασίας δεδομένων': text(
    'ονοματεπώνυμο ή ιδιότητα, διεύθυνση email, τηλέφωνο, ταχυδρομική διεύθυνση',
    'name or function, email, telephone, postal address',
    demo,
  ),
  'διάταξη καθήκοντος': text('διάταξη που αναθέτει το καθήκον', 'provision that assigns the task', demo),
  'νομική βάση: λογαριασμός': basis({ ...task, ...contract, ...consent }),
  'νομική βάση: αναφορές': basis({ ...task, ...contract }),
  'νομική βάση: κλήσεις': basis({ ...task, ...contract }),
  'νομική βάση: μηνύματα λογαριασμού': basis({ ...task, ...contract, ...obligation }),
  'νομική βάση: μηνύματα πόντων': basis({ ...task, ...contract, ...consent }, 'συγκατάθεση'),
  'νομική βάση: ασφάλεια': basis({ ...task, ...obligation }, 'νόμιμη υποχρέωση'),
  'νομική βάση: έλεγχος κατάχρησης': basis({ ...task, ...obligation }),
  'νομική βάση: στατιστικά': basis(task),
  'νομική βάση: εισαγωγή': basis({ ...task, ...contract, ...consent }),
  'νομική βάση: προσωπικό': basis({ ...employment, ...task, ...obligation }, 'σύμβαση εργασίας'),
  'πηγή εισαγωγής': text('αρχείο ή υπηρεσία, ή «δεν έγινε εισαγωγή»', 'file or service, or “none”', demo),
  'εκτελούντες την επεξεργασία': text('επωνυμίες ή κατηγορίες', 'names or categories', demo),
  'διαβίβαση εκτός ΕΟΧ': text('«δεν γίνεται», ή χώρα και εγγυήσεις', '“none”, or country and safeguards', {
    el: 'δεν γίνεται',
    en: 'none',
  }),
  'περιοχή συμμετοχής': text('περιοχή ή δήμοι', 'area or municipalities', demo),
  'ημέρες προειδοποίησης': text('αριθμός', 'number', '30'),
  δικαστήρια: text('πόλη', 'city', demo),
  συμμόρφωση: {
    hint: { el: 'πλήρης, μερική ή καμία συμμόρφωση', en: 'fully, partially or not compliant' },
    // The three sentences of the model of Decision (EU) 2018/1523.
    choices: {
      πλήρης: {
        el: 'Ο ιστότοπος **συμμορφώνεται πλήρως** με το πρότυπο και τις οδηγίες που ακολουθούν.',
        en: 'This website is **fully compliant** with the standard and the guidelines below.',
      },
      μερική: {
        el: 'Ο ιστότοπος **συμμορφώνεται μερικώς** με το πρότυπο και τις οδηγίες που ακολουθούν. Οι λόγοι είναι οι περιπτώσεις μη συμμόρφωσης και οι εξαιρέσεις πιο κάτω.',
        en: 'This website is **partially compliant** with the standard and the guidelines below. This is due to the non-compliances and the exemptions listed below.',
      },
      καμία: {
        el: 'Ο ιστότοπος **δεν συμμορφώνεται** με το πρότυπο και τις οδηγίες που ακολουθούν. Πιο κάτω θα βρείτε τις περιπτώσεις μη συμμόρφωσης και τις εξαιρέσεις.',
        en: 'This website is **not compliant** with the standard and the guidelines below. The non-compliances and the exemptions are listed below.',
      },
    },
    example: 'μερική',
  },
  'διάρκεια αρχείων λειτουργίας': text('διάρκεια, όπως «14 ημέρες»', 'duration, such as “14 days”', demo),
  'διάρκεια αντιγράφων ασφαλείας': text('διάρκεια, όπως «30 ημέρες»', 'duration, such as “30 days”', demo),
  'μη προσβάσιμο περιεχόμενο': text(
    'περιεχόμενο, κριτήριο, εναλλακτική λύση και πότε θα διορθωθεί, ή «κανένα γνωστό»',
    'content, criterion, alternative and date of the correction, or “none known”',
    demo,
  ),
  'δυσανάλογη επιβάρυνση': text('περιεχόμενο, ή «καμία»', 'content, or “none”', demo),
  'άλλες εξαιρέσεις': text('περιεχόμενο, ή «κανένα»', 'content, or “none”', demo),
  'δήλωση: ημερομηνία σύνταξης': date('01/12/2026'),
  'δήλωση: ημερομηνία αναθεώρησης': date('01/12/2026'),
  'τρόπος αξιολόγησης': text(
    'αυτοαξιολόγηση του φορέα, ή αξιολόγηση από τρίτο με παραπομπή στην έκθεση',
    'a self-assessment by the operator, or an assessment by a third party with a link to the report',
    demo,
  ),
  'υπηρεσία προσβασιμότητας': text('υπηρεσία ή πρόσωπο', 'unit or person', demo),
  'προθεσμία απάντησης': text('προθεσμία που ορίζει ο νόμος', 'the period that the law sets', demo),
}

const inGroup = (group: FieldGroup, keys: string[]) => keys.map((key): [string, FieldGroup] => [key, group])
export type FieldGroup = 'dates' | 'bases' | 'privacy' | 'terms' | 'accessibility'

/** The part of the console's form in which a field is. */
export const fieldGroups: ReadonlyMap<string, FieldGroup> = new Map([
  ...inGroup('dates', [
    'ενημέρωση: ισχύει από',
    'όροι: ισχύουν από',
    'ενημέρωση προσωπικού: ισχύει από',
    'δήλωση: ημερομηνία σύνταξης',
    'δήλωση: ημερομηνία αναθεώρησης',
  ]),
  ...inGroup('bases', [
    ...Object.keys(noticeFields).filter((key) => key.startsWith('νομική βάση')),
    'διάταξη καθήκοντος',
  ]),
  ...inGroup('privacy', [
    'υπεύθυνος προστασίας δεδομένων',
    'εκτελούντες την επεξεργασία',
    'διαβίβαση εκτός ΕΟΧ',
    'πηγή εισαγωγής',
    'διάρκεια αρχείων λειτουργίας',
    'διάρκεια αντιγράφων ασφαλείας',
  ]),
  ...inGroup('terms', ['περιοχή συμμετοχής', 'ημέρες προειδοποίησης', 'δικαστήρια']),
  ...inGroup('accessibility', [
    'συμμόρφωση',
    'μη προσβάσιμο περιεχόμενο',
    'δυσανάλογη επιβάρυνση',
    'άλλες εξαιρέσεις',
    'τρόπος αξιολόγησης',
    'υπηρεσία προσβασιμότητας',
    'προθεσμία απάντησης',
  ]),
])

/** Their values may name a person: the audit log says only that they were changed. */
export const ofPeople: ReadonlySet<string> = new Set([
  'υπεύθυνος προστασίας δεδομένων',
  'υπηρεσία προσβασιμότητας',
])
