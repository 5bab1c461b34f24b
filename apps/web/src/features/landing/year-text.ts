import { plural } from '@portal/contract/words/plural.ts'
import { formatDecimal } from '#web/lib/format.ts'
import { inLanguage } from '#web/lib/language.ts'

export const yearText = inLanguage({
  el: {
    title: (year: number) => `Το ${year} με μια ματιά`,
    sentence: (year: number, litres: number, kilograms: number) =>
      `Το ${year} παραδώσατε ${formatDecimal(litres)} ${plural(litres, 'λίτρο', 'λίτρα')} τηγανέλαιο: περίπου ${formatDecimal(kilograms)} ${plural(kilograms, 'κιλό', 'κιλά')} λιγότερο CO₂.`,
    source: 'Εκτίμηση. Πηγή:',
  },
  en: {
    title: (year: number) => `${year} at a glance`,
    sentence: (year: number, litres: number, kilograms: number) =>
      `In ${year} you dropped off ${formatDecimal(litres)} ${plural(litres, 'litre', 'litres')} of used cooking oil: about ${formatDecimal(kilograms)} kg less CO₂.`,
    source: 'Estimate. Source:',
  },
})
