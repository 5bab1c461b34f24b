import { plural } from '@portal/contract/words/plural.ts'
import { inLanguage } from '#web/lib/language.ts'

export const liveText = inLanguage({
  el: {
    arrived: (records: string[], available: string) =>
      `${plural(records.length, 'Νέα κίνηση', 'Νέες κινήσεις')}: ${records.join(', ')}. Διαθέσιμοι πόντοι: ${available}.`,
  },
  en: {
    arrived: (records: string[], available: string) =>
      `${plural(records.length, 'New record', 'New records')}: ${records.join(', ')}. Available points: ${available}.`,
  },
})
