import { inLanguage } from '#web/lib/language.ts'

export const liveText = inLanguage({
  el: {
    new: 'Νέα',
    arrived: (records: string[], available: string) =>
      `${records.length === 1 ? 'Νέα κίνηση' : 'Νέες κινήσεις'}: ${records.join(', ')}. Διαθέσιμοι πόντοι: ${available}.`,
  },
  en: {
    new: 'New',
    arrived: (records: string[], available: string) =>
      `${records.length === 1 ? 'New record' : 'New records'}: ${records.join(', ')}. Available points: ${available}.`,
  },
})
