/** Whether a person uses this page: calls that no person caused do not extend the session (`X-Unattended`). */

/** An act causes several calls, some of them without a session, such as those of a page that opens. */
const actMs = 10_000

// Opening the page is an act.
let hasInput = true
let lastInput = Date.now()
const listeners = new Set<() => void>()

const note = () => {
  hasInput = true
  lastInput = Date.now()
  for (const listener of listeners) listener()
}
// 'click' also for voice control and screen readers, which send no pointer or key events.
for (const type of ['pointerdown', 'keydown', 'wheel', 'click'])
  window.addEventListener(type, note, { capture: true, passive: true })

/** Returns whether there was input since the last call that counts as a use. */
export const hasNewInput = (): boolean => hasInput

/** Returns whether a call that is sent now counts as a use: the first one after new input, and those soon after it. */
export function isAttended(): boolean {
  const attended = hasInput || Math.abs(Date.now() - lastInput) < actMs
  hasInput = false
  return attended
}

/** Calls `listener` at each input. Returns the function that unsubscribes. */
export function onInput(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
