/** Every screen from 320 to 1920 px, and with text of twice the size (portal.md §9; WCAG 1.4.4 and 1.4.10). */
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { clerk, operator } from '../seed.ts'
import { expect, test as withFew } from '../fixtures.ts'
import { allWidths, expectScreenFits as check } from '../layout.ts'
import { registerPartner } from '../partners.ts'
import { slow } from '../tags.ts'
import { eleni, test } from './staff-seed.ts'
import { openOtherBrowser, signInByApi, createAccount } from './steps.ts'
import { issue } from './sticker-steps.ts'

const wide = allWidths.filter((width) => width >= 768)
const narrow = allWidths.filter((width) => width < 768)

/** People with long names. */
const citizen = {
  firstName: 'Κωνσταντινοαλεξάνδρα',
  lastName: 'Παπαχριστοδουλοπούλου-Χατζηκωνσταντίνου',
  telephone: '6944123456',
  email: 'panagiota.papachristodoulopoulou@dytiki-makedonia.example.gr',
  password: 'πράσινο-λάδι-42',
}
const customer = { ...citizen, email: `k.${citizen.email}` }

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const settled = (page: Page) => expect(page.locator('[aria-busy=true]')).toHaveCount(0)

test(
  'visitor screens fit at every width and text size [§2 every width]',
  slow,
  async ({ browser, portal }) => {
    const page = await openOtherBrowser(browser, portal)
    for (const [path, title] of [
      ['/login?next=/settings', 'Σύνδεση'],
      ['/signup?next=/settings', 'Εγγραφή'],
      ['/password/reset', 'Επαναφορά συνθηματικού'],
      ['/password/reset/confirm/MQ/token', 'Ορισμός νέου συνθηματικού'],
      ['/account/activate', 'Νέο μήνυμα ενεργοποίησης'],
      ['/account/activate/MQ/token', 'Αποτυχία ενεργοποίησης λογαριασμου.'],
      ['/nothing/here', 'Η σελίδα δεν υπάρχει'],
      ['/places', 'Σημεία συλλογής'],
    ] as const)
      await check(page, path, () => expect(heading(page, title)).toBeVisible())
    await check(page, '/signup', async () => {
      await press(page, 'Δημιουργία νέου λογαριασμού')
      await expect(page.getByLabel('Όνομα', { exact: true })).toBeFocused()
    })
    await check(
      page,
      '/login',
      async () => {
        await page.setViewportSize({ width: 390, height: 860 })
        await press(page, 'Μενού')
        await expect(page.getByRole('dialog', { name: 'Μενού' })).toBeVisible()
      },
      narrow,
    )
  },
)

withFew(
  'citizen screens fit at every width and text size [§2 every width]',
  slow,
  async ({ browser, portal }, testInfo) => {
    await createAccount(portal, citizen)
    const file = testInfo.outputPath('points.csv')
    const records = [
      ['oil_collected', 12340],
      ['item_delivered', 1234],
      ['collection_cancelled', -1240],
      ['coupon_created', -200],
    ].map(
      ([what, points], at) =>
        `${citizen.email},${points},${what},2026-03-0${at + 1}T10:00:00+02:00,widths-${at}`,
    )
    await writeFile(file, ['email,points,description,created_at,reference', ...records].join('\n'))
    const imported = await portal.cli(['import', 'points', file])
    expect(imported.code, imported.stderr).toBe(0)
    const [code = ''] = await issue(await openOtherBrowser(browser, portal), 2)

    const page = await openOtherBrowser(browser, portal)
    await signInByApi(page, citizen)
    const greeting = () => expect(heading(page, `Καλώς ήρθατε, ${citizen.firstName}`)).toBeVisible()
    await check(page, '/', async () => {
      await greeting()
      await page.getByRole('button', { name: /^Παράδοση ελαίου/ }).click()
      await expect(page.getByRole('group', { name: 'Γιατί τόσοι πόντοι;' })).toBeVisible()
    })
    await check(page, '/settings', async () => {
      await page.getByLabel('Επώνυμο').fill('Ράπτη')
      await page.getByRole('link', { name: 'Αλλαγή συνθηματικού' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    })
    await press(page, 'Παραμονή')
    await press(page, 'Επαναφορά')
    await check(page, '/settings/password', () => expect(heading(page, 'Αλλαγή συνθηματικού')).toBeVisible())
    await check(page, '/settings/security', () => expect(page.getByText('Αυτή η συσκευή')).toBeVisible())
    await check(page, '/settings/stickers', async () => {
      await page.getByLabel('Κωδικός αυτοκόλλητου', { exact: true }).fill(code)
      await press(page, 'Προσθήκη')
      await expect(page.getByText(`Το αυτοκόλλητο ${code} είναι δικό σας`)).toBeVisible()
      await press(page, 'Αντικατάσταση')
    })
    const openAccountMenu = () => page.getByRole('button', { name: new RegExp(citizen.email) }).click()
    await check(page, '/?menu', async () => {
      await greeting()
      await openAccountMenu()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Αποσύνδεση' })).toBeVisible()
    })
    await check(
      page,
      '/?dialog',
      async () => {
        await greeting()
        await openAccountMenu()
        await page.getByRole('banner').getByRole('link', { name: 'Ρυθμίσεις' }).click()
        await expect(page.frameLocator('iframe').getByLabel('Email', { exact: true })).toBeVisible()
      },
      wide,
    )
    await check(
      page,
      '/?sheet',
      async () => {
        await page.setViewportSize({ width: 390, height: 860 })
        await press(page, 'Μενού')
        await expect(page.getByRole('dialog', { name: 'Μενού' })).toBeVisible()
      },
      narrow,
    )
  },
)

test('staff screens fit at every width and text size [§2 every width]', slow, async ({ browser, portal }) => {
  const page = await openOtherBrowser(browser, portal)
  await signInByApi(page, clerk)
  const loaded = async () => {
    await expect(page.getByRole('status').filter({ hasText: /από/ })).toBeVisible()
    await settled(page)
  }
  const rows = () => expect(page.getByRole('list', { name: 'Κατάλογος χρηστών' })).toBeVisible()
  await check(page, '/admin/users', rows)
  const people = (await (await page.request.get(`/api/participants/?search=${eleni.email}`)).json()) as {
    id: number
  }[]
  const id = String(people[0]?.id)
  await check(page, `/admin/users/${id}`, () =>
    expect(page.getByRole('heading', { name: eleni.name })).toBeVisible(),
  )
  await check(page, '/admin/points/page/7', async () => {
    await loaded()
    await page.getByRole('table', { name: 'Ιστορικό πόντων' }).getByRole('button').first().click()
    await expect(page.getByRole('group', { name: 'Γιατί τόσοι πόντοι;' })).toBeVisible()
  })
  await check(page, `/admin/points/${id}/page/1`, loaded)
  await check(page, '/admin/points/page/1?from=2001-01-01&to=2001-01-31', () =>
    expect(page.getByText(/^Δεν εντοπίστηκαν στοιχεία/)).toBeVisible(),
  )
  await check(page, '/admin/points/page/1?from=2024-01-01', async () => {
    await page.getByLabel('Από', { exact: true }).focus()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
  await check(page, '/admin/points/page/1', async () => {
    await loaded()
    await press(page, 'Συντομεύσεις πληκτρολογίου')
    await expect(page.getByRole('dialog')).toBeVisible()
  })
  await check(page, '/admin/stickers', async () => {
    await page.getByLabel('Πόσα αυτοκόλλητα').fill('2')
    await press(page, 'Έκδοση παρτίδας')
    await expect(page.getByText(/^Η παρτίδα \d+ εκδόθηκε/)).toBeVisible()
  })
  for (const tables of ['', '&tables=given.spent.litres.items.accounts.active.towns'])
    await check(page, `/admin/dashboard?period=all${tables}`, async () => {
      await expect(page.getByRole('heading', { name: 'Πόντοι ανά δήμο' })).toBeVisible()
      await settled(page)
    })
  await check(page, '/admin/settings', () => expect(heading(page, 'Ρυθμίσεις λογαριασμού')).toBeVisible())
  await check(page, '/admin/settings/password', () =>
    expect(heading(page, 'Αλλαγή συνθηματικού')).toBeVisible(),
  )
})

test('the accounts of staff fit at every width and text size [§2 every width]', slow, async ({ page }) => {
  await signInByApi(page, operator)
  await check(page, '/admin/manage/staff', () =>
    expect(page.getByRole('row', { name: /operator@/ })).toBeVisible(),
  )
  await check(page, '/admin/manage/staff', () => press(page, /^Αλλαγή ρόλου/))
})

withFew(
  'sign-in pages for partner sites fit at every width and text size [§2 every width]',
  slow,
  async ({ browser, portal }) => {
    const site = 'https://partner.example.gr'
    const { id } = await registerPartner(portal, [
      'Συνεργαζόμενα καταστήματα Δυτικής Μακεδονίας',
      '--url',
      `${site}/`,
      '--third-party',
      '--redirect-uri',
      `${site}/callback`,
      '--scope',
      'openid',
      '--scope',
      'profile',
      '--scope',
      'email',
      '--scope',
      'points:read',
    ])
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
    const query = new URLSearchParams({
      client_id: id,
      response_type: 'code',
      redirect_uri: `${site}/callback`,
      state: 's',
      nonce: 'n',
      scope: 'openid profile email points:read',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    const authorize = `/oauth/auth?${query.toString()}`
    await createAccount(portal, customer)
    const page = await openOtherBrowser(browser, portal)
    await check(page, '/oauth/auth?client_id=unknown', () => expect(heading(page, /./)).toBeVisible())
    await signInByApi(page, customer)
    await check(page, authorize, () => expect(page.getByRole('button')).toHaveCount(2))
    await check(page, '/oauth/session/end', () => expect(page.getByRole('button')).toHaveCount(2))
    const staff = await openOtherBrowser(browser, portal)
    await signInByApi(staff, clerk)
    await check(staff, authorize, () => expect(staff.getByRole('main').getByRole('link')).toHaveCount(2))
  },
)
