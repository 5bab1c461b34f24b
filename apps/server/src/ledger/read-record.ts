import { type Description, descriptions } from '@portal/contract/descriptions.ts'
import { cleanText, maxPointsPerRecord, type NewRecord } from '@portal/contract/partner-fields.ts'

/**
 * Reads a record that is written as expected: the usual fields, without white space to trim, conversions and errors. A
 * thousand of them take a sixth of the time of the schema `newRecord`, which reads all others and names their errors.
 * @returns the input, which is what the schema returns for it; undefined if the schema has to read it
 */
export function readPlain(input: unknown): NewRecord | undefined {
  if (!isObject(input)) return undefined
  for (const name in input) if (!recordFields.has(name)) return undefined
  const { reference, participant, description, points, happened_at: happenedAt, details } = input
  const isRecord =
    isLine(reference, 200) &&
    isParticipant(participant) &&
    known.has(description) &&
    isWhole(points, -maxPointsPerRecord, maxPointsPerRecord) &&
    typeof happenedAt === 'string' &&
    timestamp.test(happenedAt) &&
    ('details' in input ? isDetails(details) : true)
  return isRecord ? (input as NewRecord) : undefined
}

const recordFields = new Set(['reference', 'participant', 'description', 'points', 'happened_at', 'details'])
const known = new Set<unknown>(descriptions satisfies readonly Description[])
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isWhole = (value: unknown, min: number, max: number) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max

const isLine = (value: unknown, max: number): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= max &&
  value.trim() === value &&
  !value.includes('\0') &&
  value.isWellFormed()

/** By account id or `sub`. */
function isParticipant(value: unknown): boolean {
  if (!isObject(value)) return false
  const [name, second] = Object.keys(value)
  if (second !== undefined) return false
  return name === 'id' ? isWhole(value['id'], 1, 1e15) : name === 'sub' && isLine(value['sub'], 100)
}

function isDetails(value: unknown): boolean {
  if (!isObject(value)) return false
  for (const name in value) {
    const detail = value[name]
    const isRight =
      name === 'litres'
        ? isLitres(detail)
        : name === 'item_count'
          ? isWhole(detail, 1, 10_000)
          : isLine(detail, longTexts.has(name) ? 200 : shortTexts.has(name) ? 100 : 0) &&
            (name === 'coupon' || cleanText(detail) === detail)
    if (!isRight) return false
  }
  return true
}

const longTexts = new Set(['collection_point', 'shop'])
const shortTexts = new Set(['material', 'coupon'])

const isLitres = (value: unknown): boolean =>
  typeof value === 'number' &&
  value >= 0.001 &&
  value <= 10_000 &&
  Number.isInteger(Math.round(value * 1e6) / 1e3)
