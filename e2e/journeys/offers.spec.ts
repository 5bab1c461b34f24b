/**
 * An operator defines an offer and a donation; a citizen takes one, gives it back, gives another to a friend, and donates.
 */
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsWithLargeText } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { expectFitsEverywhere } from '../layout.ts'
import { registerPartner } from '../partners.ts'
import { operator } from '../seed.ts'
import { createAccount, newcomer, openOtherBrowser, signInByApi } from './steps.ts'

const friend = { ...newcomer, firstName: 'Νίκος', email: 'nikos.f@example.gr', telephone: '6944 123457' }
const phone = { width: 390, height: 844 }

/** A photo as from a camera, drawn by the browser: larger than what is sent. */
const photo = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 3000
    canvas.height = 2000
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    for (let at = 0; at < 300; at += 1) {
      context.fillStyle = `hsl(${at * 37} 70% 60%)`
      context.fillRect((at % 20) * 150, Math.floor(at / 20) * 134, 150, 134)
    }
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? ''
  })

test.use({ environment: { LIMIT_SIGN_UP_NETWORK: '1000/1h' } })

test('offers: defined, taken, given back, given away and donated [offers pages] [offers console]', async ({
  browser,
  page,
  portal,
}, testInfo) => {
  await registerPartner(portal, [
    'Φούρνος «Η Γωνιά»',
    '--url',
    'https://bakery.example.gr/',
    '--scope',
    'openid',
  ])
  await createAccount(portal)
  await createAccount(portal, friend)
  const file = testInfo.outputPath('points.csv')
  const record = `${newcomer.email},200,oil_collected,2026-03-01T10:00:00+02:00,offers-1`
  await writeFile(file, `email,points,description,created_at,reference\n${record}`)
  const imported = await portal.cli(['import', 'points', file])
  expect(imported.code, imported.stderr).toBe(0)

  const citizen = await openOtherBrowser(browser, portal)
  const other = await openOtherBrowser(browser, portal)
  await page.setViewportSize({ width: 1280, height: 860 })
  await citizen.setViewportSize(phone)
  await other.setViewportSize(phone)
  await signInByApi(page, operator)
  await signInByApi(citizen, newcomer)

  const publish = async () => {
    await page.getByRole('button', { name: 'Δημοσίευση προσφοράς' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Δημοσίευση προσφοράς' }).click()
    await expect(page.getByText('Η προσφορά δημοσιεύτηκε')).toBeVisible()
  }
  const form = page.getByRole('form', { name: 'Στοιχεία' })
  const fill = async (fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields))
      await form.getByLabel(name, { exact: true }).fill(value)
  }

  await test.step('the operator adds a coupon with a picture, and publishes it', async () => {
    await page.goto('/admin/manage')
    const menu = page.getByRole('navigation', { name: 'Διαχείριση' })
    await menu.getByRole('link', { name: 'Προσφορές' }).click()
    await expect(page.getByText('Δεν υπάρχουν ακόμη προσφορές')).toBeVisible()
    await page.getByRole('link', { name: 'Νέα προσφορά' }).click()
    await form.getByRole('button', { name: 'Αποθήκευση ως πρόχειρη' }).click()
    await expect(form.getByLabel('Συνεργάτης')).toBeFocused()
    await expectFitsEverywhere(page, 'new offer', [320, 820, 1280])
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 860 })
    await form.getByLabel('Συνεργάτης').selectOption({ label: 'Φούρνος «Η Γωνιά»' })
    await fill({
      Τίτλος: 'Ένα ψωμί χωριάτικο',
      'Τίτλος στα αγγλικά': 'A loaf of bread',
      Περιγραφή: 'Ζεστό, από τον ξυλόφουρνο.',
      'Πού ισχύει': 'Παύλου Μελά 12, Κοζάνη',
      Πόντοι: '60',
      'Διαθέσιμα συνολικά': '3',
      'Φορές ανά άτομο': '2',
      'Ημέρες για επιστροφή': '7',
    })
    await form.getByRole('button', { name: 'Αποθήκευση ως πρόχειρη' }).click()
    await expect(page.getByText('Η προσφορά αποθηκεύτηκε ως πρόχειρη')).toBeVisible()
    const input = page.getByLabel('Αρχείο εικόνας')
    await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
    await expect(page.getByText(/δεν είναι εικόνα που διαβάζεται/)).toBeVisible()
    const buffer = Buffer.from(await photo(page), 'base64')
    await input.setInputFiles({ name: 'bread.jpg', mimeType: 'image/jpeg', buffer })
    await expect(page.getByText('Η εικόνα δεν έχει αποθηκευτεί ακόμη', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Αποθήκευση εικόνας' }).click()
    await expect(page.getByText('Η εικόνα αποθηκεύτηκε')).toBeVisible()
    const stored = page.getByRole('img', { name: 'Εικόνα της προσφοράς' })
    await expect(stored).toHaveAttribute('src', /^\/pictures\/offers\//)
    expect(
      await stored.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBe(1200)
    await publish()
    await expectAccessible(page)
  })

  await test.step('the operator adds what nobody can afford, and a donation', async () => {
    for (const [kind, title, points] of [
      ['coupon', 'Δύο εισιτήρια θεάτρου', '240'],
      ['donation', 'Υπολογιστής για το 3ο Δημοτικό', '10'],
    ] as const) {
      await page.goto('/admin/manage/offers/new')
      await form.getByLabel('Είδος').selectOption(kind)
      await form.getByLabel('Συνεργάτης').selectOption({ label: 'Φούρνος «Η Γωνιά»' })
      await fill({ Τίτλος: title, Πόντοι: points })
      await form.getByRole('button', { name: 'Αποθήκευση ως πρόχειρη' }).click()
      await expect(page.getByText('Η προσφορά αποθηκεύτηκε ως πρόχειρη')).toBeVisible()
      await publish()
    }
  })

  const open = async (title: string) => {
    await citizen.goto('/offers')
    await citizen.getByRole('link', { name: title }).click()
  }
  const take = async () => {
    await open('Ένα ψωμί χωριάτικο')
    await citizen.getByRole('button', { name: 'Εξαργύρωση' }).click()
    await citizen.getByRole('dialog').getByRole('button', { name: 'Εξαργύρωση τώρα' }).click()
    await expect(citizen.getByText('Το κουπόνι είναι δικό σας')).toBeVisible()
  }

  await test.step('the citizen sees what is missing, and takes the coupon by the keyboard', async () => {
    await citizen.goto('/offers')
    const rest = citizen.getByRole('list', { name: 'Χρειάζονται περισσότεροι πόντοι' })
    await expect(rest.getByText('Σας λείπουν 40 πόντοι')).toBeVisible()
    await expectFitsEverywhere(citizen, 'offers', [320, 390, 820, 1280])
    await expectFitsWithLargeText(citizen)
    await expectAccessible(citizen)
    await citizen.getByRole('link', { name: 'Ένα ψωμί χωριάτικο' }).press('Enter')
    await expect(citizen.getByText('Έως 2 φορές ανά άτομο')).toBeVisible()
    await expectFitsEverywhere(citizen, 'offer', [320, 820])
    await expectAccessible(citizen)
    await citizen.setViewportSize(phone)
    await citizen.getByRole('button', { name: 'Εξαργύρωση' }).press('Enter')
    const dialog = citizen.getByRole('dialog')
    await expect(dialog.getByText('140 πόντοι')).toBeVisible()
    // Another Enter of the same hand does not take it.
    await expect(dialog.getByRole('button', { name: 'Όχι τώρα' })).toBeFocused()
    await expectAccessible(citizen)
    await citizen.keyboard.press('Tab')
    await citizen.keyboard.press('Enter')
    await expect(citizen.getByText('Σας μένουν 140 πόντοι.')).toBeVisible()
    await expect(citizen.getByRole('img', { name: 'Κωδικός QR του κουπονιού' })).toBeVisible()
    await expectFitsEverywhere(citizen, 'coupon', [320, 820])
    await expectAccessible(citizen)
  })

  await test.step('the same in English, with the operator’s words where they have a translation', async () => {
    const english = await openOtherBrowser(browser, portal)
    await english.context().addCookies([{ name: 'language', value: 'en', url: portal.url }])
    await english.setViewportSize(phone)
    await signInByApi(english, newcomer)
    await english.goto('/offers')
    await expect(english.getByText('You need 100 more points')).toBeVisible()
    await english.getByRole('link', { name: 'A loaf of bread' }).click()
    await english.getByRole('button', { name: 'Redeem' }).click()
    await expect(english.getByRole('dialog').getByText('80 points')).toBeVisible()
    await expectFitsEverywhere(english, 'dialog in English', [320, 390])
    await expectAccessible(english)
  })

  await test.step('the citizen gives it back, and has the points again', async () => {
    await citizen.setViewportSize(phone)
    await citizen.getByRole('button', { name: 'Επιστροφή του κουπονιού' }).click()
    await expectAccessible(citizen)
    await citizen.getByRole('alertdialog').getByRole('button', { name: 'Επιστροφή του κουπονιού' }).click()
    await expect(citizen.getByText('Το κουπόνι επιστράφηκε')).toBeVisible()
    await citizen.goto('/')
    await expect(
      citizen.getByRole('region', { name: 'Οι πόντοι σας' }).getByText('200', { exact: true }).first(),
    ).toBeVisible()
  })

  await test.step('an answer that is lost costs nothing, and the same coupon comes with the next try', async () => {
    await open('Ένα ψωμί χωριάτικο')
    await citizen.getByRole('button', { name: 'Εξαργύρωση' }).click()
    const dialog = citizen.getByRole('dialog')
    await citizen.route('**/take/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await dialog.getByRole('button', { name: 'Εξαργύρωση τώρα' }).click()
    await expect(dialog.getByText('Δεν πήραμε απάντηση')).toBeVisible()
    await citizen.unroute('**/take/')
    await dialog.getByRole('button', { name: 'Νέα προσπάθεια' }).click()
    await expect(citizen.getByText('Σας μένουν 140 πόντοι.')).toBeVisible()
    await citizen.goto('/coupons')
    await expect(
      citizen.getByRole('list', { name: 'Ισχύουν', exact: true }).getByRole('listitem'),
    ).toHaveCount(1)
  })

  await test.step('the citizen gives it to a friend, who signs in to receive it', async () => {
    await citizen.getByRole('link', { name: 'Ένα ψωμί χωριάτικο' }).click()
    await citizen.getByRole('button', { name: 'Δώστε το σε άλλον' }).click()
    await citizen.getByRole('alertdialog').getByRole('button', { name: 'Δημιουργία συνδέσμου' }).click()
    const shown = citizen.getByText(/\/gift\//)
    await expect(shown).toBeFocused()
    await expect(citizen.getByRole('img', { name: 'Κωδικός QR του κουπονιού' })).toHaveCount(0)
    await expectFitsEverywhere(citizen, 'gift link', [320])
    await expectAccessible(citizen)
    await other.goto(new URL(await shown.innerText()).pathname)
    await expect(other.getByText(`Από: ${newcomer.firstName}`)).toBeVisible()
    await expectFitsEverywhere(other, 'gift', [320, 820])
    await expectAccessible(other)
    await other.setViewportSize(phone)
    await other.getByRole('link', { name: 'Σύνδεση για παραλαβή' }).click()
    await other.getByLabel('Email').fill(friend.email)
    await other.getByLabel('Συνθηματικό', { exact: true }).fill(friend.password)
    await other.getByRole('button', { name: 'Είσοδος' }).click()
    await other.getByRole('button', { name: 'Παραλαβή' }).click()
    await expect(other.getByText('Παραλάβατε το κουπόνι')).toBeVisible()
    await expect(other.getByRole('img', { name: 'Κωδικός QR του κουπονιού' })).toBeVisible()
    await citizen.getByRole('button', { name: 'Ανάκληση συνδέσμου' }).click()
    await expect(citizen.getByText('κάποιος το παρέλαβε με τον σύνδεσμο', { exact: false })).toBeVisible()
  })

  await test.step('an offer that ends while the dialog is open takes nothing', async () => {
    await take()
    await open('Δύο εισιτήρια θεάτρου')
    await expect(citizen.getByText('Σας λείπουν 160 πόντοι')).toBeVisible()
    await open('Υπολογιστής για το 3ο Δημοτικό')
    await citizen.getByRole('button', { name: 'Δωρεά πόντων' }).click()
    const dialog = citizen.getByRole('dialog')
    await dialog.getByLabel('Πόντοι').fill('25')
    await expectAccessible(citizen)
    await dialog.getByRole('button', { name: 'Δωρεά τώρα' }).click()
    await expect(dialog.getByText('Μαζί με τη δική σας δωρεά έχουν μαζευτεί 25 πόντοι.')).toBeVisible()
    await expectAccessible(citizen)
    await dialog.getByRole('button', { name: 'Κλείσιμο' }).click()
    await citizen.getByRole('button', { name: 'Δωρεά πόντων' }).click()
    await page.goto('/admin/manage/offers')
    await expect(page.getByRole('link', { name: 'Υπολογιστής για το 3ο Δημοτικό' })).toBeVisible()
    await expectFitsEverywhere(page, 'offers of the console', [320, 820, 1280])
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Υπολογιστής για το 3ο Δημοτικό' }).click()
    await page.getByRole('button', { name: 'Τερματισμός προσφοράς' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Τερματισμός προσφοράς' }).click()
    await expect(page.getByText('Η προσφορά τερματίστηκε')).toBeVisible()
    await dialog.getByRole('button', { name: 'Δωρεά τώρα' }).click()
    await expect(dialog.getByText('Η προσφορά μόλις έληξε. Δεν αφαιρέθηκαν πόντοι.')).toBeVisible()
    await citizen.goto('/')
    await expect(
      citizen.getByRole('region', { name: 'Οι πόντοι σας' }).getByText('55', { exact: true }).first(),
    ).toBeVisible()
  })
})
