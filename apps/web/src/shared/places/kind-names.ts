import type { PlaceKind } from '@portal/contract/places.ts'
import { Droplet, Recycle, Trash2, type LucideIcon } from 'lucide-react'
import { inLanguage } from '#web/lib/language.ts'
import type { Tone } from '#web/ui/lists/tone-icon.tsx'

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

export const kindLooks: Record<PlaceKind, { icon: LucideIcon; tone: Tone }> = {
  green_atm: { icon: Droplet, tone: 'amber' },
  orange_bin: { icon: Trash2, tone: 'orange' },
  reuse_centre: { icon: Recycle, tone: 'green' },
}
