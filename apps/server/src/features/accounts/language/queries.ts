import type { Language } from '@portal/contract/words/language.ts'
import type { Db } from '#server/db/database.ts'

/** @returns false if it is not an account of an active customer */
export const updateLanguage = async (db: Db, id: number, language: Language) => {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ language })
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where('isStaff', '=', false)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the language of the account that a mailed link belongs to. */
export const findLinkLanguage = async (db: Db, tokenHash: string) =>
  (
    await db
      .selectFrom('accountTokens')
      .innerJoin('users', 'users.id', 'accountTokens.userId')
      .select('language')
      .where('tokenHash', '=', tokenHash)
      .where('isStaff', '=', false)
      .executeTakeFirst()
  )?.language ?? null
