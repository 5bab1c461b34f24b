import {
  type ErrorDetail,
  type ForeignError,
  type ErrorCode,
  type ErrorRow,
  errorRows,
} from './error-codes.ts'

const fill = (says: string, params: ErrorDetail['params'] = {}) =>
  says.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))

/** The HTTP status that goes with errors; where they differ, the first one's. */
export const statusOf = (errors: readonly ErrorDetail[]): number =>
  errors[0] ? errorRows[errors[0].code].status : 400

/** The sentence of the wire for one error. */
export const sentenceOf = (error: ErrorDetail): string => fill(errorRows[error.code].says, error.params)

/**
 * The body of an answer that rejects: `{"field": [sentences]}`, `{"non_field_errors": [sentences]}` or
 * `{"detail": sentence}`. A `detail` stands alone: it rejects the whole call.
 */
export function toDialect(errors: readonly ErrorDetail[]): Record<string, string | string[]> {
  const detail = errors.find((error) => errorRows[error.code].at === 'detail')
  if (detail) return { detail: sentenceOf(detail) }
  // A Map: a caller may name a field `constructor` or `__proto__`, which every object has already.
  const body = new Map<string, string[]>()
  for (const error of errors) {
    const row = errorRows[error.code]
    const key = row.at === 'whole' ? 'non_field_errors' : (row.field ?? error.field ?? 'non_field_errors')
    body.set(key, [...(body.get(key) ?? []), sentenceOf(error)])
  }
  return Object.fromEntries(body)
}

/** A sentence with holes, as a pattern that reads the holes back. */
function patternOf(says: string): { pattern: RegExp; names: string[] } {
  const names: string[] = []
  const source = says
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (!name) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      names.push(name)
      return '(.*)'
    })
    .join('')
  return { pattern: new RegExp(`^${source}$`, 's'), names }
}

const patterns = (Object.entries(errorRows) as [ErrorCode, ErrorRow][]).map(([code, row]) => ({
  code,
  at: row.at,
  ...patternOf(row.says),
}))

function readSentence(says: string, at: ErrorRow['at'], field?: string): ErrorDetail | ForeignError {
  for (const row of patterns) {
    if (row.at !== at) continue
    const match = row.pattern.exec(says)
    if (!match) continue
    const params = Object.fromEntries(row.names.map((name, hole) => [name, match[hole + 1] ?? '']))
    return { code: row.code, ...(field && { field }), ...(row.names.length > 0 && { params }) }
  }
  return { code: 'unknown', ...(field && { field }), says }
}

/**
 * What an answer of the wire rejects, as codes: the way back from `toDialect`. Sentences that the table does not know
 * come as they are, with the code 'unknown'.
 */
export function fromDialect(body: unknown): (ErrorDetail | ForeignError)[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([key, value]) => {
    const sentences = (Array.isArray(value) ? value : [value]).filter((said) => typeof said === 'string')
    if (key === 'detail') return sentences.map((said) => readSentence(said, 'detail'))
    if (key === 'non_field_errors') return sentences.map((said) => readSentence(said, 'whole'))
    return sentences.map((said) => readSentence(said, 'field', key))
  })
}
