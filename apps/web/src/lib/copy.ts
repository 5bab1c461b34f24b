/** Result of copying: on the clipboard, or only selected for Ctrl+C. */
export type Copied = 'copied' | 'selected'

function select(element: HTMLElement): void {
  const range = document.createRange()
  range.selectNodeContents(element)
  const selection = window.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}

/**
 * Copies the text shown in `element`. Without https there is no clipboard API, and permission may be denied: then
 * selects the text and uses `execCommand`; if that fails, too, the text stays selected.
 */
export async function copyText(value: string, element: HTMLElement): Promise<Copied> {
  // Undefined without https, despite its type.
  const clipboard = navigator.clipboard as Clipboard | undefined
  try {
    if (clipboard) {
      await clipboard.writeText(value)
      return 'copied'
    }
  } catch {
    // Permission denied; `execCommand` needs none.
  }
  select(element)
  try {
    // Deprecated, but the only way without https.
    // eslint-disable-next-line typescript/no-deprecated
    return document.execCommand('copy') ? 'copied' : 'selected'
  } catch {
    return 'selected'
  }
}
