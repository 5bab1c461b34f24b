import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { deviceSetting } from '#web/lib/device-setting.ts'

/**
 * Keyboard shortcuts of the staff's screens. Letters work with a Greek layout (j is ξ), which the staff uses all day.
 */

const greek: Record<string, string> = {
  α: 'a',
  β: 'b',
  ψ: 'c',
  δ: 'd',
  ε: 'e',
  φ: 'f',
  γ: 'g',
  η: 'h',
  ι: 'i',
  ξ: 'j',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 'w',
  τ: 't',
  θ: 'u',
  ω: 'v',
  χ: 'x',
  υ: 'y',
  ζ: 'z',
}

/** If a layout types neither Latin nor Greek, or composes an accent, identify the key by position. */
function keyAt({ code, shiftKey }: KeyboardEvent): string | undefined {
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
}

/**
 * Returns the pressed key, independent of the layout: 'j', '/', '?', 'Escape', 'ArrowDown'.
 * @returns undefined for a key with a modifier, and during composition
 */
export function keyOf(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
  if (ctrlKey || metaKey || altKey || isComposing) return undefined
  // Their position and Shift state differ between layouts: use only the character.
  if (key === '/' || key === '?') return key
  const isLetter = /^\p{L}$/u.test(key)
  const lower = key.toLowerCase()
  const known = /^[a-z]$/.test(lower) ? lower : greek[lower]
  if (known) return shiftKey ? undefined : known
  if (isLetter || ['Dead', 'Unidentified', 'Process'].includes(key)) {
    const placed = keyAt(event)
    return shiftKey && placed !== '?' ? undefined : placed
  }
  return shiftKey ? undefined : key
}

const typing = 'input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable]'
const dialogs = 'dialog, [role=dialog], [role=alertdialog]'
const modal = 'dialog[open], [aria-modal=true]'

/** Returns whether keys have another meaning at the focused element, or a modal dialog is open. */
function isBusy({ target, key }: KeyboardEvent): boolean {
  const at = target instanceof Element ? target : document.body
  // Escape in the header closes the header's menu.
  if (key === 'Escape' && at.closest('header') !== null) return true
  return at.closest(`${typing}, ${dialogs}`) !== null || document.querySelector(modal) !== null
}

const setting = deviceSetting('portal keys', ['on', 'off'], () => 'on')

/** Turns single-character shortcuts on or off on this device (WCAG 2.1.4). */
export const switchKeys = setting.write

/** Returns whether single-character shortcuts are on, also when another tab changes it. */
export const useKeysSwitch = (): 'on' | 'off' => useSyncExternalStore(setting.subscribe, setting.read)

/**
 * Action of a key; returns `false` if it does not apply now, which passes the key to other handlers and the browser.
 */
export type KeyAction = (event: KeyboardEvent) => unknown
export type Keys = Record<string, KeyAction>

/** Registered handlers, latest first: nested components take precedence. */
const registered: { keys: Keys }[] = []

/** Timeout between the two keys of a sequence, in milliseconds. */
const sequenceTimeoutMs = 1200
let begun: { key: string; at: number } | undefined

const free = new WeakSet<KeyboardEvent>()

/** In the capture phase, before other listeners: a dialog that Escape closes is gone afterwards. */
function onCapture(event: KeyboardEvent) {
  if (!isBusy(event)) free.add(event)
}

const answered = (name: string, event: KeyboardEvent) =>
  registered.some(({ keys }) => keys[name] !== undefined && keys[name](event) !== false)

function onKeyDown(event: KeyboardEvent) {
  if (!free.has(event) || event.defaultPrevented) return
  const key = keyOf(event)
  if (key === undefined || (key.length === 1 && setting.read() === 'off')) return
  const pair = begun && event.timeStamp - begun.at < sequenceTimeoutMs ? `${begun.key} ${key}` : undefined
  begun = undefined
  if ((pair !== undefined && answered(pair, event)) || answered(key, event)) event.preventDefault()
  else if (registered.some(({ keys }) => Object.keys(keys).some((name) => name.startsWith(`${key} `))))
    begun = { key, at: event.timeStamp }
}

/**
 * Registers page-wide shortcuts: `{ j: next, '/': search, Escape: back, 'g u': toUsers }`. They never run while typing,
 * with a modifier, in a dialog, or when a handler closer to the focus has handled the key. Single-character shortcuts
 * can be switched off by the user.
 */
export function useKeys(keys: Keys): void {
  const mine = useRef({ keys })
  useLayoutEffect(() => {
    mine.current.keys = keys
  })
  // Before the browser paints, so that shortcuts work as soon as the screen is visible.
  useLayoutEffect(() => {
    const { current } = mine
    if (registered.length === 0) {
      window.addEventListener('keydown', onCapture, true)
      window.addEventListener('keydown', onKeyDown)
    }
    registered.unshift(current)
    return () => {
      registered.splice(registered.indexOf(current), 1)
      if (registered.length > 0) return
      window.removeEventListener('keydown', onCapture, true)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}
