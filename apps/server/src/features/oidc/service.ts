import type { AppContext } from '#server/lib/context/app-context.ts'
import { secretOf } from '#server/lib/security/encryption.ts'
import { deleteRetiredKeys, findKeys } from './keys-service.ts'
import * as queries from './queries.ts'

/** Whether the OpenID Connect provider is enabled: PORTAL_SECRET is set. */
export const hasProvider = ({ config }: Pick<AppContext, 'config'>) => secretOf(config) !== undefined

/** Creates the first signing key and checks that existing keys can be decrypted. @throws ConfigError */
export async function prepareProvider(portal: Pick<AppContext, 'db' | 'clock' | 'config'>): Promise<void> {
  if (hasProvider(portal)) await findKeys(portal)
}

/** Deletes expired codes, tokens and interactions and expired signing keys. */
export async function deleteOverdue({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  await queries.deleteExpiredPayloads(db, clock.now())
  await deleteRetiredKeys({ db, clock })
}

/** Deletes a person's consents, tokens and sign-ins that are under way. @returns the number of rows */
export const deletePayloadsAbout = queries.deletePayloadsAbout
