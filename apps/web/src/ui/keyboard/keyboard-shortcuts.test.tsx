import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keyOf, switchKeys, useKeys, useKeysSwitch } from './keyboard-shortcuts.ts'

const press = (key: string, more: KeyboardEventInit = {}) => new KeyboardEvent('keydown', { key, ...more })

describe('keyOf', () => {
  it.each([
    ['j', { code: 'KeyJ' }, 'j'],
    ['ξ', { code: 'KeyJ' }, 'j'],
    ['κ', { code: 'KeyK' }, 'k'],
    ['ν', { code: 'KeyN' }, 'n'],
    ['π', { code: 'KeyP' }, 'p'],
    ['γ', { code: 'KeyG' }, 'g'],
    ['θ', { code: 'KeyU' }, 'u'],
    // With Caps Lock, not with Shift.
    ['Ξ', { code: 'KeyJ' }, 'j'],
    // A layout that types neither: by position.
    ['о', { code: 'KeyJ' }, 'j'],
    ['Dead', { code: 'KeyJ' }, 'j'],
    // AZERTY: by letter, not by position.
    ['a', { code: 'KeyQ' }, 'a'],
    ['/', { code: 'Slash' }, '/'],
    // A German layout has it on Shift and 7, and a hyphen on the US slash key.
    ['/', { code: 'Digit7', shiftKey: true }, '/'],
    ['-', { code: 'Slash' }, '-'],
    ['?', { code: 'Slash', shiftKey: true }, '?'],
    ['Escape', { code: 'Escape' }, 'Escape'],
  ])('returns for %s with %j the key %s [staff keys]', (key, more, name) => {
    expect(keyOf(press(key, more))).toBe(name)
  })

  it.each([
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { shiftKey: true },
    { isComposing: true },
  ])('returns undefined for a letter with %j', (more) => {
    expect(keyOf(press('ξ', { code: 'KeyJ', ...more }))).toBeUndefined()
  })
})

const pressed: string[] = []

function Screen() {
  const on = useKeysSwitch()
  const record = (what: string) => () => void pressed.push(what)
  useKeys({
    j: record('next'),
    p: record('previous page'),
    Escape: record('back'),
    'g p': record('to the points'),
  })
  return (
    <>
      <output>{on}</output>
      <input aria-label="text" />
      <input aria-label="choice" type="radio" />
      <select aria-label="list" />
      <button type="button">button</button>
      <dialog>
        <button type="button">in the dialog</button>
      </dialog>
    </>
  )
}

const pressKey = (target: Element, key: string, more: object = {}) =>
  fireEvent.keyDown(target, { key, ...more })
const button = () => screen.getByRole('button', { name: 'button' })

describe('useKeys', () => {
  beforeEach(() => {
    pressed.length = 0
    localStorage.clear()
    render(<Screen />)
  })
  afterEach(() => cleanup())

  it('fires wherever the focus is, also on a radio button', () => {
    pressKey(document.body, 'j')
    pressKey(button(), 'ξ')
    pressKey(screen.getByLabelText('choice'), 'j')
    expect(pressed).toEqual(['next', 'next', 'next'])
  })

  it('does not fire in a text field or a select [staff keys]', () => {
    pressKey(screen.getByLabelText('text'), 'j')
    pressKey(screen.getByLabelText('text'), 'Escape')
    pressKey(screen.getByLabelText('list'), 'j')
    expect(pressed).toEqual([])
  })

  it('does not fire with a modifier', () => {
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }])
      pressKey(document.body, 'j', more)
    expect(pressed).toEqual([])
  })

  it('does not fire while a dialog is open [staff keys]', () => {
    const dialog = document.querySelector('dialog')
    dialog?.setAttribute('open', '')
    pressKey(screen.getByRole('button', { name: 'in the dialog' }), 'j')
    pressKey(document.body, 'Escape')
    expect(pressed).toEqual([])
    dialog?.removeAttribute('open')
    pressKey(document.body, 'Escape')
    expect(pressed).toEqual(['back'])
  })

  it('does not fire for the key that closes a dialog', () => {
    const dialog = document.querySelector('dialog')
    dialog?.setAttribute('open', '')
    dialog?.addEventListener('keydown', () => dialog.removeAttribute('open'), { once: true })
    pressKey(screen.getByRole('button', { name: 'in the dialog' }), 'Escape')
    expect(pressed).toEqual([])
  })

  it('does not fire if the default action was prevented', () => {
    button().addEventListener('keydown', (event) => event.preventDefault(), { once: true })
    pressKey(button(), 'j')
    expect(pressed).toEqual([])
  })

  it('fires for a sequence of two keys, in both layouts, and for the second key alone', () => {
    pressKey(document.body, 'g')
    pressKey(document.body, 'p')
    pressKey(document.body, 'γ')
    pressKey(document.body, 'π')
    pressKey(document.body, 'p')
    expect(pressed).toEqual(['to the points', 'to the points', 'previous page'])
  })

  it('can be switched off for single characters, also after a remount; Escape still fires', () => {
    act(() => switchKeys('off'))
    pressKey(document.body, 'j')
    pressKey(document.body, 'Escape')
    expect(pressed).toEqual(['back'])
    expect(screen.getByRole('status').textContent).toBe('off')
    cleanup()
    render(<Screen />)
    expect(screen.getByRole('status').textContent).toBe('off')
    act(() => switchKeys('on'))
    pressKey(document.body, 'j')
    expect(pressed).toEqual(['back', 'next'])
  })

  it('does not fire after unmounting', () => {
    cleanup()
    pressKey(document.body, 'j')
    expect(pressed).toEqual([])
  })
})
