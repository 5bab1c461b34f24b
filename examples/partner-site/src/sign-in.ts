import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { Settings } from './settings.ts'

/** What the site remembers of somebody who is on the way to the portal and back. */
export type Journey = { state: string; nonce: string; verifier: string }

/** Who has come back. `sub` is what the portal calls the person, here and always; `sid` is this sign-in. */
export type SignedIn = { sub: string; sid: string; name: string; idToken: string }

export type SignIn = ReturnType<typeof openSignIn>

/** Signing people in and out with the portal (OpenID Connect: authorization code with PKCE). */
export function openSignIn({ portalUrl, clientId, clientSecret, siteUrl }: Settings) {
  const issuer = `${portalUrl}/oauth`
  const redirectUri = `${siteUrl}/callback`

  // Asked for at the first need, so that the site starts while the portal doesn't answer.
  let known: Promise<oidc.Configuration> | undefined
  const discover = () => {
    const onThisMachine = issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}
    known ??= oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, onThisMachine)
    known.catch(() => (known = undefined))
    return known
  }

  /** @returns where the browser goes, and what has to be remembered until it comes back */
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

  /** @param query what the portal sent along. @throws where the visitor turned back, or something doesn't fit */
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

  /** Where a browser goes to leave the portal, and with it every site. It comes back to the front page. */
  async function leavingAddress(idToken: string): Promise<URL> {
    return oidc.buildEndSessionUrl(await discover(), {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${siteUrl}/`,
    })
  }

  let keys: ReturnType<typeof createRemoteJWKSet> | undefined

  /**
   * What the portal tells of a sign-in that is over (OpenID Connect Back-Channel Logout, 2.6).
   * @throws where the portal has not signed it, for this site, just now
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
    if (nonce !== undefined || !events || !(event in events)) throw new Error('This is no logout token.')
    return { sid: String(sid) }
  }

  return { issuer, discover, begin, complete, leavingAddress, readLogoutToken }
}
