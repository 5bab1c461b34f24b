/** Lower case, no accents, no final sigma: the form in which names are compared, the same as the database's norm(). */
export const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ς', 'σ')
