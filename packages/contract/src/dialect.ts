import {
  type ErrorDetail,
  type UnknownError,
  type ErrorCode,
  type ErrorRow,
  errorRows,
} from './error-codes.ts'

const fill = (message: string, params: ErrorDetail['params'] = {}) =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))

/** Returns the HTTP status of errors: that of the first one. */
export const statusOf = (errors: readonly ErrorDetail[]): number =>
  errors[0] ? errorRows[errors[0].code].status : 400

/** Returns the message of an error, with its placeholders replaced. */
export const sentenceOf = (error: ErrorDetail): string => fill(errorRows[error.code].message, error.params)

/**
 * Returns the body of an error response: `{"field": [messages]}`, `{"non_field_errors": [messages]}` or
 * `{"detail": message}`. If an error has `detail`, the body contains nothing else.
 */
export function toDialect(errors: readonly ErrorDetail[]): Record<string, string | string[]> {
  const detail = errors.find((error) => errorRows[error.code].at === 'detail')
  if (detail) return { detail: sentenceOf(detail) }
  // A Map, because a caller may name a field `constructor` or `__proto__`.
  const body = new Map<string, string[]>()
  for (const error of errors) {
    const row = errorRows[error.code]
    const key = row.at === 'whole' ? 'non_field_errors' : (row.field ?? error.field ?? 'non_field_errors')
    const sentences = body.get(key)
    if (sentences) sentences.push(sentenceOf(error))
    else body.set(key, [sentenceOf(error)])
  }
  return Object.fromEntries(body)
}

/** What a program reads of an error: beside the dialect's body in errors of the partner API and in results of a batch. */
export type MachineError = { code: ErrorCode; final: boolean; params?: ErrorDetail['params'] }

/**
 * Returns the first error's code and params, and whether the request is rejected for good: `final` is false if waiting, or an
 * action, may change every error of it.
 */
export function machineErrorOf(errors: readonly ErrorDetail[]): MachineError | undefined {
  const [first] = errors
  if (!first) return undefined
  const final = errors.some((error) => error.final ?? errorRows[error.code].final ?? true)
  return { code: first.code, final, ...(first.params && { params: first.params }) }
}

/** Converts a message with placeholders to a pattern with a group per placeholder. */
function patternOf(message: string): { pattern: RegExp; names: string[] } {
  const names: string[] = []
  const source = message
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
  ...patternOf(row.message),
}))

function readMessage(text: string, at: ErrorRow['at'], field?: string): ErrorDetail | UnknownError {
  for (const row of patterns) {
    if (row.at !== at) continue
    const match = row.pattern.exec(text)
    if (!match) continue
    const params = Object.fromEntries(row.names.map((name, index) => [name, match[index + 1] ?? '']))
    return { code: row.code, ...(field && { field }), ...(row.names.length > 0 && { params }) }
  }
  return { code: 'unknown', ...(field && { field }), message: text }
}

/**
 * Parses the body of an error response to error codes: the inverse of `toDialect`. Messages that are not in the table
 * are returned unchanged, with the code 'unknown'. Members for programs (`machineErrorOf`) are not messages.
 */
export function fromDialect(body: unknown): (ErrorDetail | UnknownError)[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([key, value]) => {
    if (key === 'detail') return typeof value === 'string' ? readMessage(value, 'detail') : []
    if (!Array.isArray(value)) return []
    const messages = value.filter((text) => typeof text === 'string')
    if (key === 'non_field_errors') return messages.map((text) => readMessage(text, 'whole'))
    return messages.map((text) => readMessage(text, 'field', key))
  })
}
