import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'

function Telephone() {
  const shownIn = useRef<HTMLElement>(null)
  return (
    <p>
      <span ref={shownIn}>6944 123456</span>
      <CopyButton label="Αντιγραφή τηλεφώνου" value="6944123456" shownIn={shownIn} shortcut="t" />
    </p>
  )
}

function show(clipboard: Partial<Clipboard> | undefined) {
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: clipboard } }))
  render(<Telephone />)
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Αντιγραφή τηλεφώνου' }))
const announced = () => screen.getByRole('status').textContent
const selected = () => window.getSelection()?.toString()

afterEach(() => window.getSelection()?.removeAllRanges())

describe('CopyButton', () => {
  it('copies the value to the clipboard and announces it', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
    show({ writeText })
    expect(announced()).toBe('')
    press()
    await waitFor(() => expect(announced()).toBe('Αντιγράφηκε'))
    expect(writeText.mock.calls).toEqual([['6944123456']])
  })

  it('copies by its shortcut, in Latin and Greek layout', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
    show({ writeText })
    fireEvent.keyDown(document.body, { key: 't' })
    fireEvent.keyDown(document.body, { key: 'τ' })
    await waitFor(() => expect(writeText).toHaveBeenCalledTimes(2))
  })

  it.each([
    ['without a clipboard, as over plain http', undefined],
    ['if access to the clipboard is denied', { writeText: () => Promise.reject(new Error('denied')) }],
  ])('selects the value and copies it with execCommand %s [staff copy]', async (_, clipboard) => {
    show(clipboard)
    document.execCommand = () => true
    press()
    await waitFor(() => expect(announced()).toBe('Αντιγράφηκε'))
    expect(selected()).toBe('6944 123456')
  })

  it('selects the value and names the keys to copy it if copying fails [staff copy]', async () => {
    show(undefined)
    document.execCommand = () => false
    press()
    await waitFor(() => expect(announced()).toBe('Επιλέχθηκε. Πατήστε Ctrl+C (σε Mac Cmd+C) για αντιγραφή.'))
    expect(selected()).toBe('6944 123456')
  })
})
