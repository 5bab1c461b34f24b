import { expect, test } from '../fixtures.ts'
import { createAccount, newcomer, openOtherBrowser, signIn, signInByApi, signUp } from './steps.ts'

test(
  'an account that was confirmed exists after the server was killed',
  { tag: ['@both', '@alone', '@slow'] },
  async ({ page, portal }) => {
    await signUp(page, portal)
    await signIn(page, newcomer)
    await portal.kill9()
    await portal.start()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Καλώς ήρθατε, Ελένη' })).toBeVisible()
  },
)

test('a customer’s browser never loads the staff’s code [§2 routes] [§6 access]', async ({
  page,
  portal,
}) => {
  await signUp(page, portal)
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  await signIn(page, newcomer)
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'Καλώς ήρθατε, Ελένη' })).toBeVisible()
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((url) => /admin|users-page|points-page/.test(url))).toEqual([])
})

test('the code of the first page loads beside the first script, once', async ({ browser, portal }) => {
  await createAccount(portal)
  const visits = [
    { file: 'login-page', style: 'second-step', heading: 'Σύνδεση' },
    { person: newcomer, file: 'landing-page', heading: 'Καλώς ήρθατε, Ελένη' },
  ]
  for (const { person, file, style = file, heading } of visits)
    await test.step(file, async () => {
      const page = await openOtherBrowser(browser, portal)
      if (person) await signInByApi(page, person)
      const first = Promise.withResolvers<void>()
      await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
        await first.promise
        await route.continue()
      })
      const asked: string[] = []
      // Only scripts and styles: the browser decides how often it asks for an icon.
      page.on('request', (request) => {
        const [, name] = /\/assets\/(.*\.(?:js|css))$/.exec(request.url()) ?? []
        if (name) asked.push(name)
      })
      const visit = page.goto('/')
      await expect
        .poll(() => asked.map((name) => name.replace(/-[\w-]{8}\./, '.')))
        .toEqual(expect.arrayContaining([`${file}.js`, `${style}.css`]))
      first.resolve()
      await visit
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      expect(asked.filter((name, index) => asked.indexOf(name) !== index)).toEqual([])
    })
})
