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

/** A testApp that answers over real HTTP. */
export async function openListeningHouse(settings: Record<string, string> = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // Partners' sites of the tests listen on loopback addresses.
  const testApp = await openTestApp({ PUBLIC_URL: url, PRIVATE_WEBHOOKS: 'yes', ...settings })
  await testApp.app.listen({ port, host: '127.0.0.1' })
  return Object.assign(testApp, { url, issuer: `${url}/oauth`, browser: () => openBrowser(url) })
}

export type ListeningHouse = Awaited<ReturnType<typeof openListeningHouse>>

type Given = NonNullable<Parameters<TestApp['make']['partner']>[0]>

/**
 * A partner's site: registered, with a server that is told of logouts, and with openid-client, which checks every answer
 * of the portal as the standard says.
 */
export async function openSite(testApp: ListeningHouse, given: Given = {}) {
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

  /** Begins a sign-in: the address that the browser is sent to, and what the site remembers of it. */
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

  /** Takes the browser back, as the page of the redirect address does. */
  const complete = ({ checks }: Begun, page: Page, more: oidc.AuthorizationCodeGrantChecks = {}) =>
    oidc.authorizationCodeGrant(config, page.url, { ...checks, ...more })

  /** The whole way, for somebody who signs in at the portal if need be. */
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
    /** The claims of the logout tokens that came. Waits for so many. */
    logouts: async (count = 1) => {
      await until(() => logouts.length >= count)
      return logouts
    },
    /** 'later': it takes what comes, and says nothing until it is given a status. */
    answerWith: (status: number | 'later') => {
      answersWith = status
      if (status !== 'later') for (const response of unanswered.splice(0)) response.writeHead(status).end()
    },
    close: () => close(server),
  }
}

export type Site = Awaited<ReturnType<typeof openSite>>

/** What a call fails with; fails itself where that succeeds. */
export const errorDetailOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => {
      throw new Error('It was not rejected.')
    },
    (error: unknown) => error,
  )
