import { plural } from '@portal/contract/words/plural.ts'
import { inLanguage } from '#web/lib/language.ts'

export const liveText = inLanguage({
  el: {
    new: 'Νέα',
    arrived: (records: string[], available: string) =>
      `${plural(records.length, 'Νέα κίνηση', 'Νέες κινήσεις')}: ${records.join(', ')}. Διαθέσιμοι πόντοι: ${available}.`,
  },
  en: {
    new: 'New',
    arrived: (records: string[], available: string) =>
      `${plural(records.length, 'New record', 'New records')}: ${records.join(', ')}. Available points: ${available}.`,
  },
})
