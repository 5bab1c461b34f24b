/** The site of a third party, which asks for consent, with its program. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { registerPartner } from './partners.ts'
import type { Portal } from './portal.ts'

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/**
 * Starts the site and registers it. Its page has to answer: a failed one interrupts the next navigation.
 * @param options further ones of `partner add`
 */
export async function openThirdPartySite(portal: Portal, name: string, options: readonly string[] = []) {
  const server = createServer((_, answer) => answer.end('the site'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const scopes = ['openid', 'profile', 'email', 'points', 'points:redeem', 'points:read', 'points:write']
  const callback = `${home}/callback`
  const { id, secret } = await registerPartner(portal, [
    ...[name, '--url', `${home}/`, '--third-party', '--redirect-uri', callback],
    ...scopes.flatMap((scope) => ['--scope', scope]),
    ...options,
  ])
  const token = async (grant: Record<string, string>) => {
    const answer = await fetch(`${portal.url}/oauth/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      body: new URLSearchParams(grant),
    })
    return (await answer.json()) as { access_token: string; id_token: string }
  }
  const call = async (path: string, body?: object) => {
    const { access_token } = await token({
      grant_type: 'client_credentials',
      scope: 'points:read points:write',
    })
    return fetch(`${portal.url}/api/partner/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
  return {
    home,
    close: () => server.close(),
    authorize: (params: Record<string, string> = {}) =>
      `/oauth/auth?${new URLSearchParams({
        client_id: id,
        response_type: 'code',
        redirect_uri: callback,
        scope: 'openid profile email points',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...params,
      }).toString()}`,
    /** Presses the button that gives the consent, and redeems the code. @returns the person's `sub` */
    consent: async (page: Page, button = 'Συμφωνώ') => {
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.waitForURL(`${callback}?*`)
      const code = new URL(page.url()).searchParams.get('code') ?? ''
      const given = { redirect_uri: callback, code_verifier: verifier }
      const { id_token } = await token({ grant_type: 'authorization_code', code, ...given })
      const [, claims = ''] = id_token.split('.')
      return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub
    },
    /** Status of the answer to the site's program that asks for the balance. */
    statusOfBalance: async (sub: string) => (await call(`participants/${sub}/balance/`)).status,
    /** @returns the status of a record, or the sentence of its error */
    record: async (sub: string, description: string, points: number) => {
      const answer = await call('points/', {
        reference: crypto.randomUUID(),
        participant: { sub },
        description,
        points,
        happened_at: new Date().toISOString(),
      })
      const { status, detail } = (await answer.json()) as { status?: string; detail?: string }
      return status ?? detail
    },
  }
}
