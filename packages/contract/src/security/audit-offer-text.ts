/** Greek words for the details of changed offers: a value, or 'before → after'. */
const eachOf = (value: string, read: (part: string) => string) => value.split(' → ').map(read).join(' → ')
/** @param day YYYY-MM-DD */
const dayOf = (day: string) => day.split('-').toReversed().join('/')
const dayIfAny = (part: string) => (/^\d{4}-/.test(part) ? dayOf(part) : part)
const kinds: Record<string, string> = { coupon: 'κουπόνι', donation: 'δωρεά' }
const yesOrNo: Record<string, string> = { true: 'ναι', false: 'όχι' }

export const offerWords: Record<string, (value: string) => string> = {
  offer_kind: (kind) => `είδος: ${kinds[kind] ?? kind}`,
  offer_partner: (partner) => `κατάστημα: ${partner}`,
  offer_title: (title) => `τίτλος: ${title}`,
  offer_title_en: (title) => `τίτλος στα αγγλικά: ${title}`,
  offer_description: (text) => `περιγραφή: ${text}`,
  offer_description_en: (text) => `περιγραφή στα αγγλικά: ${text}`,
  offer_place: (place) => `πού ισχύει: ${place}`,
  offer_points: (points) => `πόντοι: ${points}`,
  offer_coupon_days: (days) => `ημέρες ισχύος: ${days}`,
  offer_starts_on: (day) => `από: ${eachOf(day, dayIfAny)}`,
  offer_ends_on: (day) => `έως: ${eachOf(day, dayIfAny)}`,
  offer_stock: (count) => `απόθεμα: ${count}`,
  offer_stock_per_day: (count) => `απόθεμα ανά ημέρα: ${count}`,
  offer_per_person: (count) => `όριο ανά χρήστη: ${count}`,
  offer_per_person_days: (days) => `ημέρες του ορίου: ${days}`,
  offer_municipalities: (ids) => `δήμοι αρ.: ${ids}`,
  offer_return_days: (days) => `ημέρες για επιστροφή: ${days}`,
  offer_returns_when_expired: (returns) =>
    `επιστροφή πόντων στη λήξη: ${eachOf(returns, (one) => yesOrNo[one] ?? one)}`,
  offer_picture: () => 'εικόνα: άλλαξε',
}
