import type { Account } from 'oidc-provider'
import { summarizePoints } from '#server/features/points/service.ts'
import type { Portal } from '#server/lib/context/context.ts'
import * as queries from './queries.ts'

/** Which claims come with which scope. Those of the standard's own scopes are in OpenID Connect Core, 5.4. */
export const claims: Record<string, string[]> = {
  openid: ['sub'],
  profile: ['name', 'given_name', 'family_name'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  municipality: ['municipality'],
  points: ['points'],
}

/** Claims without a value are left out (OpenID Connect Core, 5.3.2): an imported account may have no name. */
const namesOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => ({
  ...((firstName || lastName) && { name: `${firstName} ${lastName}`.trim() }),
  ...(firstName && { given_name: firstName }),
  ...(lastName && { family_name: lastName }),
})

/**
 * A citizen as partner sites learn of them. Staff are no citizens: they have no points, and no business at the sites in
 * that part (docs/decisions/014).
 * @param sub as sites call the account
 * @param allowed the scopes that the site has now; what it was granted before may have been more
 */
export async function findAccount(
  { db }: Pick<Portal, 'db'>,
  sub: string,
  allowed: readonly string[] = [],
): Promise<Account | undefined> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(sub)) return undefined
  const citizen = await queries.findCitizen(db, sub)
  if (!citizen) return undefined
  const { municipalityId, municipalityName } = citizen
  const told = new Set(allowed.flatMap((scope) => claims[scope] ?? []))
  const tell = (known: object) => Object.fromEntries(Object.entries(known).filter(([name]) => told.has(name)))
  return {
    accountId: sub,
    claims: async (_use, scope) => ({
      ...tell({
        ...namesOf(citizen),
        email: citizen.email,
        // No account is active whose address wasn't confirmed by a mail.
        email_verified: true,
        ...(citizen.telephone && { phone_number: citizen.telephone, phone_number_verified: false }),
        municipality: municipalityId === null ? null : { id: municipalityId, name: municipalityName },
        ...(scope.split(' ').includes('points') && { points: await summarizePoints({ db }, citizen) }),
      }),
      sub,
    }),
  }
}
