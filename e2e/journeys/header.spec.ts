/** The header, its menus and the settings dialog (portal.md §2, 'Shared header'; §6, menu groups). */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { freePort } from '../../scripts/free-port.ts'
import { clerk } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { openOtherBrowser, signInByApi, newcomer, createAccount } from './steps.ts'

const linksOf = (page: Page) => page.getByRole('navigation', { name: 'Κύριο μενού' }).getByRole('link')
// Other origins of the same site, like a partner's subdomain: the session cookie is sent in a frame.
const partner = `http://127.0.0.1:${await freePort()}`
const stranger = `http://127.0.0.1:${await freePort()}`

/** Third-party site that shows a page of the portal in a frame. */
async function openSite(origin: string, framed: string) {
  const site = createServer((_, answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/html' }).end(`<iframe src="${framed}"></iframe>`)
  })
  site.listen(Number(new URL(origin).port), '127.0.0.1')
  await once(site, 'listening')
  return { close: () => site.close() }
}

test.describe('Header', () => {
  test('shows the menu of each group, wide and narrow [§2 header] [§2 header states]', async ({
    browser,
    portal,
  }) => {
    await createAccount(portal)
    const groups = [
      { person: undefined, home: '/login', menu: [], below: ['Σύνδεση', 'Εγγραφή'] },
      {
        person: newcomer,
        home: '/',
        menu: ['Αρχική', 'Τα αυτοκόλλητά μου'],
        below: ['Ρυθμίσεις', 'Αποσύνδεση'],
      },
      {
        person: clerk,
        home: '/admin/users',
        menu: ['Χρήστες', 'Πόντοι', 'Αυτοκόλλητα', 'Επισκόπηση', 'Αναφορές', 'Ρυθμίσεις'],
        below: ['Αποσύνδεση'],
      },
    ]
    for (const { person, home, menu, below } of groups) {
      const page = await openOtherBrowser(browser, portal, { viewport: { width: 1280, height: 860 } })
      const header = page.getByRole('banner')
      if (person) await signInByApi(page, person)
      await page.goto(home)

      await test.step(`${person?.email ?? 'a visitor'}, wide`, async () => {
        const title = header.getByRole('link', { name: /^Πόντοι Ανακύκλωσης/ })
        await expect(title).toBeVisible()
        await expect(title.locator('svg, img')).toBeVisible()
        await expect(page.getByRole('contentinfo')).toContainText('Περιφερειακός Φορέας Αποβλήτων')
        await expect(page.getByRole('contentinfo')).toContainText('2461 000000')
        await expect(page.getByRole('contentinfo')).toContainText('info@example.gr')
        await expect(linksOf(page)).toHaveText(menu)
        await expect(header.getByRole('button', { name: 'Μενού' })).toBeHidden()
        if (!person) {
          await expect(header.getByRole('link', { name: 'Σύνδεση' })).toHaveAttribute('href', '/login')
          await expect(header.getByRole('link', { name: 'Εγγραφή' })).toHaveAttribute('href', '/signup')
          return
        }
        const account = header.getByRole('button', { name: new RegExp(person.email) })
        await expect(account).toContainText(person.email)
        await account.click()
        await expect(header.getByRole('link', { name: 'Αποσύνδεση' })).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(header.getByRole('link', { name: 'Αποσύνδεση' })).toBeHidden()
        await expect(account).toBeFocused()
      })

      await test.step(`${person?.email ?? 'a visitor'}, narrow: slide-over menu`, async () => {
        await page.setViewportSize({ width: 390, height: 800 })
        const opener = header.getByRole('button', { name: 'Μενού' })
        const sheet = page.getByRole('dialog', { name: 'Μενού' })
        await opener.click()
        await expect(sheet.getByRole('link')).toHaveText([...menu, ...below])
        if (person) await expect(sheet).toContainText(person.email)
        await page.keyboard.press('Escape')
        await expect(sheet).toBeHidden()
        await expect(opener).toBeFocused()
        await opener.click()
        await page.mouse.click(20, 400)
        await expect(sheet, 'closed by a press outside').toBeHidden()
        await expect(opener).toBeFocused()
        await opener.click()
        await sheet.getByRole('link').last().click()
        await expect(sheet).toHaveCount(0)
        await expect(page).toHaveURL(person ? /\/login$/ : /\/signup$/)
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      })

      await test.step('the slide-over menu is used only below 768 px [§9 breakpoints]', async () => {
        for (const [width, slides] of [
          [767, true],
          [768, false],
        ] as const) {
          await page.setViewportSize({ width, height: 800 })
          await expect(header.getByRole('button', { name: 'Μενού' }), `${width} px`).toBeVisible({
            visible: slides,
          })
        }
      })
      await page.context().close()
    }
  })

  test.describe('framed by a partner site', () => {
    test.use({ environment: { FRAME_ANCESTORS: partner } })

    test('opens the settings in a frame of 500 px, which partner sites may use, too [§2 header]', async ({
      page,
      portal,
    }) => {
      await createAccount(portal)
      await signInByApi(page, newcomer)
      await page.setViewportSize({ width: 1280, height: 860 })
      await page.goto('/')
      const account = page.getByRole('button', { name: new RegExp(newcomer.email) })
      const dialog = page.getByRole('dialog', { name: 'Ρυθμίσεις λογαριασμού' })
      const frame = page.frameLocator('iframe')
      const placeholder = page.getByText('Οι ρυθμίσεις φορτώνονται…')
      const open = async () => {
        await account.click()
        await page.getByRole('banner').getByRole('link', { name: 'Ρυθμίσεις' }).click()
      }

      await test.step('the dialog contains the page without header and footer [§2 settings dialog]', async () => {
        await open()
        await expect(frame.getByRole('heading', { name: 'Ρυθμίσεις λογαριασμού' })).toBeVisible()
        await expect(placeholder).toHaveCount(0)
        expect((await page.locator('iframe').boundingBox())?.height).toBe(500)
        await expect(frame.getByRole('banner')).toHaveCount(0)
        await expect(frame.getByRole('contentinfo')).toHaveCount(0)
        await expect(dialog.getByText('Ρυθμίσεις λογαριασμού'), 'the title is in the frame only').toHaveCount(
          0,
        )
      })
      await test.step('the stickers open in the frame, and as a page', async () => {
        await frame.getByRole('link', { name: 'Τα αυτοκόλλητά μου' }).click()
        await expect(frame.getByRole('heading', { name: 'Τα αυτοκόλλητά μου' })).toBeVisible()
        await dialog.getByRole('link', { name: 'Τα αυτοκόλλητά μου' }).click()
        await expect(dialog).toBeHidden()
        await expect(page).toHaveURL(/\/settings\/stickers$/)
        await page.goto('/')
        await open()
      })
      await test.step('Escape in the frame closes the dialog [browsers keys]', async () => {
        await frame.getByLabel('Όνομα', { exact: true }).press('Escape')
        await expect(dialog).toBeHidden()
        await open()
      })
      await test.step('the dialog asks for confirmation before unsaved changes are lost', async () => {
        await frame.getByLabel('Όνομα', { exact: true }).fill('Λένα')
        await dialog.getByRole('button', { name: 'Κλείσιμο' }).click()
        const question = page.getByRole('alertdialog')
        await expect(question).toBeVisible()
        await question.getByRole('button', { name: 'Παραμονή' }).click()
        await expect(frame.getByLabel('Όνομα', { exact: true })).toHaveValue('Λένα')
      })
      await test.step('Κλείσιμο closes the dialog, restores the placeholder and reloads the profile [§2 settings dialog]', async () => {
        await frame.getByRole('button', { name: 'Ενημέρωση' }).click()
        await expect(frame.getByText('Οι αλλαγές σας αποθηκεύτηκαν')).toBeVisible()
        await dialog.getByRole('button', { name: 'Κλείσιμο' }).click()
        await expect(dialog).toBeHidden()
        await expect(page.locator('iframe')).toHaveCount(0)
        await expect(placeholder).toHaveCount(1)
        await expect(account).toBeFocused()
        await expect(page.getByRole('heading', { name: 'Καλώς ήρθατε, Λένα' })).toBeVisible()
      })
      await test.step('the dialog opens again', async () => {
        await open()
        await expect(frame.getByLabel('Όνομα', { exact: true })).toHaveValue('Λένα')
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      })

      await test.step('frame-ancestors allows the configured sites, for the settings only [§2 settings frame]', async () => {
        const ancestors = async (path: string) =>
          /frame-ancestors ([^;]*)/.exec(
            (await fetch(portal.url + path)).headers.get('content-security-policy') ?? '',
          )?.[1]
        expect(await ancestors('/settings')).toBe(`'self' ${partner}`)
        expect(await ancestors('/settings/password')).toBe(`'self' ${partner}`)
        expect(await ancestors('/login')).toBe("'self'")
        expect(await ancestors('/')).toBe("'self'")
      })
      await test.step('a configured site can frame the settings, another site cannot [§2 settings frame]', async () => {
        const sites = await Promise.all(
          [partner, stranger].map((origin) => openSite(origin, `${portal.url}/settings`)),
        )
        const site = await page.context().newPage()
        const framed = () => site.frames()[1]
        await site.goto(partner)
        await expect(site.frameLocator('iframe').getByLabel('Email', { exact: true })).toHaveValue(
          newcomer.email,
        )
        await expect(site.frameLocator('iframe').getByRole('banner')).toHaveCount(0)
        await expect(site.frameLocator('iframe').getByRole('contentinfo')).toHaveCount(0)
        await site.goto(stranger)
        await expect.poll(() => framed()?.url()).toMatch(/^chrome-error:/)
        for (const { close } of sites) close()
      })
    })
  })

  test('scrolls to the content under its prefixes, except on the first load of / [§2 scroll to content]', async ({
    page,
    portal,
  }) => {
    await createAccount(portal)
    await signInByApi(page, newcomer)
    // A low window, so that the page scrolls.
    await page.setViewportSize({ width: 1280, height: 300 })
    const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
    const belowHeader = () =>
      page.evaluate(() => {
        const bottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
        const top = document.querySelector('#content')?.getBoundingClientRect().top ?? Infinity
        return Math.abs(Math.round(top - bottom))
      })
    const heading = page.getByRole('heading', { name: 'Καλώς ήρθατε, Ελένη' })
    await page.goto('/')
    await expect(heading).toBeVisible()
    expect(await scrolled()).toBe(0)
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Αλλαγή συνθηματικού' }).scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 2000)
    await expect.poll(scrolled).toBeGreaterThan(100)
    await page.getByRole('link', { name: 'Αρχική' }).click()
    await expect(heading).toBeVisible()
    await expect.poll(belowHeader).toBeLessThanOrEqual(1)
  })
})
