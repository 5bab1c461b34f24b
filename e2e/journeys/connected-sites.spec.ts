/** Partner sites with access to an account, in the settings: what they learn, and the withdrawal. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { registerPartner } from '../partners.ts'
import type { Portal } from '../portal.ts'
import { createAccount, newcomer, signInByApi } from './steps.ts'

const name = 'Συνεργαζόμενα καταστήματα Δυτικής Μακεδονίας'
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** Starts a third-party site and registers it. Its page has to answer: a failed one interrupts the next navigation. */
async function openSite(portal: Portal) {
  const server = createServer((_, answer) => answer.end('the site'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const scopes = ['openid', 'profile', 'email', 'points', 'points:read']
  const callback = `${home}/callback`
  const { id, secret } = await registerPartner(portal, [
    ...[name, '--url', `${home}/`, '--third-party', '--redirect-uri', callback],
    ...scopes.flatMap((scope) => ['--scope', scope]),
  ])
  const token = async (grant: Record<string, string>) => {
    const answer = await fetch(`${portal.url}/oauth/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      body: new URLSearchParams(grant),
    })
    return (await answer.json()) as { access_token: string; id_token: string }
  }
  return {
    home,
    close: () => server.close(),
    authorize: `/oauth/auth?${new URLSearchParams({
      client_id: id,
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid profile email points',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }).toString()}`,
    /** Gives the consent on its page, and redeems the code. @returns the person's `sub` */
    consent: async (page: Page) => {
      await page.getByRole('button', { name: 'Συμφωνώ', exact: true }).click()
      await page.waitForURL(`${callback}?*`)
      const code = new URL(page.url()).searchParams.get('code') ?? ''
      const given = { redirect_uri: callback, code_verifier: verifier }
      const { id_token } = await token({ grant_type: 'authorization_code', code, ...given })
      const [, claims = ''] = id_token.split('.')
      return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub
    },
    /** Status of the answer to the site's program that asks for the balance. */
    statusOfBalance: async (sub: string) => {
      const { access_token } = await token({ grant_type: 'client_credentials', scope: 'points:read' })
      const headers = { Authorization: `Bearer ${access_token}` }
      return (await fetch(`${portal.url}/api/partner/participants/${sub}/balance/`, { headers })).status
    },
  }
}

test('a customer sees what a third party learns and withdraws its access', async ({ page, portal }) => {
  const site = await openSite(portal)
  await createAccount(portal)
  await signInByApi(page, newcomer)

  await test.step('before the first sign-in at a site the page says so', async () => {
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Συνδεδεμένοι ιστότοποι' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Συνδεδεμένοι ιστότοποι')
    await expect(page.getByText('Δεν έχετε συνδεθεί σε άλλον ιστότοπο')).toBeVisible()
    await expectAccessible(page)
  })

  await page.goto(site.authorize)
  const sub = await site.consent(page)
  expect(await site.statusOfBalance(sub)).toBe(200)

  const card = page.getByRole('listitem', { name })
  await test.step('after the consent it names the site and what it may do [security consents]', async () => {
    await page.goto('/settings/sites')
    await expect(card).toContainText('Ιστότοπος άλλης εταιρείας, με τη συγκατάθεσή σας')
    await expect(card).toContainText('να βλέπει το ονοματεπώνυμό σας, να βλέπει τη διεύθυνση email σας')
    await expect(card).toContainText('να βλέπει τους πόντους σας')
    await expect(card.getByRole('link')).toHaveAttribute('href', `${site.home}/`)
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await expectAccessible(page)
    }
  })

  await test.step('the access is withdrawn with the keyboard only [security consents]', async () => {
    await card.getByRole('link').focus()
    await page.keyboard.press('Tab')
    await expect(card.getByRole('button', { name: 'Ανάκληση' })).toBeFocused()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: new RegExp(name) })
    await expect(question.getByRole('button', { name: 'Ακύρωση' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(card.getByRole('button', { name: 'Ανάκληση' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Η πρόσβαση ανακλήθηκε' })).toBeFocused()
    await expect(card).toHaveCount(0)
    await expectAccessible(page)
    expect(await site.statusOfBalance(sub)).toBe(403)
  })

  await test.step('the customer stays signed in at the portal; the site has to ask again', async () => {
    await page.reload()
    await expect(page.getByText('Δεν έχετε συνδεθεί σε άλλον ιστότοπο')).toBeVisible()
    await page.goto(site.authorize)
    await expect(page.getByRole('button', { name: 'Συμφωνώ', exact: true })).toBeVisible()
  })
  site.close()
})
