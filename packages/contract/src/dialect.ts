import { type ErrorCode, type ErrorDetail, errorRows } from './error-codes.ts'
import { errorHeaderOf } from './endpoint.ts'

const fill = (message: string, params: ErrorDetail['params'] = {}) =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))

/** Returns the HTTP status of errors: that of the first one. */
export const statusOf = (errors: readonly ErrorDetail[]): number =>
  errors[0] ? errorRows[errors[0].code].status : 400

/** Returns the message of an error, with its placeholders replaced. */
export const sentenceOf = (error: ErrorDetail): string => fill(errorRows[error.code].message, error.params)

const keyOf = ({ code, field = 'non_field_errors' }: ErrorDetail): string => {
  const row = errorRows[code]
  return row.at === 'whole' ? 'non_field_errors' : (row.field ?? field)
}

/** The members of an error response, each with its errors, in the order in which JSON has them. */
function membersOf(errors: readonly ErrorDetail[]): [string, ErrorDetail[]][] {
  const detail = errors.find((error) => errorRows[error.code].at === 'detail')
  // A Map, because a caller may name a field `constructor` or `__proto__`.
  return detail ? [['detail', [detail]]] : Object.entries(Object.fromEntries(Map.groupBy(errors, keyOf)))
}

/**
 * Returns the body of an error response: `{"field": [messages]}`, `{"non_field_errors": [messages]}` or
 * `{"detail": message}`. If an error has `detail`, the body contains nothing else.
 */
export const toDialect = (errors: readonly ErrorDetail[]): Record<string, string | string[]> =>
  Object.fromEntries(
    membersOf(errors).map(([key, of]) => {
      const sentences = of.map(sentenceOf)
      const isDetail = of.some(({ code }) => errorRows[code].at === 'detail')
      return [key, isDetail ? (sentences[0] ?? '') : sentences]
    }),
  )

/** Returns the codes of that body for the header. */
export const codesOf = (errors: readonly ErrorDetail[]): string =>
  errorHeaderOf(membersOf(errors).flatMap(([, of]) => of))

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
