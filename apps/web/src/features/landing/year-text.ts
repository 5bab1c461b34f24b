import { inLanguage } from '#web/lib/language.ts'

export const yearText = inLanguage({
  el: {
    title: (year: number) => `Το ${year} με μια ματιά`,
    sentence: (year: number, litres: number, written: string, kilograms: string) =>
      `Το ${year} παραδώσατε ${written} ${litres === 1 ? 'λίτρο' : 'λίτρα'} τηγανέλαιο: περίπου ${kilograms} κιλά λιγότερο CO₂.`,
    source: 'Εκτίμηση. Πηγή:',
  },
  en: {
    title: (year: number) => `${year} at a glance`,
    sentence: (year: number, litres: number, written: string, kilograms: string) =>
      `In ${year} you dropped off ${written} ${litres === 1 ? 'litre' : 'litres'} of used cooking oil: about ${kilograms} kg less CO₂.`,
    source: 'Estimate. Source:',
  },
})
