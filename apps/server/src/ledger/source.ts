/** Whose references a partner's are (points_records.source). A client id is given once and never changes. */
export const sourceOf = ({ clientId }: { clientId: string }): string => `partner:${clientId}`
