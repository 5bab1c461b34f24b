import { expect, test } from '../fixtures.ts'
import { newcomer, signIn, signUp } from './steps.ts'

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
