import { counted } from '#web/lib/format.ts'
import { inLanguage } from '#web/lib/language.ts'

export const mapText = inLanguage({
  el: {
    label: 'Χάρτης των σημείων',
    show: 'Εμφάνιση χάρτη',
    hide: 'Απόκρυψη χάρτη',
    keys: 'Με τα βέλη πηγαίνετε από σημείο σε σημείο. Με το Enter πηγαίνετε στο σημείο στη λίστα.',
    group: (count: number, names: string) => `${counted(count, 'σημείο', 'σημεία')}: ${names}`,
    whole: 'Όλος ο χάρτης',
    north: 'Β',
    metres: 'μ.',
    kilometres: 'χλμ.',
    pick: 'Επιλέξτε ένα σημείο.',
  },
  en: {
    label: 'Map of the collection points',
    show: 'Show the map',
    hide: 'Hide the map',
    keys: 'The arrow keys go from point to point. Enter goes to the point in the list.',
    group: (count: number, names: string) =>
      `${counted(count, 'collection point', 'collection points')}: ${names}`,
    whole: 'Whole map',
    north: 'N',
    metres: 'm',
    kilometres: 'km',
    pick: 'Choose a collection point.',
  },
})
