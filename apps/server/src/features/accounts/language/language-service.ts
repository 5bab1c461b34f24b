import type { Language } from '@portal/contract/words/language.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import * as queries from './queries.ts'

/** Stores the language of the pages and mails of a customer. @throws ApiError not_permitted: staff pages are Greek */
export async function chooseLanguage(
  { db }: Pick<AppContext, 'db'>,
  actor: Actor,
  language: Language,
): Promise<void> {
  const isChanged = await changeAs(db, actor, (trx) => queries.updateLanguage(trx, actor.id, language))
  if (!isChanged) throw new ApiError('not_permitted')
}

/** Returns the language of a mailed link's account; null if none was chosen or the link is unknown. */
export const findLinkLanguage = ({ db }: Pick<AppContext, 'db'>, token: string): Promise<Language | null> =>
  queries.findLinkLanguage(db, hashToken(token))
