/** Returns whether nothing is focused: the focus was never set, or its element was removed or hidden. */
export function isFocusLost(): boolean {
  const active = document.activeElement
  return !(active instanceof HTMLElement) || active === document.body || active.offsetParent === null
}
