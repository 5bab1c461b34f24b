import type { PlaceKind } from '@portal/contract/places.ts'
import { inLanguage } from '#web/lib/language.ts'

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

export const kindChoices = Object.entries(kindNames).map(([value, label]) => ({ value, label }))
