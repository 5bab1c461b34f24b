import type { Duplex } from 'node:stream'
import pg from 'pg'
import utils from 'pg/lib/utils.js'
import { serialize } from 'pg-protocol'

/** Maximum named statements per connection; PostgreSQL keeps the plan of each, of some 50 kB. */
const maxNames = 300
/** Longest text that is remembered as a statement that may repeat. */
const maxNamedText = 10_000

export type NameOf = (text: string) => string | undefined

/**
 * Names statements from their second use on, so that PostgreSQL parses and plans them once per connection. Not named are
 * statements that search texts, whose plan depends on the pattern, and those that return `*`: their result changes with
 * a migration, which fails named ones ("cached plan must not change result type").
 */
export function statementNames(): NameOf {
  const names = new Map<string, string>()
  const usedOnce = new Set<string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined) return name
    if (names.size >= maxNames || text.length > maxNamedText) return undefined
    if (!usedOnce.delete(text)) {
      // Texts that never repeat, such as lists of changing length, must not accumulate.
      if (usedOnce.size >= maxNames) usedOnce.clear()
      usedOnce.add(text)
      return undefined
    }
    if (/\blike\b|\*\s*(?:,|from\b|$)/i.test(text)) return undefined
    const added = `portal_${names.size}`
    names.set(text, added)
    return added
  }
}

type Row = Record<string, unknown>
type TypeId = Parameters<typeof pg.types.getTypeParser>[0]
type Result = { rows: Row[]; command: string; rowCount: number }
type Callback = (error: unknown, result?: Result) => void

/** Columns of a statement's rows, and a row without values. */
type Columns = { names: string[]; parsers: ((text: string) => unknown)[]; empty: Row }
const noColumns: Columns = { names: [], parsers: [], empty: {} }

/** Known columns of a connection, by name of the statement. */
type Known = { columns: Map<string, Columns>; rename: (column: string) => string }

type Statement = readonly [name: string, text: string, values: readonly unknown[]]

/** Of pg's connection, the part that its queries use. */
type Connection = {
  stream: Pick<Duplex, 'writable' | 'write'>
  parsedStatements: Record<string, string | undefined>
}

const executeAndSync = Buffer.concat([serialize.execute(), serialize.sync()])

/**
 * One execution of a named statement, in place of pg's own class, which asks for the columns in each execution and writes
 * four messages. The columns are known from the first one: PostgreSQL rejects a named statement whose columns have changed.
 */
class NamedQuery implements pg.Submittable {
  callback: Callback
  readonly name: string
  readonly text: string
  readonly #values: readonly unknown[]
  readonly #client: pg.Client
  readonly #known: Known
  #columns: Columns | undefined
  readonly #rows: Row[] = []
  #tag = ''
  #failure: unknown

  constructor(client: pg.Client, [name, text, values]: Statement, known: Known, callback: Callback) {
    this.#client = client
    this.name = name
    this.text = text
    this.#values = values
    this.callback = callback
    this.#known = known
    this.#columns = known.columns.get(name)
  }

  submit(connection: unknown): Error | undefined {
    const { stream, parsedStatements } = connection as Connection
    const { name: statement, text } = this
    try {
      const values = this.#values as unknown[]
      const messages = [
        serialize.bind({ statement, values, valueMapper: utils.prepareValue }),
        executeAndSync,
      ]
      if (!this.#columns) messages.splice(1, 0, serialize.describe({ type: 'P' }))
      if (parsedStatements[statement] === undefined)
        messages.unshift(serialize.parse({ name: statement, text }))
      if (stream.writable) stream.write(Buffer.concat(messages))
      return undefined
    } catch (error) {
      return error as Error
    }
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: TypeId }[] }): void {
    const names = fields.map(({ name }) => this.#known.rename(name))
    const parsers = fields.map(
      ({ dataTypeID }) => this.#client.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
    )
    this.#columns = { names, parsers, empty: Object.fromEntries(names.map((name) => [name, null])) }
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { names, parsers, empty } = this.#columns ?? noColumns
    const row = { ...empty }
    try {
      for (let index = 0; index < fields.length; index += 1) {
        const value = fields[index]
        row[names[index] as string] = value == null ? null : parsers[index]?.(value)
      }
      this.#rows.push(row)
    } catch (error) {
      this.#failure = error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text
    this.#known.columns.set(this.name, this.#columns ?? noColumns)
  }

  handleReadyForQuery(): void {
    if (this.#failure !== undefined) return this.callback(this.#failure)
    const [command = '', ...numbers] = this.#tag.split(' ')
    this.callback(undefined, { rows: this.#rows, command, rowCount: Number(numbers.at(-1)) })
  }

  handleError(error: unknown): void {
    this.callback(error)
  }
}

/** Client of a pool that sends statements with values under a name of `nameOf`. */
abstract class NamingClient extends pg.Client {
  readonly #known: Known = { columns: new Map(), rename: (column) => column }
  abstract readonly nameOf: NameOf
  /** Of `namedRunner`. */
  abstract readonly renamed: Known

  override query(...args: unknown[]): never {
    const [text, values, callback] = args
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? this.nameOf(text) : undefined
    if (name === undefined) return (super.query as (...all: unknown[]) => unknown)(...args) as never
    const run = (back: Callback) =>
      super.query(new NamedQuery(this, [name, text as string, values as unknown[]], this.#known, back))
    if (typeof callback === 'function') return run(callback as Callback) as never
    return new Promise((resolve, reject) => {
      run((error, result) => (error ? reject(error) : resolve(result)))
    }) as never
  }
}

/** @returns the class of a pool's clients. @param rename of columns, for `namedRunner` */
export const namingClient = (nameOf: NameOf, rename: Known['rename']) =>
  class extends NamingClient {
    readonly nameOf = nameOf
    readonly renamed = { columns: new Map(), rename }
  }

/** Runs a statement on a connection of the pool. @returns undefined if it has no name yet */
export type RunNamed = (text: string, values: readonly unknown[]) => Promise<Row[]> | undefined

/** Runs named statements past Kysely: without its dozen promises and its copy of each row. */
export const namedRunner =
  (pool: pg.Pool, nameOf: NameOf): RunNamed =>
  (text, values) => {
    const name = nameOf(text)
    if (name === undefined) return undefined
    return new Promise((resolve, reject) => {
      pool.connect((unreachable, client, release) => {
        if (!client) return reject(unreachable)
        const { renamed } = client as unknown as NamingClient
        const answer: Callback = (error, result) => {
          release()
          if (result) resolve(result.rows)
          else reject(error)
        }
        client.query(new NamedQuery(client, [name, text, values], renamed, answer))
      })
    })
  }
