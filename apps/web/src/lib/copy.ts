/** How copying went: on the clipboard, or only selected so that Ctrl+C copies it. */
export type Copied = 'copied' | 'selected'

function select(element: HTMLElement): void {
  const range = document.createRange()
  range.selectNodeContents(element)
  const selection = window.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}

/**
 * Copies a text that stands in `element`. Over plain http browsers offer no clipboard, and a page may be denied it: then
 * the text is selected and copied the old way, and where even that is rejected it stays selected.
 */
export async function copyText(value: string, element: HTMLElement): Promise<Copied> {
  // Absent without https, whatever the types say.
  const clipboard = navigator.clipboard as Clipboard | undefined
  try {
    if (clipboard) {
      await clipboard.writeText(value)
      return 'copied'
    }
  } catch {
    // Denied: the old way asks nobody.
  }
  select(element)
  try {
    // Deprecated, and the only way without https.
    // eslint-disable-next-line typescript/no-deprecated
    return document.execCommand('copy') ? 'copied' : 'selected'
  } catch {
    return 'selected'
  }
}
