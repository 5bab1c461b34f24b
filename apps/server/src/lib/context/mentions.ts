import { sql } from 'kysely'
import type { Identity } from './app-context.ts'

/** Words between single spaces: other characters separate them (as in the database's mentions_name). */
const words = (text: ReturnType<typeof sql>) =>
  sql`' ' || regexp_replace(norm(${text}), '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf]+', ' ', 'g') || ' '`

/**
 * Whether a column's text about another person mentions one: address, telephone, or the first and last name side by
 * side. Not the last name alone: an account with a frequent word as its last name could otherwise empty all texts.
 */
export function mentions(
  column: string,
  { email, firstName, lastName, telephone }: Identity,
): ReturnType<typeof sql<boolean>> {
  const names = [
    [firstName, lastName],
    [lastName, firstName],
  ].map((parts) => sql`position(${words(sql`${parts.join(' ')}::text`)} in ${words(sql.ref(column))}) > 0`)
  const byName = firstName.trim() && lastName.trim() ? sql.join(names, sql` or `) : sql`false`
  return sql<boolean>`coalesce(
    mentions_person(${sql.ref(column)}, ${email}, '', '', ${telephone}) or ${byName}, false)`
}
