/** What a device recorded. */
const entries: Record<string, string> = {
  brought: 'αντικείμενα που δόθηκαν',
  took: 'αντικείμενα που παραλήφθηκαν',
  oil: 'λίτρα λαδιού',
}

/** Greek words for the details of what devices of partners did. */
export const deskWords: Record<string, (value: string) => string | undefined> = {
  device: (id) => `συσκευή αρ. ${id}`,
  device_link: (id) => `σύνδεσμος συσκευών αρ. ${id}`,
  month: (month) => `μήνας: ${month.split('-').toReversed().join('/')}`,
  entry: (kind) => entries[kind] ?? kind,
  held: () => 'κρατήθηκε για έλεγχο',
  accepted: (accepted) => (accepted === 'true' ? 'έγινε δεκτό' : 'δεν έγινε δεκτό'),
  printed_card: () => 'με τυπωμένη κάρτα',
}
