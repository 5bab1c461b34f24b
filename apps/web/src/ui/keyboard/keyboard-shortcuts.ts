import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/**
 * The keys of the staff's screens. A letter is the same key under a Greek layout (j is ξ), where clerks leave the
 * keyboard all day.
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

/** Where a layout gives neither Latin nor Greek, or waits for an accent, the key's place says which one it is. */
function keyAt({ code, shiftKey }: KeyboardEvent): string | undefined {
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
}

/**
 * Which key was pressed, whatever the layout: 'j', '/', '?', 'Escape', 'ArrowDown'.
 * @returns undefined for a key with a modifier, and while a text is being composed
 */
export function keyOf(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
  if (ctrlKey || metaKey || altKey || isComposing) return undefined
  // Where they stand, and whether with Shift, differs between layouts: the sign alone counts.
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

/** Is the focus where keys mean something else, or does a dialog stand before everything? */
function isBusy({ target, key }: KeyboardEvent): boolean {
  const at = target instanceof Element ? target : document.body
  // Escape in the header closes the header's menu.
  if (key === 'Escape' && at.closest('header') !== null) return true
  return at.closest(`${typing}, ${dialogs}`) !== null || document.querySelector(modal) !== null
}

const place = 'portal keys'
const listeners = new Set<() => void>()

/** Kept where storage is: a browser that rejects it has the keys on until the page is left. */
let rejectedStorage: 'on' | 'off' = 'on'

function readSwitch(): 'on' | 'off' {
  try {
    return localStorage.getItem(place) === 'off' ? 'off' : 'on'
  } catch {
    return rejectedStorage
  }
}

/** Turns the keys of one character on or off, on this device (WCAG 2.1.4). */
export function switchKeys(to: 'on' | 'off'): void {
  rejectedStorage = to
  try {
    if (to === 'off') localStorage.setItem(place, to)
    else localStorage.removeItem(place)
  } catch {
    // Not remembered, then.
  }
  for (const tell of listeners) tell()
}

function onSwitch(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Are the keys of one character on? Another tab's switch counts here too. */
export const useKeysSwitch = (): 'on' | 'off' => useSyncExternalStore(onSwitch, readSwitch)

/** What a key does; `false` where it does nothing just now, and is left to others and to the browser. */
export type KeyAction = (event: KeyboardEvent) => unknown
export type Keys = Record<string, KeyAction>

/** Everyone's keys, the last who came first: what is drawn inside of another answers before it. */
const everyone: { keys: Keys }[] = []

/** Long enough for two fingers, short enough that nobody waits for the second key in vain. */
const pairWithin = 1200
let begun: { key: string; at: number } | undefined

const free = new WeakSet<KeyboardEvent>()

/** Asked before anyone else hears of the key: the dialog that Escape closes is gone afterwards. */
function onCapture(event: KeyboardEvent) {
  if (!isBusy(event)) free.add(event)
}

const answered = (name: string, event: KeyboardEvent) =>
  everyone.some(({ keys }) => keys[name] !== undefined && keys[name](event) !== false)

function onKeyDown(event: KeyboardEvent) {
  if (!free.has(event) || event.defaultPrevented) return
  const key = keyOf(event)
  if (key === undefined || (key.length === 1 && readSwitch() === 'off')) return
  const pair = begun && event.timeStamp - begun.at < pairWithin ? `${begun.key} ${key}` : undefined
  begun = undefined
  if ((pair !== undefined && answered(pair, event)) || answered(key, event)) event.preventDefault()
  else if (everyone.some(({ keys }) => Object.keys(keys).some((name) => name.startsWith(`${key} `))))
    begun = { key, at: event.timeStamp }
}

/**
 * Keys that work anywhere on the page: `{ j: next, '/': search, Escape: back, 'g u': toUsers }`. They never fire while
 * one types, with a modifier, or in a dialog, nor where somebody nearer to the focus has answered the key. Those of one
 * character are off where the clerk has switched them off.
 */
export function useKeys(keys: Keys): void {
  const mine = useRef({ keys })
  useLayoutEffect(() => {
    mine.current.keys = keys
  })
  // Before the browser paints: what is seen can be pressed.
  useLayoutEffect(() => {
    const { current } = mine
    if (everyone.length === 0) {
      window.addEventListener('keydown', onCapture, true)
      window.addEventListener('keydown', onKeyDown)
    }
    everyone.unshift(current)
    return () => {
      everyone.splice(everyone.indexOf(current), 1)
      if (everyone.length > 0) return
      window.removeEventListener('keydown', onCapture, true)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}
