/** Steps of the journeys about desks: a partner with its devices, citizens with their cards and coupons, by the API. */
import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { registerPartner } from '../partners.ts'
import type { Portal } from '../portal.ts'
import { operator } from '../seed.ts'
import { openOtherBrowser, signInByApi } from './steps.ts'

/** Calls the API as the signed-in account of a page. */
export async function post<Reply>(page: Page, path: string, data?: object): Promise<Reply> {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name, path }) => name === 'csrftoken' && path === '/')?.value ?? ''
  const answer = await page.request.post(`/api/${path}`, { data, headers: { 'X-CSRFToken': token } })
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return (answer.status() === 204 ? undefined : await answer.json()) as Reply
}

export type Partner = {
  /** An operator's page. */
  page: Page
  client: string
  /** Adds a device. @returns the address of its QR code */
  addDevice: (name: string, may: readonly string[]) => Promise<string>
  /** Publishes an offer of a loaf of bread. @returns its id */
  addOffer: (points: number) => Promise<number>
}

/** A partner without software. */
export async function openPartner(browser: Browser, portal: Portal, name: string): Promise<Partner> {
  const writes = ['oil_collected', 'item_delivered', 'item_reused'].flatMap((one) => ['--writes', one])
  const { id: client } = await registerPartner(portal, [
    name,
    '--url',
    'https://partner.example.gr/',
    '--scope',
    'points:write',
    ...writes,
  ])
  const page = await openOtherBrowser(browser, portal)
  await signInByApi(page, operator)
  return {
    page,
    client,
    async addDevice(device, may) {
      const body = { name: device, place: null, may }
      const reply = await post<{ enrolment: { link: string } }>(
        page,
        `manage/partners/${client}/devices/`,
        body,
      )
      return reply.enrolment.link
    },
    async addOffer(points) {
      const starts_on = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Athens' })
      const { id, version } = await post<{ id: number; version: number }>(page, 'manage/offers/', {
        ...{ kind: 'coupon', partner: client, title: 'Ένα ψωμί', title_en: 'A loaf of bread' },
        ...{ description: null, description_en: null, place: null, points, coupon_days: 30, starts_on },
        ...{ ends_on: null, stock: null, stock_per_day: null, per_person: null, per_person_days: null },
        ...{ municipalities: null, return_days: 7, returns_when_expired: false },
      })
      await post(page, `manage/offers/${id}/publish/`, { version })
      return id
    },
  }
}

/** The code that the card of the signed-in citizen shows now. */
export const cardCode = async (citizen: Page): Promise<string> =>
  (await post<{ code: string }>(citizen, 'card/')).code

/** Takes an offer. @returns the code of the coupon */
export async function takeOffer(citizen: Page, offer: number, points: number): Promise<string> {
  const body = { submission: randomUUID(), points }
  const taken = await post<{ coupon: { secret: { code: string } } }>(citizen, `offers/${offer}/take/`, body)
  return taken.coupon.secret.code
}

export async function pointsOf(citizen: Page): Promise<number[]> {
  const answer = await citizen.request.get('/api/points/mine/')
  const { results } = (await answer.json()) as { results: { points: number }[] }
  return results.map(({ points }) => points)
}

export const pin = '2580'

/** Opens a phone's browser and makes it a device. */
export async function enrolPhone(
  browser: Browser,
  portal: Portal,
  link: string,
  options: BrowserContextOptions = { viewport: { width: 390, height: 844 } },
): Promise<Page> {
  const phone = await openOtherBrowser(browser, portal, options)
  await phone.goto(link)
  await phone.getByLabel('PIN με 4 έως 6 ψηφία').fill(pin)
  await phone.getByLabel('Το ίδιο PIN ξανά').fill(pin)
  await phone.getByRole('button', { name: 'Σύνδεση συσκευής' }).click()
  await expect(phone.getByRole('button', { name: 'Κλείδωμα' })).toBeVisible()
  return phone
}

/** Types a code as a scanner does, with Enter at the end. */
export async function scan(phone: Page, label: string, code: string): Promise<void> {
  await phone.getByLabel(label, { exact: true }).fill(code)
  await phone.keyboard.press('Enter')
}

/** A full-screen answer. */
export const answer = (phone: Page, word: string) =>
  phone.getByRole('heading', { level: 1, name: word, exact: true })
