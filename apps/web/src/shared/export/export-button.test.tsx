import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ExportButton } from './export-button.tsx'
import { exportPoints } from '#web/api/endpoints.ts'
import { refusal } from '#web/api/refusal-in-test.tsx'

/** Mocks of `fetch`, `click` and object URLs; record requests and saved files. */
const fetchMock = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const saved: string[] = []

beforeEach(() => {
  saved.length = 0
  vi.stubGlobal('fetch', fetchMock)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  fetchMock.mockReset()
})

/** End of every ZIP file. */
const end = new Uint8Array([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)])

/** A response whose chunks the test sends. */
function answer(headers: Record<string, string> = {}) {
  let parts: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      parts = controller
    },
  })
  fetchMock.mockImplementation(async () => new Response(body, { headers }))
  return {
    part: (bytes: number | Uint8Array) =>
      parts?.enqueue(typeof bytes === 'number' ? new Uint8Array(bytes) : bytes),
    end: () => parts?.close(),
    breakOff: () => parts?.error(new TypeError('network error')),
  }
}

const open = () => {
  const shown = render(
    <ExportButton
      route={exportPoints}
      input={{ query: { participant: '17', created_at_after: '' } }}
      name="points.xlsx"
    />,
  )
  return {
    ...shown,
    user: userEvent.setup(),
    button: screen.getByRole('button', { name: 'Εξαγωγή σε Excel' }),
  }
}
const valueText = () => screen.getByRole('progressbar').getAttribute('aria-valuetext')
const incomplete = 'Η επικοινωνία με την υπηρεσία διακόπηκε. Δεν αποθηκεύτηκε αρχείο. Προσπαθήστε ξανά.'

it('ExportButton shows progress below 100 %, and saves the file when it is complete [exports progress]', async () => {
  const file = answer({ 'X-Estimated-Length': '200' })
  const { user, button } = open()
  await user.click(button)
  expect(fetchMock.mock.calls.map(([address]) => address)).toEqual(['/api/points/export/?participant=17'])
  expect(valueText()).toBe('Προετοιμασία του αρχείου…')
  expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false)
  file.part(80)
  await waitFor(() => expect(valueText()).toBe('Λήψη… 40%'))
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  await user.click(button)
  expect(fetchMock).toHaveBeenCalledTimes(1)
  file.part(300)
  await waitFor(() => expect(valueText()).toBe('Λήψη… 99%'))
  file.part(end)
  expect(saved).toEqual([])
  file.end()
  await screen.findByText('Η λήψη του αρχείου points.xlsx ολοκληρώθηκε.')
  expect(saved).toEqual(['points.xlsx'])
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('ExportButton shows megabytes if the total is unknown [exports progress]', async () => {
  const file = answer()
  const { user, button } = open()
  await user.click(button)
  file.part(2_340_000)
  await waitFor(() => expect(valueText()).toBe('Λήψη… 2,3 MB'))
})

it('ExportButton saves no file if the response breaks off or a proxy truncates it [exports progress]', async () => {
  const broken = answer()
  const { user, button } = open()
  await user.click(button)
  broken.part(100)
  broken.breakOff()
  expect(await screen.findByText(incomplete)).toBeTruthy()
  const truncated = answer()
  await user.click(screen.getByRole('button', { name: 'Νέα προσπάθεια' }))
  expect(screen.queryByText(incomplete)).toBeNull()
  truncated.part(100)
  truncated.end()
  expect(await screen.findByText(incomplete)).toBeTruthy()
  expect(saved).toEqual([])
})

it('ExportButton aborts the request when it is cancelled or unmounted [exports progress]', async () => {
  answer()
  const { user, button, unmount } = open()
  await user.click(button)
  await user.click(screen.getByRole('button', { name: 'Ακύρωση' }))
  expect(document.activeElement).toBe(button)
  expect(screen.getByText('Η λήψη ακυρώθηκε. Δεν αποθηκεύτηκε αρχείο.')).toBeTruthy()
  answer()
  await user.click(button)
  unmount()
  expect(fetchMock.mock.calls.map(([, { signal }]) => signal?.aborted)).toEqual([true, true])
  expect(saved).toEqual([])
})

it.each([
  [refusal({ code: 'throttled', params: { seconds: 15 } }), /^Γίνονται ήδη άλλες/],
  [refusal({ code: 'participant_unknown' }), /φίλτρα/],
  [refusal({ code: 'not_permitted' }), /δικαίωμα/],
  [new Response('"Bad Gateway"', { status: 502 }), /^Η υπηρεσία δεν είναι διαθέσιμη/],
])('ExportButton shows the reason of a %o response', async (response, why) => {
  fetchMock.mockResolvedValue(response)
  const { user, button } = open()
  await user.click(button)
  expect(await screen.findByText(why)).toBeTruthy()
})
