import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { Settings } from './settings.ts'

/** State of a pending sign-in, stored by the site. */
export type Journey = { state: string; nonce: string; verifier: string }

/** A signed-in user. `sub` is the portal's permanent id of the person; `sid` is the id of this sign-in. */
export type SignedIn = { sub: string; sid: string; name: string; idToken: string }

export type SignIn = ReturnType<typeof openSignIn>

/** Sign-in and sign-out with the portal (OpenID Connect: authorization code with PKCE). */
export function openSignIn({ portalUrl, clientId, clientSecret, siteUrl }: Settings) {
  const issuer = `${portalUrl}/oauth`
  const redirectUri = `${siteUrl}/callback`

  // Loaded on first use, so that the site starts while the portal is down.
  let known: Promise<oidc.Configuration> | undefined
  const discover = () => {
    const onThisMachine = issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}
    known ??= oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, onThisMachine)
    known.catch(() => (known = undefined))
    return known
  }

  /** @returns the URL to redirect to, and the state to store until the callback */
  async function begin(): Promise<{ address: URL; journey: Journey }> {
    const verifier = oidc.randomPKCECodeVerifier()
    const journey = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier }
    const address = oidc.buildAuthorizationUrl(await discover(), {
      redirect_uri: redirectUri,
      scope: 'openid profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: journey.state,
      nonce: journey.nonce,
    })
    return { address, journey }
  }

  /** @param query of the callback. @throws if the user cancelled, or a check fails */
  async function complete(query: URLSearchParams, journey: Journey): Promise<SignedIn> {
    const config = await discover()
    const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri}?${query.toString()}`), {
      expectedState: journey.state,
      expectedNonce: journey.nonce,
      pkceCodeVerifier: journey.verifier,
      idTokenExpected: true,
    })
    const { sub, sid } = tokens.claims() as oidc.IDToken & { sid: string }
    const { name } = await oidc.fetchUserInfo(config, tokens.access_token, sub)
    return { sub, sid, name: name ?? '', idToken: tokens.id_token ?? '' }
  }

  /** Returns the portal's logout URL, which ends the sessions of all sites and redirects to the front page. */
  async function logoutUrl(idToken: string): Promise<URL> {
    return oidc.buildEndSessionUrl(await discover(), {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${siteUrl}/`,
    })
  }

  let keys: ReturnType<typeof createRemoteJWKSet> | undefined

  /**
   * Verifies a logout token (OpenID Connect Back-Channel Logout, 2.6).
   * @throws if it is not signed by the portal, for this site, and recent
   */
  async function readLogoutToken(token: string): Promise<{ sid: string }> {
    const config = await discover()
    keys ??= createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri ?? ''))
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      typ: 'logout+jwt',
      algorithms: ['RS256'],
      requiredClaims: ['iat', 'jti', 'sid'],
      maxTokenAge: '5m',
    })
    const event = 'http://schemas.openid.net/event/backchannel-logout'
    const { events, nonce, sid } = payload as { events?: object; nonce?: string; sid?: unknown }
    if (nonce !== undefined || !events || !(event in events)) throw new Error('Not a logout token.')
    return { sid: String(sid) }
  }

  return { issuer, discover, begin, complete, logoutUrl, readLogoutToken }
}
