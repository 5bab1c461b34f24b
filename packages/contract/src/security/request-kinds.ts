/**
 * Requests of citizens about their data besides the download and the erasure: GDPR, articles 18, 21 and 16. Imports nothing, so
 * that the browser loads no schemas with it.
 */
export const dataRequestKinds = ['restriction', 'objection', 'rectification'] as const
export type DataRequestKind = (typeof dataRequestKinds)[number]

/** `withdrawn`: by the person. */
export type DataRequestOutcome = 'done' | 'refused' | 'withdrawn'

/** Maximum open requests of a person, and maximum characters of a request, an answer and a reason. */
export const maxOpenRequests = 3
export const maxRequestText = 1_000

/** Maximum characters of the number or day of a request on paper. */
export const maxPaperReference = 30

/** Whether a text is a number or a day: '1234/2026', '27-11-2026'. */
export const isPaperReference = (text: string): boolean => /^\d[\d/.\- ]*$/.test(text)
