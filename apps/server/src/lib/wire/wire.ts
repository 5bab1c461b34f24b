import { athensTime } from '../time/athens.ts'

type Snake<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${Snake<Rest>}`
  : Name
type Camel<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<Camel<Rest>>}`
  : Name

/** Distributes over what else a value may be, such as null. */
type Written<Value> = Value extends Date ? string : Value
export type Wire<Row> = { [Name in keyof Row & string as Snake<Name>]: Written<Row[Name]> }
export type FromWire<Body> = { [Name in keyof Body & string as Camel<Name>]: Body[Name] }

export const snakeOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camelOf = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** Writes a row as the API does (wire.md): names in snake_case, times by `athensTime`. `handle` sends what the reply's schema lists. */
export const toWire = <Row extends object>(row: Row): Wire<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      snakeOf(name),
      value instanceof Date ? athensTime(value) : value,
    ]),
  ) as Wire<Row>

/** The fields of a body by their names in rows. */
export const fromWire = <Body extends object>(body: Body): FromWire<Body> =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [camelOf(name), value])) as FromWire<Body>
