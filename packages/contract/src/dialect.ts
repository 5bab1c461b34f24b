import {
  type Fault,
  type ForeignFault,
  type RefusalCode,
  type RefusalRow,
  refusalRows,
} from './error-codes.ts'

const fill = (says: string, params: Fault['params'] = {}) =>
  says.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))

/** The HTTP status that goes with faults; where they differ, the first one's. */
export const statusOf = (faults: readonly Fault[]): number =>
  faults[0] ? refusalRows[faults[0].code].status : 400

/** The sentence of the wire for one fault. */
export const sentenceOf = (fault: Fault): string => fill(refusalRows[fault.code].says, fault.params)

/**
 * The body of an answer that refuses: `{"field": [sentences]}`, `{"non_field_errors": [sentences]}` or
 * `{"detail": sentence}`. A `detail` stands alone: it refuses the whole call.
 */
export function toDialect(faults: readonly Fault[]): Record<string, string | string[]> {
  const detail = faults.find((fault) => refusalRows[fault.code].at === 'detail')
  if (detail) return { detail: sentenceOf(detail) }
  // A Map: a caller may name a field `constructor` or `__proto__`, which every object has already.
  const body = new Map<string, string[]>()
  for (const fault of faults) {
    const row = refusalRows[fault.code]
    const key = row.at === 'whole' ? 'non_field_errors' : (row.field ?? fault.field ?? 'non_field_errors')
    body.set(key, [...(body.get(key) ?? []), sentenceOf(fault)])
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

const patterns = (Object.entries(refusalRows) as [RefusalCode, RefusalRow][]).map(([code, row]) => ({
  code,
  at: row.at,
  ...patternOf(row.says),
}))

function readSentence(says: string, at: RefusalRow['at'], field?: string): Fault | ForeignFault {
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
 * What an answer of the wire refuses, as codes: the way back from `toDialect`. Sentences that the table does not know
 * come as they are, with the code 'unknown'.
 */
export function fromDialect(body: unknown): (Fault | ForeignFault)[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([key, value]) => {
    const sentences = (Array.isArray(value) ? value : [value]).filter((said) => typeof said === 'string')
    if (key === 'detail') return sentences.map((said) => readSentence(said, 'detail'))
    if (key === 'non_field_errors') return sentences.map((said) => readSentence(said, 'whole'))
    return sentences.map((said) => readSentence(said, 'field', key))
  })
}
