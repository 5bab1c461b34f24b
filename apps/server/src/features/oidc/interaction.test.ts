import { activate, signUp } from '@portal/contract/accounts.ts'
import { findSignInSite } from '@portal/contract/partners.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hours, minutes } from '#server/lib/time/clock.ts'
import { signUpForm } from '#test/sign-up-form.ts'
import { addressOf, linkTo } from '#test/mailed-links.ts'
import { auditOf } from '#test/audit-entries.ts'
import type { Browser, Page } from '#test/browser.ts'
import { type ListeningApp, openListeningApp, openSite } from '#test/partner-site.ts'

let testApp: ListeningApp
beforeAll(async () => {
  testApp = await openListeningApp()
})
afterAll(() => testApp.close())

const siteOf = async (given: Parameters<typeof openSite>[1] = {}) => {
  const site = await openSite(testApp, given)
  onTestFinished(() => site.close())
  return site
}
const nextOf = (page: Page) => page.url.searchParams.get('next') ?? ''
const errorOf = (page: Page) => page.url.searchParams.get('error')
const signedIn = async () => {
  const [browser, person] = [testApp.browser(), await testApp.make.customer()]
  await browser.signIn(person)
  return { browser, person }
}

describe('sign-in at a partner site', () => {
  it('redirects to /login with the next address and the cancel address', async () => {
    const [site, browser] = [await siteOf(), testApp.browser()]
    const page = await browser.open((await site.begin({ login_hint: 'maria@example.gr' })).address)
    expect(page.url.pathname).toBe('/login')
    expect(nextOf(page)).toMatch(/^\/oauth\/interaction\/[\w-]+\?client=site-/)
    expect(page.url.searchParams.get('login_hint')).toBe('maria@example.gr')
    const back = await browser.open(page.url.searchParams.get('cancelTo') ?? '')
    expect([back.url.origin, errorOf(back)]).toEqual([site.url, 'access_denied'])
  })

  it('names the site of its client id from the registry only [partner site named]', async () => {
    const site = await siteOf({ name: 'Λάδι & Φως' })
    const nameOf = (client: string) => testApp.visitor().call(findSignInSite, { query: { client } })
    expect(await nameOf(site.clientId)).toEqual({ name: 'Λάδι & Φως' })
    expect(await nameOf('unknown')).toEqual({ name: null })
    const disabledAt = testApp.portal.clock.now()
    await testApp.db.updateTable('partners').set({ disabledAt }).where('id', '=', site.id).execute()
    expect(await nameOf(site.clientId)).toEqual({ name: null })
  })

  it('shows no page if the user is signed in to the portal', async () => {
    const [site, { browser }] = [await siteOf(), await signedIn()]
    const begun = await site.begin()
    const tokens = await site.complete(begun, await browser.open(begun.address))
    expect(tokens.id_token).toBeDefined()
  })

  it('continues after sign-up and activation in the same browser', async () => {
    const [site, browser] = [await siteOf(), testApp.browser()]
    const begun = await site.begin()
    const login = await browser.open(begun.address)
    const { link, person } = await signUpWith(login)
    expect(link.searchParams.get('next')).toBe(nextOf(login))
    const page = await browser.answerSignIn(new URLPage(`${testApp.url}/login${link.search}`), person)
    expect((await site.complete(begun, page)).id_token).toBeDefined()
  })

  it.each([
    ['hours later', async () => testApp.clock.forward(hours(3)), (same: Browser) => same],
    ['on another device', async () => {}, () => testApp.browser()],
  ] as const)(
    "restarts at the site's initiate_login_uri after activation %s",
    async (_, wait, browserFor) => {
      const site = await siteOf()
      await testApp.db
        .updateTable('partners')
        .set({ initiateLoginUri: `${site.url}/begin?from=portal` })
        .where('id', '=', site.id)
        .execute()
      const browser = testApp.browser()
      const login = await browser.open((await site.begin()).address)
      const { link, person } = await signUpWith(login)
      await wait()
      const later = browserFor(browser)
      const page = await later.answerSignIn(new URLPage(`${testApp.url}/login${link.search}`), person)
      expect(page.url.origin + page.url.pathname).toBe(`${site.url}/begin`)
      expect(Object.fromEntries(page.url.searchParams)).toEqual({ from: 'portal', iss: testApp.issuer })
      // The site starts a new sign-in, which succeeds without a prompt.
      const begun = await site.begin()
      expect((await site.complete(begun, await later.open(begun.address))).id_token).toBeDefined()
    },
  )

  it("continues at the site's home page if it has no initiate_login_uri", async () => {
    const [site, { browser }] = [await siteOf(), await signedIn()]
    const page = await browser.open(`/oauth/interaction/over?client=${site.clientId}`)
    expect(page.url.href).toBe(`${site.url}/`)
  })

  it.each(['', 'unknown', 'https://evil.example', '//evil.example', '\0'])(
    'redirects to the portal for the unknown partner %j',
    async (client) => {
      const { browser } = await signedIn()
      const page = await browser.open(`/oauth/interaction/x?${new URLSearchParams({ client }).toString()}`)
      expect(page.url.href).toBe(`${testApp.url}/`)
      const back = await browser.open(
        `/oauth/interaction/x/abort?${new URLSearchParams({ client }).toString()}`,
      )
      expect(back.url.href).toBe(`${testApp.url}/`)
    },
  )

  it('is bound to the browser that started it: another signed-in browser cannot complete it', async () => {
    const [site, attacker, { browser: victim }] = [await siteOf(), testApp.browser(), await signedIn()]
    const login = await attacker.open((await site.begin()).address)
    expect((await victim.open(nextOf(login))).url.href).toBe(`${site.url}/`)
    // The interaction is not completed: the attacker is still redirected to the sign-in.
    expect((await attacker.open(nextOf(login))).url.pathname).toBe('/login')
  })

  it('sets a new session cookie at each sign-in, and rejects the old one', async () => {
    const [site, browser, person] = [await siteOf(), testApp.browser(), await testApp.make.customer()]
    const cookie = () => browser.cookies().find(({ name }) => name === '_session')?.value
    await site.signIn(browser, person)
    const first = cookie()
    const begun = await site.begin({ prompt: 'login' })
    await site.complete(begun, await browser.answerSignIn(await browser.open(begun.address), person))
    expect(cookie()).toBeDefined()
    expect(cookie()).not.toBe(first)
    const attacker = testApp.browser()
    const answer = await attacker.request((await site.begin({ prompt: 'none' })).address, {
      headers: { cookie: `_session=${first}` },
    })
    expect(answer.headers.get('location')).toContain('error=login_required')
  })

  it('signs in the current user, not the previous one of this browser', async () => {
    const [site, browser] = [await siteOf(), testApp.browser()]
    const [one, other] = [await testApp.make.customer(), await testApp.make.customer()]
    const first = (await site.signIn(browser, one)).claims()?.sub
    // Signs in as another user without signing out.
    await browser.signIn(other)
    const begun = await site.begin()
    const second = (await site.complete(begun, await browser.open(begun.address))).claims()?.sub
    expect(second).not.toBe(first)
    expect(second).toBe(await subOf(other))
  })
})

describe('prompt, max_age and id_token_hint', () => {
  it('prompt=none returns login_required without a session, and shows no page with one', async () => {
    const [site, browser] = [await siteOf(), testApp.browser()]
    expect(errorOf(await browser.open((await site.begin({ prompt: 'none' })).address))).toBe('login_required')
    await browser.signIn(await testApp.make.customer())
    // The provider has no session yet: prompt=none fails with login_required.
    const first = await browser.open((await site.begin({ prompt: 'none' })).address)
    expect(errorOf(first)).toBe('login_required')
    const begun = await site.begin()
    await browser.open(begun.address)
    const silent = await site.begin({ prompt: 'none' })
    expect((await site.complete(silent, await browser.open(silent.address))).id_token).toBeDefined()
  })

  it('prompt=login requires a new sign-in', async () => {
    const [site, { browser, person }] = [await siteOf(), await signedIn()]
    const begun = await site.begin({ prompt: 'login' })
    const page = await browser.open(begun.address)
    expect([page.url.pathname, page.url.searchParams.has('again')]).toEqual(['/login', true])
    // The URL alone does not authenticate.
    expect((await browser.open(nextOf(page))).url.pathname).toBe('/login')
    const tokens = await site.complete(begun, await browser.answerSignIn(page, person))
    expect(tokens.claims()?.sub).toBe(await subOf(person))
  })

  it('max_age requires a new sign-in if the session is older; auth_time is the time of the sign-in', async () => {
    const [site, { browser, person }] = [await siteOf(), await signedIn()]
    testApp.clock.forward(minutes(10))
    const young = await site.begin({ max_age: '3600' })
    const tokens = await site.complete(young, await browser.open(young.address))
    expect(tokens.claims()?.auth_time).toEqual(expect.any(Number))
    const begun = await site.begin({ max_age: '300' })
    const page = await browser.open(begun.address)
    expect(page.url.searchParams.has('again') || page.url.origin === site.url).toBe(true)
    await browser.signOut()
    const old = await site.begin({ max_age: '300' })
    const renewed = await site.complete(
      old,
      await browser.answerSignIn(await browser.open(old.address), person),
    )
    expect(renewed.claims()?.auth_time).toBeGreaterThan(Number(tokens.claims()?.auth_time))
  })

  it('id_token_hint of another user requires a sign-in of that user', async () => {
    const [site, browser] = [await siteOf(), testApp.browser()]
    const [one, other] = [await testApp.make.customer(), await testApp.make.customer()]
    const { id_token: hint = '' } = await site.signIn(browser, one)
    await browser.signIn(other)
    const begun = await site.begin({ id_token_hint: hint })
    const page = await browser.open(begun.address)
    expect(page.url.searchParams.has('again')).toBe(true)
    expect(errorOf(await browser.answerSignIn(page, other))).toBe('login_required')
    const again = await site.begin({ id_token_hint: hint })
    const tokens = await site.complete(
      again,
      await browser.answerSignIn(await browser.open(again.address), one),
    )
    expect(tokens.claims()?.sub).toBe(await subOf(one))
  })
})

describe('a staff account', () => {
  it('gets a page that offers to sign in with another account', async () => {
    const [site, browser] = [await siteOf(), testApp.browser()]
    await browser.signIn(await testApp.make.staff())
    const begun = await site.begin()
    const page = await browser.open(begun.address)
    expect([page.status, page.body]).toEqual([403, expect.stringContaining('λογαριασμό υπαλλήλου')])
    const [other = '', back = ''] = [...page.body.matchAll(/<a class="button[^>]*href="([^"]+)"/g)].map(
      ([, href = '']) => href.replaceAll('&amp;', '&'),
    )
    const login = await browser.open(other)
    const tokens = await site.complete(
      begun,
      await browser.answerSignIn(login, await testApp.make.customer()),
    )
    expect(tokens.id_token).toBeDefined()
    expect(back).toMatch(/\/abort\?client=/)
  })

  it('loses the sign-ins at sites from when it was a customer', async () => {
    const [site, browser, person] = [await siteOf(), testApp.browser(), await testApp.make.customer()]
    await site.signIn(browser, person)
    await testApp.db
      .updateTable('users')
      .set({ isStaff: true, role: 'clerk' })
      .where('id', '=', person.id)
      .execute()
    expect(errorOf(await browser.open((await site.begin({ prompt: 'none' })).address))).toBe('login_required')
  })
})

it('answers a program at an unknown path, or with GET at the token endpoint, with 404 and JSON', async () => {
  for (const path of ['token', 'unknown']) {
    const answer = await fetch(`${testApp.issuer}/${path}`)
    expect([answer.status, await answer.json()]).toEqual([404, { detail: 'Not found.' }])
  }
})

describe('ui_locales of an authorization request [languages ui_locales]', () => {
  const openConsent = async (browser: Browser, locales: string) => {
    const site = await siteOf({ firstParty: false })
    const begun = await site.begin({ ui_locales: locales })
    return browser.open(begun.address)
  }
  const languageOfPage = ({ body }: Page) => /<html lang="(\w+)"/.exec(body)?.[1]

  it('are the language of the pages of a browser in which none was chosen', async () => {
    const { browser } = await signedIn()
    expect(languageOfPage(await openConsent(browser, 'fr en-GB el'))).toBe('en')
    expect(languageOfPage(await openConsent(browser, 'fr'))).toBe('en')
    expect(languageOfPage(await openConsent(browser, 'el-GR en'))).toBe('el')
    expect(browser.cookies().map(({ name }) => name)).not.toContain('language')
  })

  it('do not replace a language that was chosen', async () => {
    const { browser, person } = await signedIn()
    await testApp.db.updateTable('users').set({ language: 'el' }).where('id', '=', person.id).execute()
    await browser.signIn(person)
    expect(languageOfPage(await openConsent(browser, 'en'))).toBe('el')
  })

  it('are ignored without a registered site, and elsewhere', async () => {
    const [site, browser] = [await siteOf(), testApp.browser()]
    const asked = { ui_locales: 'en', client_id: 'unknown-site' }
    await browser.open(`${testApp.issuer}/jwks?ui_locales=en&client_id=${site.clientId}`)
    for (const path of ['auth', 'session/end', 'jwks']) {
      await browser.open(`${testApp.issuer}/${path}?${new URLSearchParams(asked).toString()}`)
      await browser.open(`${testApp.issuer}/${path}?ui_locales=en`)
    }
    expect(browser.cookies().map(({ name }) => name)).not.toContain('sitelanguage')
  })

  it('apply to error pages, and to a sign-up, whose account takes them', async () => {
    const [site, browser] = [await siteOf(), testApp.browser()]
    const wrong = await site.begin({ ui_locales: 'en', redirect_uri: 'https://unknown.example.gr/' })
    expect(languageOfPage(await browser.open(wrong.address))).toBe('en')
    const login = await browser.open((await site.begin()).address)
    const { email } = (await signUpWith(login, browser)).person
    const account = await testApp.db
      .selectFrom('users')
      .select('language')
      .where('email', '=', email)
      .executeTakeFirst()
    expect(account?.language).toBe('en')
  })
})

describe('a third-party site', () => {
  it('receives a code only after consent, which is not requested again in the same session', async () => {
    const [site, { browser, person }] = [
      await siteOf({ firstParty: false, name: 'Ανταμοιβές «Άλφα» & <Υιοί>' }),
      await signedIn(),
    ]
    const begun = await site.begin({ scope: 'openid email points' })
    const page = await browser.open(begun.address)
    expect(page.status).toBe(200)
    expect(page.body).toContain('Ανταμοιβές «Άλφα» &amp; &lt;Υιοί&gt;')
    for (const text of ['τη διεύθυνση email σας', 'πόσους πόντους έχετε', person.email])
      expect(page.body).toContain(text)
    expect(page.body).not.toContain('το τηλέφωνό σας')
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${site.url};`)
    const tokens = await site.complete(begun, await browser.submit(page, { decision: 'allow' }))
    expect(tokens.scope).toBe('openid email points')
    const again = await site.begin({ scope: 'openid email' })
    expect((await site.complete(again, await browser.open(again.address))).id_token).toBeDefined()
    // Additional scopes require consent again.
    const more = await browser.open((await site.begin({ scope: 'openid email phone' })).address)
    expect(more.body).toContain('το τηλέφωνό σας')
  })

  it('says who asks, why, what for, where its notice is and how to withdraw, in both languages [partners consent words]', async () => {
    const site = await siteOf({
      firstParty: false,
      name: 'Άλφα',
      company: 'Άλφα Κουπόνια ΑΕ',
      purpose: 'Εκπτώσεις στα καταστήματα της πόλης',
      purposeEn: 'Discounts in the shops of the town',
      privacyUrl: 'https://alpha.example.gr/privacy',
      descriptions: ['oil_collected', 'coupon_created'],
    })
    const { browser } = await signedIn()
    const scope = 'openid profile email phone municipality points points:redeem'
    const greek = await browser.open((await site.begin({ scope })).address)
    for (const text of [
      'Ο ιστότοπος «Άλφα» δεν ανήκει στον φορέα της υπηρεσίας.',
      'Άλφα Κουπόνια ΑΕ',
      'Εκπτώσεις στα καταστήματα της πόλης',
      '<a href="https://alpha.example.gr/privacy"',
      'να σας συνδέει και να σας αναγνωρίζει',
      'να βλέπει το ονοματεπώνυμό σας',
      'να βλέπει τη διεύθυνση email σας',
      'να βλέπει το τηλέφωνό σας',
      'να βλέπει τον δήμο σας',
      'να βλέπει πόσους πόντους έχετε, χωρίς να τους παίρνει',
      'να σας δίνει πόντους',
      '<input type="checkbox" id="redeem" name="redeem" value="yes" aria-describedby',
      'Επιτρέπω και να παίρνει πόντους μου για κουπόνια',
      'το πολύ 14 ημέρες',
      '<a href="/settings/sites">Συνδεδεμένοι ιστότοποι</a>',
    ])
      expect(greek.body).toContain(text)
    const english = await browser.open((await site.begin({ scope, ui_locales: 'en' })).address)
    for (const text of [
      'Discounts in the shops of the town',
      'take my points for coupons',
      'Connected sites',
    ])
      expect(english.body).toContain(text)
    const silent = await siteOf({ firstParty: false, scopes: ['openid'] })
    const bare = await browser.open((await silent.begin({ scope: 'openid' })).address)
    expect(bare.body.match(/not stated/g)).toHaveLength(3)
    for (const text of ['checkbox', 'give you points']) expect(bare.body).not.toContain(text)
  })

  it('gets the rest if taking points is rejected, is not asked again, and may ask by prompt=consent [partners consent words]', async () => {
    const [site, { browser }] = [
      await siteOf({ firstParty: false, descriptions: ['coupon_created'] }),
      await signedIn(),
    ]
    const ask = async (params: Record<string, string>, fields: Record<string, string>) => {
      const begun = await site.begin({ scope: 'openid points points:redeem', ...params })
      const page = await browser.open(begun.address)
      const isAsked = page.url.origin === testApp.url
      const { scope } = await site.complete(begun, isAsked ? await browser.submit(page, fields) : page)
      return { isAsked, scope }
    }
    const allow = { decision: 'allow' }
    expect(await ask({}, allow)).toEqual({ isAsked: true, scope: 'openid points' })
    expect(await ask({}, allow)).toEqual({ isAsked: false, scope: 'openid points' })
    const again = { prompt: 'consent' }
    expect(await ask(again, { ...allow, redeem: 'yes' })).toEqual({
      isAsked: true,
      scope: 'openid points points:redeem',
    })
    expect(await ask(again, allow)).toEqual({ isAsked: true, scope: 'openid points' })
  })

  it('shows the question again if its words change before the answer', async () => {
    const [site, { browser }] = [await siteOf({ firstParty: false }), await signedIn()]
    const begun = await site.begin()
    const page = await browser.open(begun.address)
    const purpose = 'Διαφημίσεις'
    await testApp.db.updateTable('partners').set({ purpose }).where('id', '=', site.id).execute()
    const changed = await browser.submit(page, { decision: 'allow' })
    expect([changed.status, changed.body]).toEqual([200, expect.stringContaining(purpose)])
    const tokens = await site.complete(begun, await browser.submit(changed, { decision: 'allow' }))
    expect(tokens.scope).toBe('openid profile email')
  })

  it('receives access_denied if the user denies consent', async () => {
    const [site, { browser }] = [await siteOf({ firstParty: false }), await signedIn()]
    const page = await browser.open((await site.begin()).address)
    expect(errorOf(await browser.submit(page, { decision: 'deny' }))).toBe('access_denied')
  })

  it('gives one consent if the form is sent again before the sign-in continues [security consents]', async () => {
    const [site, { browser, person }] = [await siteOf({ firstParty: false }), await signedIn()]
    const page = await browser.open((await site.begin()).address)
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.body)?.[1] ?? ''
    const send = () =>
      browser.request(page.url, {
        method: 'POST',
        body: new URLSearchParams({ decision: 'allow', csrf: field('csrf'), words: field('words') }),
        headers: { origin: testApp.url },
      })
    const answers = [await send(), await send()]
    const [first, second] = answers.map(({ headers }) => headers.get('location'))
    expect(first).toContain('/oauth/')
    expect(second).toBe(first)
    const given = await auditOf(testApp, person.id, 'consent.give')
    expect(given).toHaveLength(1)
  })

  it('cannot submit the consent form for the user', async () => {
    const [site, { browser }] = [await siteOf({ firstParty: false }), await signedIn()]
    const page = await browser.open((await site.begin()).address)
    const forged = await browser.open(page.url, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'allow', csrf: 'guessed' }),
      headers: { origin: testApp.url },
    })
    expect(forged.status).toBe(403)
    const fromElsewhere = await browser.open(page.url, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'allow' }),
      headers: { origin: site.url },
    })
    expect(fromElsewhere.status).toBe(403)
  })
})

describe('response_mode=form_post', () => {
  it('returns a form that the CSP allows to be sent to this site only', async () => {
    const [site, { browser }] = [await siteOf(), await signedIn()]
    const page = await browser.open((await site.begin({ response_mode: 'form_post' })).address)
    expect(page.body).toContain(`action="${site.url}/callback"`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`form-action 'self' ${site.url};`)
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/)
  })
})

describe('an error that cannot be sent to the site', () => {
  it.each([
    ['a redirect_uri that is not registered', { redirect_uri: 'https://evil.example/back' }],
    ['a redirect_uri with another path segment', { redirect_uri: 'SITE/callback/more' }],
    ['a redirect_uri with a query', { redirect_uri: 'SITE/callback?more=1' }],
    ['no redirect_uri', { redirect_uri: '' }],
    ['an unknown partner', { client_id: '<script>alert(1)</script>' }],
  ] as const)('is shown on a page of the portal: %s', async (_, change) => {
    const site = await siteOf()
    const { address } = await site.begin()
    for (const [name, value] of Object.entries(change)) {
      if (value) address.searchParams.set(name, value.replace('SITE', site.url))
      else address.searchParams.delete(name)
    }
    const page = await testApp.browser().open(address)
    expect([page.status, page.url.origin]).toEqual([400, testApp.url])
    expect(page.body).toContain('<html lang="el">')
    expect(page.body).toContain('Το αίτημα δεν ολοκληρώθηκε')
    expect(page.body).not.toMatch(/<script|<style|style=|at .*\.js|node_modules/)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('cache-control')).toContain('no-store')
  })

  it('is shown on a page of the portal for an expired interaction', async () => {
    const [site, { browser }] = [await siteOf(), await signedIn()]
    const answer = await browser.request((await site.begin()).address)
    const interaction = answer.headers.get('location') ?? ''
    const resume = (await browser.request(interaction)).headers.get('location') ?? ''
    await browser.open(resume)
    const page = await browser.open(resume)
    expect([page.status, page.body]).toEqual([400, expect.stringContaining('έληξε')])
  })

  it("has the portal's CSP at an unknown path under /oauth/", async () => {
    const page = await testApp.browser().open('/oauth/nothing')
    expect([200, 503]).toContain(page.status)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

/** A page opened by a link. */
class URLPage implements Page {
  readonly url: URL
  readonly status = 200
  readonly body = ''
  readonly headers = new Headers()
  constructor(href: string) {
    this.url = new URL(href)
  }
}

const subOf = async ({ id }: { id: number }) =>
  (await testApp.db.selectFrom('users').select('sub').where('id', '=', id).executeTakeFirstOrThrow()).sub

/** Signs up from the sign-in page and activates the account. @returns the link of the activation mail */
async function signUpWith(login: Page, browser = testApp.browser()) {
  const person = signUpForm((await testApp.make.municipality()).id)
  const visitor = testApp.visitor()
  for (const { name, value } of browser.cookies()) visitor.cookies.set(name, value)
  const answer = await visitor.inject({
    method: signUp.method,
    url: signUp.path + login.url.search,
    payload: person,
  })
  expect(answer.statusCode).toBe(201)
  const [mail] = await testApp.mails.to(person.email)
  const mailed = new URL(addressOf('account/activate', mail))
  // The link is short: the portal stores the query string and redirects to it.
  const page = await visitor.inject({ method: 'GET', url: mailed.pathname + mailed.search })
  const link = new URL(page.headers.location ?? '', testApp.url)
  expect(link.pathname).toBe(mailed.pathname)
  await visitor.call(activate, { body: linkTo('account/activate', mail) })
  return { link, person }
}
