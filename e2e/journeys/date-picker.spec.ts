/** The date picker where only a real browser shows it: focus, caret, mouse, window width, clocks and time zones. */
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, setTextSize } from '../accessible.ts'
import { expect, test } from '../examples.ts'
import { slow } from '../tags.ts'
import { widths } from './steps.ts'

const zones = ['Europe/Athens', 'America/Los_Angeles', 'Pacific/Kiritimati']

/** Wednesday, 11 March 2026, noon in Athens. */
const noon = '2026-03-11T10:00:00Z'

async function open(page: Page, examples: string, time = noon) {
  await page.clock.setFixedTime(time)
  await page.goto(`${examples}/date-picker.html`)
  // The inline calendars are rendered, so the lazy code is loaded.
  await expect(page.getByRole('grid').first()).toBeVisible()
}

const fieldOf = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const valueOf = (page: Page, name: string) => page.getByRole('status', { name: `Τιμή: ${name}`, exact: true })
const dayOf = (popup: Locator, name: string) =>
  popup.getByRole('button', { name: new RegExp(`(^| )${name}( |,|$)`) })

test.describe('DatePicker', () => {
  for (const timezoneId of zones)
    test.describe(`in ${timezoneId}`, timezoneId === zones[0] ? {} : slow, () => {
      test.use({ timezoneId })

      test('opens on focus, is usable by keyboard, closes on Escape and on a press outside', async ({
        page,
        examples,
      }) => {
        await open(page, examples)
        const field = fieldOf(page, 'Μία ημερομηνία')
        const popup = page.getByRole('dialog')

        await test.step('Tab opens it with the focus in the field; the next Tab skips it [§4 date picker opens and closes]', async () => {
          await page.keyboard.press('Tab')
          await expect(field).toBeFocused()
          await expect(popup).toBeVisible()
          await page.keyboard.press('Tab')
          await expect(fieldOf(page, 'Περίοδος')).toBeFocused()
          await expect(popup).toHaveAccessibleName('Ημερολόγιο: Περίοδος')
          await page.keyboard.press('Shift+Tab')
          await expect(field).toBeFocused()
        })
        await test.step('arrow keys move between days, also into the next month [§2 date picker moves]', async () => {
          await page.keyboard.press('ArrowDown')
          await expect(popup.getByRole('button', { name: 'Σήμερα, Τετάρτη, 11 Μαρτίου 2026' })).toBeFocused()
          await page.keyboard.press('ArrowRight')
          await expect(dayOf(popup, '12 Μαρτίου')).toBeFocused()
          for (const [key, day] of [
            ['ArrowDown', '19 Μαρτίου'],
            ['PageDown', '19 Απριλίου'],
            ['ArrowLeft', '18 Απριλίου'],
            ['ArrowUp', '11 Απριλίου'],
            ['Home', '6 Απριλίου'],
            ['ArrowUp', '30 Μαρτίου'],
            ['ArrowLeft', '29 Μαρτίου'],
          ] as const) {
            await page.keyboard.press(key)
            await expect(dayOf(popup, day)).toBeFocused()
          }
          await page.keyboard.press('Enter')
          await expect(valueOf(page, 'Μία ημερομηνία')).toHaveText('"2026-03-29"')
          await expect(popup).toHaveCount(0)
          await expect(field).toBeFocused()
        })
        await test.step('Escape inside the calendar closes it and focuses the field [§4 date picker opens and closes]', async () => {
          await page.keyboard.press('ArrowDown')
          await expect(dayOf(popup, '29 Μαρτίου')).toBeFocused()
          await page.keyboard.press('Escape')
          await expect(popup).toHaveCount(0)
          await expect(field).toBeFocused()
        })
        await test.step('a press outside closes it, one inside leaves the focus in the field [§4 date picker opens and closes]', async () => {
          await field.click()
          await popup.getByRole('button', { name: 'Επόμενος μήνας' }).click()
          await expect(popup.getByRole('grid', { name: 'Απρίλιος 2026' })).toBeVisible()
          await expect(field).toBeFocused()
          await page.getByRole('heading', { level: 1 }).click()
          await expect(popup).toHaveCount(0)
        })
      })

      test('parses typed and pasted days', async ({ page, examples }) => {
        await open(page, examples)
        const field = fieldOf(page, 'Μία ημερομηνία')
        const value = valueOf(page, 'Μία ημερομηνία')
        await test.step('Tab keeps the typed day', async () => {
          await field.fill('29/3/26')
          await page.keyboard.press('Tab')
          await expect(field).toHaveValue('29/03/2026')
          await expect(value).toHaveText('"2026-03-29"')
        })
        await test.step('the caret stays in the middle', async () => {
          await field.press('Home')
          for (const key of ['ArrowRight', 'ArrowRight', 'Backspace', 'Backspace', '2', '5'])
            await page.keyboard.press(key)
          await expect(field).toHaveValue('25/03/2026')
          expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2)
        })
        await test.step('letters change neither text nor caret if only digits are allowed', async () => {
          const digits = fieldOf(page, 'Μόνο ψηφία')
          await digits.pressSequentially('2510.2026')
          await expect(digits).toHaveValue('25102026')
          for (const key of ['Home', 'ArrowRight', 'x', '/']) await page.keyboard.press(key)
          await expect(digits).toHaveValue('25102026')
          expect(await digits.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(1)
          await page.keyboard.press('Enter')
          await expect(valueOf(page, 'Μόνο ψηφία')).toHaveText('"2026-10-25"')
        })
        await test.step('a pasted range is parsed', async () => {
          const [source, range] = [fieldOf(page, 'Περίοδος με τιμή'), fieldOf(page, 'Περίοδος')]
          await source.fill('29/03/2026 - 25/10/2026')
          await source.press('ControlOrMeta+A')
          await page.keyboard.press('ControlOrMeta+C')
          await range.focus()
          await page.keyboard.press('ControlOrMeta+V')
          await page.keyboard.press('Enter')
          await expect(valueOf(page, 'Περίοδος')).toHaveText('["2026-03-29","2026-10-25"]')
        })
        await test.step('a day outside the limits is rejected with the reason, and its text stays', async () => {
          const limited = fieldOf(page, 'Όρια')
          await limited.fill('1/1/26')
          await page.keyboard.press('Enter')
          await expect(valueOf(page, 'Όρια')).toHaveText('null')
          await expect(limited).toHaveValue('1/1/26')
          await expect(limited).toHaveAccessibleDescription(
            /Η ημερομηνία 01\/01\/2026 δεν γίνεται δεκτή: επιλέξτε από 10\/02\/2026 και μετά\./,
          )
        })
      })

      test('previews a range under the pointer and selects it', async ({ page, examples }) => {
        await open(page, examples)
        await fieldOf(page, 'Περίοδος').click()
        const popup = page.getByRole('dialog')
        const backgroundOf = (day: string) =>
          dayOf(popup, day).evaluate((button) => getComputedStyle(button).backgroundColor)
        await dayOf(popup, '28 Μαρτίου').click()
        const blank = await backgroundOf('20 Μαρτίου')
        await dayOf(popup, '2 Απριλίου').hover()
        await expect.poll(() => backgroundOf('30 Μαρτίου')).not.toBe(blank)
        expect(await backgroundOf('29 Μαρτίου')).toBe(await backgroundOf('30 Μαρτίου'))
        expect(await backgroundOf('27 Μαρτίου')).toBe(blank)
        await dayOf(popup, '2 Απριλίου').click()
        await expect(valueOf(page, 'Περίοδος')).toHaveText('["2026-03-28","2026-04-02"]')
        await expect(popup).toHaveCount(0)
      })

      test('marks today in Athens, before and after midnight, also on clock changes', async ({
        page,
        examples,
      }) => {
        for (const [time, iso, spoken] of [
          ['2026-03-10T21:59:00Z', '2026-03-10', 'Τρίτη, 10 Μαρτίου 2026'],
          ['2026-03-10T22:01:00Z', '2026-03-11', 'Τετάρτη, 11 Μαρτίου 2026'],
          ['2026-03-29T20:59:00Z', '2026-03-29', 'Κυριακή, 29 Μαρτίου 2026'],
          ['2026-03-29T21:01:00Z', '2026-03-30', 'Δευτέρα, 30 Μαρτίου 2026'],
          ['2026-10-25T21:59:00Z', '2026-10-25', 'Κυριακή, 25 Οκτωβρίου 2026'],
          ['2026-10-25T22:01:00Z', '2026-10-26', 'Δευτέρα, 26 Οκτωβρίου 2026'],
        ] as const) {
          await open(page, examples, time)
          await fieldOf(page, 'Μία ημερομηνία').press('ArrowDown')
          const popup = page.getByRole('dialog')
          await expect(popup.getByRole('button', { name: `Σήμερα, ${spoken}` }), time).toBeFocused()
          await popup.getByRole('button', { name: 'Σήμερα', exact: true }).click()
          await expect(valueOf(page, 'Μία ημερομηνία'), time).toHaveText(`"${iso}"`)
        }
      })
    })

  test('updates an open calendar at midnight', async ({ page, examples }) => {
    await page.clock.install({ time: '2026-03-10T21:59:30Z' })
    await page.goto(`${examples}/date-picker.html`)
    await fieldOf(page, 'Μία ημερομηνία').click()
    const popup = page.getByRole('dialog')
    await expect(popup.getByRole('button', { name: /^Σήμερα, Τρίτη, 10 Μαρτίου/ })).toBeVisible()
    await page.clock.runFor(60_000)
    await expect(popup.getByRole('button', { name: /^Σήμερα, Τετάρτη, 11 Μαρτίου/ })).toBeVisible()
  })

  test('shows the field before its calendar is loaded, and retries a failed load', async ({
    page,
    examples,
  }) => {
    await page.clock.setFixedTime(noon)
    let isDown = true
    await page.route(/\/calendar-[^/]*\.js/, (route) => (isDown ? route.abort() : route.continue()))
    await page.goto(`${examples}/date-picker.html`)
    const field = fieldOf(page, 'Με τιμή')
    await expect(field).toHaveValue('11/03/2026')
    await field.fill('29/3/26')
    await page.keyboard.press('Enter')
    const popup = page.getByRole('dialog')
    await expect(popup.getByRole('alert')).toContainText('Το ημερολόγιο δεν φορτώθηκε.')
    isDown = false
    await popup.getByRole('button', { name: 'Νέα προσπάθεια' }).click()
    // Text typed before is parsed as soon as the code is loaded.
    await expect(valueOf(page, 'Με τιμή')).toHaveText('"2026-03-29"')
    await expect(popup.getByRole('grid', { name: 'Μάρτιος 2026' })).toBeVisible()
  })

  for (const width of widths)
    test(`fits at ${width} px, is not covered, and has no axe violations`, async ({ page, examples }) => {
      await page.setViewportSize({ width, height: 800 })
      await open(page, examples)
      const popup = page.getByRole('dialog')

      for (const name of ['Περίοδος με τιμή', 'Μέσα σε κάτι που κόβει']) {
        await fieldOf(page, name).click()
        await expect(popup.getByRole('grid').first()).toBeVisible()
        await expect(async () => {
          const box = await popup.boundingBox()
          expect(box?.x, name).toBeGreaterThanOrEqual(0)
          expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(width)
          expect(box?.y, name).toBeGreaterThanOrEqual(0)
          expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(800)
        }).toPass({ timeout: 40_000 })
        const unreachable = await popup.getByRole('button').evaluateAll((buttons) =>
          buttons.flatMap((button) => {
            button.scrollIntoView({ block: 'center' })
            const { left, top, width, height } = button.getBoundingClientRect()
            const found = document.elementFromPoint(left + width / 2, top + height / 2)
            const isFine = button.contains(found) && Math.min(width, height) >= 44
            return isFine ? [] : [`${button.getAttribute('aria-label')}: ${width} × ${height}`]
          }),
        )
        expect(unreachable, name).toEqual([])
        await page.keyboard.press('Escape')
      }
      await test.step('a month of six weeks shows whole, its name between the arrows and today below', async () => {
        const field = fieldOf(page, 'Με τιμή')
        // In the middle of the window the calendar fits neither above nor below the field.
        await field.evaluate((input) => input.scrollIntoView({ block: 'center' }))
        await field.fill('1/8/2026')
        await page.keyboard.press('Tab')
        await field.click()
        await expect(popup.getByRole('grid', { name: 'Αύγουστος 2026' })).toBeVisible()
        expect(await popup.evaluate((box) => [box.scrollHeight, box.scrollWidth])).toEqual(
          await popup.evaluate((box) => [box.clientHeight, box.clientWidth]),
        )
        const boxOf = async (part: Locator) =>
          (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
        const [before, name, after, last, today] = await Promise.all([
          boxOf(popup.getByRole('button', { name: 'Προηγούμενος μήνας' })),
          boxOf(popup.getByText('Αύγουστος 2026', { exact: true })),
          boxOf(popup.getByRole('button', { name: 'Επόμενος μήνας' })),
          boxOf(dayOf(popup, '31 Αυγούστου')),
          boxOf(popup.getByRole('button', { name: 'Σήμερα', exact: true })),
        ])
        expect(name.x).toBeGreaterThanOrEqual(before.x + before.width)
        expect(name.x + name.width).toBeLessThanOrEqual(after.x)
        expect(name.y).toBeGreaterThanOrEqual(before.y)
        expect(name.y + name.height).toBeLessThanOrEqual(before.y + before.height)
        expect(today.y).toBeGreaterThanOrEqual(last.y + last.height)
        await page.setViewportSize({ width: 844, height: 390 })
        await expect
          .poll(() => popup.evaluate((box) => box.scrollHeight - box.clientHeight), 'a phone held sideways')
          .toBe(0)
        await page.setViewportSize({ width, height: 800 })
        await page.keyboard.press('Escape')
      })
      await test.step('the whole week with text of twice the size', async () => {
        if (width !== 390) return
        await setTextSize(page, 32)
        await fieldOf(page, 'Όρια').click()
        await expect.poll(() => popup.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
        await page.keyboard.press('Escape')
        await setTextSize(page, 16)
      })
      const scrollsAside = () =>
        page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
      await expect.poll(scrollsAside).toBe(false)

      await fieldOf(page, 'Όρια').fill('1/1/26')
      await page.keyboard.press('Enter')
      await fieldOf(page, 'Περίοδος με όρια').click()
      await dayOf(popup, '12 Απριλίου').hover()
      await expectAccessible(page)
    })
})
