import { domainToASCII } from 'node:url'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** Characters that are not displayed, such as soft hyphens: with them, one mailbox would have many accounts. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Returns the one form of an e-mail address for comparisons (`users.email_key`), limits and hashes: NFKC, without characters that
 * are not displayed, in lower case, the domain in ASCII (UTS 46), as browsers send it.
 */
export function emailKeyOf(email: string): string {
  const text = email.normalize('NFKC').replace(ignorable, '').trim()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  const key = /^[\0-\x7f]*$/.test(domain) ? domain : domainToASCII(domain) || domain
  return `${text.slice(0, at + 1)}${key}`.toLowerCase()
}

/**
 * Finds an address among rows that have no key, such as queued mails: those in ASCII are compared in the database, the few others
 * here. @param email the column with addresses, `source` the rest of the query
 * @returns the addresses of the same mailbox, as they are written there
 */
export async function spellingsOf(
  db: Db,
  address: string,
  { email, source }: { email: RawBuilder<unknown>; source: RawBuilder<unknown> },
): Promise<string[]> {
  const key = emailKeyOf(address)
  const { rows } = await sql<{ email: string }>`
    select distinct ${email} as email ${source} and (lower(trim(${email}) collate "C") = ${key}
      or octet_length(${email}) > length(${email}))`.execute(db)
  return rows.map((row) => row.email).filter((written) => emailKeyOf(written) === key)
}
