import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oidc from 'openid-client'
import { freePort } from '../../../scripts/free-port.ts'
import { type Browser, openBrowser, type Page } from './browser.ts'
import { type TestApp, openTestApp } from './test-app.ts'
import { until } from './until.ts'

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Opens a test app that listens on a port. */
export async function openListeningApp(
  settings: Record<string, string> = {},
  logTo?: Parameters<typeof openTestApp>[1],
) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // The tests' partner sites listen on loopback addresses.
  const testApp = await openTestApp({ PUBLIC_URL: url, PRIVATE_WEBHOOKS: 'yes', ...settings }, logTo)
  await testApp.app.listen({ port, host: '127.0.0.1' })
  return Object.assign(testApp, { url, issuer: `${url}/oauth`, browser: () => openBrowser(url) })
}

export type ListeningApp = Awaited<ReturnType<typeof openListeningApp>>

type PartnerOptions = NonNullable<Parameters<TestApp['make']['partner']>[0]>

/**
 * Registers a partner site and starts its server, which receives back-channel logouts. Uses openid-client, which
 * validates every response of the portal.
 */
export async function openSite(testApp: ListeningApp, given: PartnerOptions = {}) {
  const logouts: string[] = []
  let answersWith: number | 'later' = 200
  const unanswered: ServerResponse[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const token = new URLSearchParams(Buffer.concat(parts).toString()).get('logout_token')
      if (token) logouts.push(token)
      if (answersWith === 'later') unanswered.push(response)
      else response.writeHead(answersWith).end()
    })
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  const partner = await testApp.make.partner({
    homeUrl: url,
    redirectUris: [`${url}/callback`],
    postLogoutRedirectUris: [`${url}/goodbye`],
    backchannelLogoutUri: `${url}/logout`,
    ...given,
  })
  const config = await oidc.discovery(new URL(testApp.issuer), partner.clientId, partner.secret, undefined, {
    execute: [oidc.allowInsecureRequests],
  })
  oidc.allowInsecureRequests(config)

  /** Starts a sign-in. @returns the authorization URL, and the values that the site checks later */
  const begin = async (params: Record<string, string> = {}) => {
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()]
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: `${url}/callback`,
      scope: 'openid profile email',
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
      ...params,
    })
    return { address, checks: { pkceCodeVerifier, expectedState, expectedNonce } }
  }
  type Begun = Awaited<ReturnType<typeof begin>>

  /** Exchanges the code, like the site's redirect URI. */
  const complete = ({ checks }: Begun, page: Page, more: oidc.AuthorizationCodeGrantChecks = {}) =>
    oidc.authorizationCodeGrant(config, page.url, { ...checks, ...more })

  /** Runs the whole flow; signs in at the portal if required. */
  const signIn = async (
    browser: Browser,
    person: { email: string; password: string },
    params: Record<string, string> = {},
  ) => {
    const begun = await begin(params)
    const page = await browser.open(begun.address)
    return complete(begun, page.url.origin === url ? page : await browser.answerSignIn(page, person))
  }

  return {
    ...partner,
    url,
    config,
    begin,
    complete,
    signIn,
    /** Waits for at least `count` logout tokens and returns them. */
    logouts: async (count = 1) => {
      await until(() => logouts.length >= count)
      return logouts
    },
    /** Sets the status of logout responses. 'later' delays them until a status is set. */
    answerWith: (status: number | 'later') => {
      answersWith = status
      if (status !== 'later') for (const response of unanswered.splice(0)) response.writeHead(status).end()
    },
    close: () => close(server),
  }
}

export type Site = Awaited<ReturnType<typeof openSite>>

/** Returns the error of a rejected promise; throws if it is fulfilled. */
export const rejectionOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => {
      throw new Error('Expected a rejection.')
    },
    (error: unknown) => error,
  )
