/**
 * Shows a row counter on a terminal; writes nothing if the stream is not a TTY.
 * @returns `show` displays the count so far; `end` clears the line
 */
export function progressOn(stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>): {
  show: (rows: number) => void
  end: () => void
} {
  let shown = false
  return {
    show: (rows) => {
      if (!stream.isTTY || rows === 0) return
      shown = true
      stream.write(`\r${rows.toLocaleString('en')} rows`)
    },
    end: () => {
      if (shown) stream.write('\r\u001B[K')
      shown = false
    },
  }
}
