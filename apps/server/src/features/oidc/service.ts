import type { Portal } from '#server/lib/context/context.ts'
import { secretOf } from '#server/lib/security/encryption.ts'
import { deleteRetiredKeys, findKeys } from './keys-service.ts'
import * as queries from './queries.ts'

/** Whether partner sites can sign people in here: the portal has a secret. */
export const hasProvider = ({ config }: Pick<Portal, 'config'>) => secretOf(config) !== undefined

/** Makes the first signing key, and finds out whether those that are there can be read. @throws ConfigError */
export async function prepareProvider(portal: Pick<Portal, 'db' | 'clock' | 'config'>): Promise<void> {
  if (hasProvider(portal)) await findKeys(portal)
}

/** Removes what is over: codes, tokens, interactions, keys whose signatures are of no more worth. */
export async function deleteOverdue({ db, clock }: Pick<Portal, 'db' | 'clock'>): Promise<void> {
  await queries.deleteExpiredPayloads(db, clock.now())
  await queries.deleteStaleLogouts(db)
  await deleteRetiredKeys({ db, clock })
}
