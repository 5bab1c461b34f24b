/** The namespace of a partner's references (points_records.source). Client ids never change and are never reused. */
export const sourceOf = ({ clientId }: { clientId: string }): string => `partner:${clientId}`
