/** JSON Schema, as far as the contract's replies use it: what `vite/light-endpoints.ts` makes of them. */
export type ReplySchema = {
  type?: string | string[]
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: ReplySchema[]
  items?: ReplySchema
  properties?: Record<string, ReplySchema>
  required?: string[]
  additionalProperties?: ReplySchema | boolean
}

/** Stricter than the contract for dates, because formatting an invalid one throws. */
const formats: Record<string, RegExp> = {
  'date-time': /^\d{4}-\d\d-\d\dT/,
  date: /^\d{4}-\d\d-\d\d$/,
  month: /^\d{4}-\d\d$/,
  uri: /^https?:\/\//i,
}

function isText(value: unknown, { format = '', pattern }: ReplySchema): boolean {
  if (typeof value !== 'string' || (pattern !== undefined && !new RegExp(pattern, 'u').test(value)))
    return false
  const wanted = formats[format]
  if (wanted === undefined) return true
  return wanted.test(value) && (format === 'uri' || !Number.isNaN(Date.parse(value)))
}

function isObject(
  value: unknown,
  { properties = {}, required = [], additionalProperties }: ReplySchema,
): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { ...given } = value as Record<string, unknown>
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined
  return (
    required.every((name) => given[name] !== undefined) &&
    Object.entries(given).every(([name, part]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : others
      return schema === undefined || part === undefined || fits(schema, part)
    })
  )
}

/** Returns whether a value has the shape of a reply; additional properties are of newer servers. */
export function fits(schema: ReplySchema, value: unknown): boolean {
  const { type } = schema
  if (schema.anyOf) return schema.anyOf.some((one) => fits(one, value))
  if (Array.isArray(type)) return type.some((one) => fits({ ...schema, type: one }, value))
  if (schema.enum) return schema.enum.includes(value)
  if ('const' in schema) return value === schema.const
  switch (type) {
    case undefined:
      return true
    case 'null':
      return value === null
    case 'integer':
      return Number.isSafeInteger(value)
    case 'array':
      return Array.isArray(value) && value.every((one) => fits(schema.items ?? {}, one))
    case 'object':
      return isObject(value, schema)
    case 'string':
      return isText(value, schema)
    default:
      return typeof value === type
  }
}
