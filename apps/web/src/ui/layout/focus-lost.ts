/** Has the focus nowhere to be? It was never set, or what had it is gone or no longer shown. */
export function isFocusLost(): boolean {
  const active = document.activeElement
  return !(active instanceof HTMLElement) || active === document.body || active.offsetParent === null
}
