/** Pauses between tries after the server has rejected a stream; browsers reconnect by themselves after a lost connection. */
const [firstPauseMs, longestPauseMs] = [15_000, 300_000]

type Handlers = {
  onData: (data: unknown) => void
  /** Called when the page is used again without a stream: what it shows may be out of date. */
  onMissed: () => void
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads a stream of server-sent events while the page is visible: browsers limit connections, and phones end those of
 * hidden pages. Shows no messages: without a stream the page works as before. Returns the function that ends it.
 */
export function watchEvents(path: string, { onData, onMissed }: Handlers): () => void {
  if (!('EventSource' in window)) return () => {}
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = firstPauseMs

  const close = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }
  const open = () => {
    close()
    if (document.hidden) return
    const opened = new EventSource(path)
    source = opened
    opened.addEventListener('message', ({ data }) => {
      pauseMs = firstPauseMs
      onData(parsed(String(data)))
    })
    // The account has newer streams than the server allows: reconnecting would end another one.
    opened.addEventListener('replaced', close)
    opened.addEventListener('error', () => {
      if (source !== opened || opened.readyState !== EventSource.CLOSED) return
      timer = setTimeout(open, pauseMs)
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
    })
  }
  const resume = () => {
    if (document.hidden) close()
    else if (source?.readyState !== EventSource.OPEN) {
      onMissed()
      open()
    }
  }

  document.addEventListener('visibilitychange', resume)
  window.addEventListener('focus', resume)
  window.addEventListener('online', resume)
  open()
  return () => {
    close()
    document.removeEventListener('visibilitychange', resume)
    window.removeEventListener('focus', resume)
    window.removeEventListener('online', resume)
  }
}
