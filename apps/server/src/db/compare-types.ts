/** Tables that only SQL functions and raw SQL use: `Database` has no types for them. */
const withoutTypes = new Set([
  'points_day',
  'points_month',
  'points_delta',
  'partner_days',
  'participants_total',
  'participants_delta',
  'activity_day',
  'activity_month',
  'activity_delta',
])

/** Tables with their columns and whether a column may be null. */
type Tables = Map<string, Map<string, boolean>>

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Splits a text at separators outside of brackets and quotes. */
function splitOutside(text: string, separators: string): string[] {
  const parts = ['']
  let depth = 0
  let quote = ''
  for (const character of text) {
    if (quote) quote = character === quote ? '' : quote
    else if (character === "'") quote = character
    else if ('{[(<'.includes(character)) depth++
    else if ('}])>'.includes(character)) depth--
    if (depth === 0 && !quote && separators.includes(character)) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

const membersOf = (type: string): [name: string, type: string][] =>
  splitOutside(type.trim().slice(1, -1), ';\n').map((member) => {
    const colon = member.indexOf(':')
    return [toSnakeCase(member.slice(0, colon)), member.slice(colon + 1).trim()]
  })

/** Whether a query may return null for a column of this type: of ColumnType<…> the first argument counts. */
const isNullable = (type: string): boolean =>
  splitOutside(type, '|').some((part) => {
    const inside = /^(?:ColumnType|Generated|GeneratedAlways)<(.*)>$/s.exec(part)?.[1]
    return inside === undefined ? part === 'null' : isNullable(splitOutside(inside, ',')[0] ?? '')
  })

/** Reads the type `Database` from the text of schema.ts. */
export function readTypes(source: string): Tables {
  const text = source.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')
  const start = text.indexOf('{', text.indexOf('export type Database ='))
  return new Map(
    membersOf(text.slice(start)).map(([table, columns]) => [
      table,
      new Map(membersOf(columns).map(([column, type]) => [column, isNullable(type)])),
    ]),
  )
}

/** @returns a sentence for each difference in table names, column names and nullability */
export function compareTypes(types: Tables, database: Tables): string[] {
  const withoutTable = [...types.keys(), ...withoutTypes].filter((table) => !database.has(table))
  return [
    ...withoutTable.map((table) => `The database has no table ${table}.`),
    ...[...database].flatMap(([table, columns]) => {
      const typed = types.get(table)
      if (!typed) return withoutTypes.has(table) ? [] : [`The types have no table ${table}.`]
      return [...new Set([...columns.keys(), ...typed.keys()])].flatMap((column) => {
        const [actual, stated] = [columns.get(column), typed.get(column)]
        if (actual === stated) return []
        if (actual === undefined) return [`The database has no column ${table}.${column}.`]
        if (stated === undefined) return [`The types have no column ${table}.${column}.`]
        return [
          `${table}.${column} is ${actual ? 'nullable' : 'not null'} in the database, not in the types.`,
        ]
      })
    }),
  ]
}
