import { type Account, errors } from 'oidc-provider'
import { summarizePoints } from '#server/features/points/service.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import type { AppContext, Partner } from '#server/lib/context/app-context.ts'
import { isRestricted } from '#server/lib/restrictions/restrictions.ts'
import * as queries from './queries.ts'

/** Claims by scope. Standard scopes: OpenID Connect Core, 5.4. */
export const claims: Record<string, string[]> = {
  openid: ['sub'],
  profile: ['name', 'given_name', 'family_name'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  municipality: ['municipality'],
  points: ['points'],
}

/** Omits claims without a value (OpenID Connect Core, 5.3.2): imported accounts may have no name. */
const namesOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => ({
  ...((firstName || lastName) && { name: `${firstName} ${lastName}`.trim() }),
  ...(firstName && { given_name: firstName }),
  ...(lastName && { family_name: lastName }),
})

/** As the code of the partner API; the token stays valid. */
const restrictedError = () =>
  Object.assign(
    new errors.CustomOIDCProviderError(
      'processing_restricted',
      'the processing of the data of this End-User is restricted',
    ),
    { status: 403, statusCode: 403 },
  )

/**
 * Returns a citizen's account for the provider. Staff accounts are excluded: they have no points and cannot sign in at
 * partner sites (docs/decisions/014).
 * @param sub subject identifier of the account
 * @param reader the client; its current scopes count, because earlier grants may have more
 */
export async function findAccount(
  { db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>,
  sub: string,
  reader?: Pick<Partner, 'id' | 'network' | 'scopes'>,
): Promise<Account | undefined> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(sub)) return undefined
  const citizen = await queries.findCitizen(db, sub)
  if (!citizen) return undefined
  const { municipalityId, municipalityName } = citizen
  const allowedClaims = new Set(reader?.scopes.flatMap((scope) => claims[scope] ?? []))
  const filterAllowed = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => allowedClaims.has(name)))
  return {
    accountId: sub,
    claims: async (use, scope) => {
      const given = filterAllowed({
        ...namesOf(citizen),
        email: citizen.email,
        // Activation requires confirming the address by mail.
        email_verified: true,
        ...(citizen.telephone && { phone_number: citizen.telephone, phone_number_verified: false }),
        municipality: municipalityId === null ? null : { id: municipalityId, name: municipalityName },
        ...(scope.split(' ').includes('points') && { points: await summarizePoints({ db }, citizen) }),
      })
      if (reader && use === 'userinfo' && scope !== 'openid' && (await isRestricted(db, citizen.id)))
        throw restrictedError()
      // ID tokens have only `sub`: sites read the others at the UserInfo endpoint.
      if (reader && use === 'userinfo' && scope !== 'openid')
        await auditRead({ db, clock, config }, reader, {
          action: 'participant.view',
          subjectId: citizen.id,
          details: { scope },
        })
      return { ...given, sub }
    },
  }
}
