import { hash } from 'node:crypto'
import pg from 'pg'

/** Maximum named statements per connection; PostgreSQL keeps the plan of each, of some 50 kB. */
const maxNames = 300
/** Longest text that is remembered as a statement that may repeat. */
const maxNamedText = 10_000

type NameOf = (text: string) => string | undefined

/**
 * Names statements from their second use on, so that PostgreSQL parses and plans them once per connection. Not named are
 * statements that search texts, whose plan depends on the pattern, and those that return `*`: their result changes with
 * a migration, which fails named ones ("cached plan must not change result type").
 */
function statementNames(): NameOf {
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
    const added = hash('sha256', text, 'hex').slice(0, 32)
    names.set(text, added)
    return added
  }
}

/** Returns the class of a pool's clients: they send repeated statements with values under a name. */
export function namingClient(): typeof pg.Client {
  const nameOf = statementNames()
  return class extends pg.Client {
    override query(...given: unknown[]): never {
      const [text, values, callback] = given
      const name =
        typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
      const query = super.query.bind(this) as (...all: unknown[]) => never
      return name === undefined ? query(...given) : query({ name, text, values }, undefined, callback)
    }
  }
}
