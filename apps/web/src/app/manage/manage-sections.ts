import * as endpoints from '#web/api/endpoints.ts'
import { can, type Permission, type Role } from '@portal/contract/security/permissions.ts'

type Section = {
  /** Below /admin/manage. */
  path: string
  label: string
  /** What one does there, for the list of the sections. */
  means: string
  permission: Permission
}

type Group = { label: string; sections: Section[] }

/** Until the portal has what it needs. */
const start: Group = {
  label: 'Ξεκίνημα',
  sections: [
    {
      path: 'first-steps',
      label: 'Πρώτα βήματα',
      means: 'Τι χρειάζεται μια νέα υπηρεσία και τι έχει ήδη γίνει.',
      permission: endpoints.showFirstSteps.access,
    },
  ],
}

/** Sections of the console by group, in the order of the menu. */
const groups: Group[] = [
  {
    label: 'Πρόγραμμα',
    sections: [
      {
        path: 'partners',
        label: 'Συνεργάτες',
        means: 'Ιστότοποι, μηχανήματα και καταστήματα που γράφουν κινήσεις ή συνδέουν πολίτες.',
        permission: endpoints.listPartners.access,
      },
      {
        path: 'places',
        label: 'Σημεία συλλογής',
        means: 'Πού παραδίδουν οι πολίτες, και πότε ένα σημείο είναι κλειστό.',
        permission: endpoints.listManagedPlaces.access,
      },
      {
        path: 'rates',
        label: 'Τιμές πόντων',
        means: 'Πόσους πόντους δίνει κάθε παράδοση και από πότε.',
        permission: endpoints.listRates.access,
      },
      {
        path: 'offers',
        label: 'Προσφορές',
        means: 'Τι παίρνουν οι πολίτες με τους πόντους τους, πόσο κοστίζει και τι αποδίδει.',
        permission: endpoints.listManagedOffers.access,
      },
      {
        path: 'municipalities',
        label: 'Δήμοι',
        means: 'Ποιοι δήμοι συμμετέχουν.',
        permission: endpoints.listManagedMunicipalities.access,
      },
    ],
  },
  {
    label: 'Οργανισμός',
    sections: [
      {
        path: 'texts',
        label: 'Κείμενα',
        means: 'Προσωπικά δεδομένα, όροι χρήσης και δήλωση προσβασιμότητας.',
        permission: endpoints.listTexts.access,
      },
      {
        path: 'imports',
        label: 'Εισαγωγές',
        means: 'Χρήστες, κινήσεις, δήμοι και αυτοκόλλητα από αρχείο.',
        permission: endpoints.listImports.access,
      },
      {
        path: 'staff',
        label: 'Προσωπικό',
        means: 'Λογαριασμοί και ρόλοι του προσωπικού.',
        permission: endpoints.listStaff.access,
      },
      {
        path: 'company',
        label: 'Ονομασία και στοιχεία',
        means: 'Ονόματα, επικοινωνία, σύνδεσμοι, χρώμα και λογότυπο.',
        permission: endpoints.showBrand.access,
      },
    ],
  },
  {
    label: 'Σύστημα',
    sections: [
      {
        path: 'system',
        label: 'Έλεγχος λειτουργίας',
        means: 'Τι λειτουργεί, τι όχι και τι να κάνετε.',
        permission: endpoints.examineSystem.access,
      },
    ],
  },
]

/**
 * Returns the groups with the sections that a role may open.
 * @param isNew whether the portal lacks something that it needs
 */
export const sectionsFor = (role: Role | null | undefined, isNew: boolean) =>
  [...(isNew ? [start] : []), ...groups]
    .map(({ label, sections }) => ({
      label,
      sections: sections.filter(({ permission }) => can(role, permission)),
    }))
    .filter(({ sections }) => sections.length > 0)
