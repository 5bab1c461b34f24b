import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { AppContext } from '#server/lib/context/app-context.ts'

type Site = Pick<AppContext, 'config'>

/** An untrusted `PublicKeyCredential.toJSON()`. */
export type Credential = Record<string, unknown>

/** A stored passkey; the identifier and the key in base64url. */
type Passkey = { credentialId: string; publicKey: string; counter: number; transports: string[] }

const timeout = 120_000

/** The origin of PUBLIC_URL; passkeys are bound to its host name. */
const siteOf = ({ config }: Site) => {
  const { origin, hostname } = new URL(config.publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

const listed = (passkeys: readonly Pick<Passkey, 'credentialId' | 'transports'>[]) =>
  passkeys.map(({ credentialId: id, transports }) => ({ id, transports }))

/** @param owner.sub identifier of the account; contains no personal data (WebAuthn, 14.6.1) */
export const creationOptions = (
  site: Site,
  owner: { sub: string; email: string; name: string },
  present: readonly Pick<Passkey, 'credentialId' | 'transports'>[],
) =>
  generateRegistrationOptions({
    rpName: site.config.brand.product,
    rpID: siteOf(site).expectedRPID,
    userID: new TextEncoder().encode(owner.sub),
    userName: owner.email,
    userDisplayName: owner.name,
    excludeCredentials: listed(present),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
    timeout,
  })

/** @returns the new passkey; undefined if the response is not valid for the challenge */
export async function readNewPasskey(
  site: Site,
  response: Credential,
  expectedChallenge: string,
): Promise<Passkey | undefined> {
  const result = await verifyRegistrationResponse({
    ...siteOf(site),
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge,
    requireUserVerification: true,
    // The library rejects by errors of many kinds, also for values of the wrong type.
  }).catch(() => undefined)
  if (!result?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transportsOf(transports),
  }
}

/** The browser's list, which it sends unsigned: short words only. */
const transportsOf = (transports: unknown): string[] =>
  Array.isArray(transports)
    ? transports
        .filter((word): word is string => typeof word === 'string' && /^[a-z-]{1,20}$/.test(word))
        .slice(0, 10)
    : []

export const requestOptions = (
  site: Site,
  present: readonly Pick<Passkey, 'credentialId' | 'transports'>[],
) =>
  generateAuthenticationOptions({
    rpID: siteOf(site).expectedRPID,
    allowCredentials: listed(present),
    userVerification: 'required',
    timeout,
  })

/** @returns the authenticator's new counter; undefined if the response is not valid for the challenge */
export async function verifyAssertion(
  site: Site,
  response: Credential,
  expectedChallenge: string,
  { credentialId: id, publicKey, counter, transports }: Passkey,
): Promise<number | undefined> {
  const result = await verifyAuthenticationResponse({
    ...siteOf(site),
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    // Also rejects a counter that does not increase: the passkey may have been copied (WebAuthn, 6.1.1).
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter, transports },
    requireUserVerification: true,
  }).catch(() => undefined)
  return result?.verified ? result.authenticationInfo.newCounter : undefined
}
